"""The index seen through its own doors, with notes and history that live in dictionaries."""
