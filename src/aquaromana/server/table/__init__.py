"""One table: its game, members, permissions, clock and chat. Nothing here awaits, stores or sends."""
