"""Tests of changes to notes."""
