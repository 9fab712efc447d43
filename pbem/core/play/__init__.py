"""From stop to stop: who answers a question, the line that is made of it, and lines made again.

For: `made_play` and `made_note`, by which adjudicating, taking a line up, verifying and trying out are one function.
In:  a `Ground` (title, charter, state after the line before, heads), documents, openings, the opener's envelope.
Out: a line with its facts and draws, the state after it, and what became of every part that people sent; a `GameFile`.
"""
