"""Notes of other memories, as they are copied into this one."""
