"""What could be put in order: merges, summaries and old notes, proposed and never deleted. Pure."""
