"""The page in a real browser, and its modules under Node.

A package of its own, so that the browser is closed when the last test in here is done: as long as it runs, no other
test of the same process can start an event loop.
"""
