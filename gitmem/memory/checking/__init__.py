"""The check: which state is judged against which parents, what is read for it, and what is shown."""
