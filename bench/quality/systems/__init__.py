"""The systems that answer a generated memory's questions, each through one protocol and judged by one code.

`answer` has the protocol and its values, `registry` the names. A system gets a repository as a user would
have it: work tree, history, and dates of files. Each module says how its systems were set, and why so.
"""
