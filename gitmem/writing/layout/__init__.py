"""What `init` lays out, and how the lines of a flat memory find their places. Pure."""
