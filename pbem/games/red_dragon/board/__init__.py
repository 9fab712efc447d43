"""The state of the game: components as rules read them, facts, how things are called and printed.

For: what changes in play, declared once.
In:  the charter, components of data/, facts.
Out: a board that is the fold of the facts, and names of all that is on it.
"""
