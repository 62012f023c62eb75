"""What agents use: tools over the Model Context Protocol, set-up of their settings, a word at session start.

Answers come from `gitmem.memory` and are told in the words of `gitmem.reports`; nothing is judged here.
"""
