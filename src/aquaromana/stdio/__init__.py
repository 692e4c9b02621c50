"""Programs that other programs talk to over standard input and output: `aqua engine` and `aqua analyze`."""
