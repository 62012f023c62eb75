"""Semantic search: providers, vectors and how they are kept."""
