"""Attacks on whoever reads a stranger's repository, each on one defence."""
