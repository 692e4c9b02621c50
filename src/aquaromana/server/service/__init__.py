"""The tables of this server at work: cache, commands, writer, broadcast, presence, bots, cluster."""
