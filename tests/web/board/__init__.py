"""The board of the page: its modules under Node, and the whole of it in a browser without a server."""
