"""Outbound notifications: calls a player's URL when it is their turn."""
