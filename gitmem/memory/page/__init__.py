"""What a page about the whole memory shows, as values: facts with their steps, freshness, work, people."""
