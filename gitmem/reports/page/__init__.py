"""The state of a memory as one HTML page that needs nothing but itself; notes are only ever text in it."""
