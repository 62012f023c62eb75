"""What holds for every input of every parser: tests try it for seconds, `bench/fuzz/run` for minutes.

A property is written once, as a function from bytes to nothing that raises when it is broken. Nothing here
knows who makes the bytes.
"""
