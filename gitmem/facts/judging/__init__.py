"""Which claims speak of one fact, which of them is newer, and by which evidence. Reads no text."""
