"""A game in the terminal: what is asked, understood, shown and saved."""
