"""Changes to notes: planned purely from bytes to bytes, then applied as a whole under one lock."""
