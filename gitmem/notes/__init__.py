"""Notes: text to values. Pure; no file, no git and no clock is read here."""
