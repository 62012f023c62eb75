"""From the text of a note to what it asserts: lines, keys, values, subjects, strikes. Judges nothing."""
