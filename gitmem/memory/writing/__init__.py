"""The verbs that change notes: what is read for them, and what they answer."""
