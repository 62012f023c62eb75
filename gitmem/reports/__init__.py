"""Responses become text for people or JSON for programs. Nothing here asks git, a note or the clock."""
