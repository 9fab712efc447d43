"""The state of the game: components, fields, facts, what must hold."""
