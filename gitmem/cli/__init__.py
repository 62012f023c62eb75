"""The command line: reads options, calls `gitmem.memory`, prints what `gitmem.reports` words, exits."""
