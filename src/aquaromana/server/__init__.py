"""Tables that people and bots play at: the authority, its storage, and the ways in."""
