"""Who last wrote each line, since when it says so, and what it replaced: git's history as stored facts."""
