"""Measures gitmem beside its peers. Run by hand; nothing in the package or its tests depends on it."""
