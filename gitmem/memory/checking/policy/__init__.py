"""The memory policy over a place: which lines its rules are given, and who wrote them."""
