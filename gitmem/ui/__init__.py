"""The memory in a browser, live: pages of one repository on a loopback address, for one reader.

`site` makes the pages, `serving` the server. Needs the extra `ui`.
"""
