"""Facts: what notes claim, what replaced what, and what is true now by which evidence. Pure."""
