"""The state of the game: components, fields, facts, what must hold.

For: what rules, orders and words look at, and what facts change.
In:  the charter, components of data/, facts.
Out: a board that is the fold of the facts, queries, positions that people write, and complaints about a board that
cannot be.
"""
