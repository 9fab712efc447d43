"""Views of the board: the table, positions, what must hold, what is worked out on it."""
