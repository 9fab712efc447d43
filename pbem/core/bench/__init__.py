"""The bench of cases: worked examples of a rulebook that must come out as the book says.

For: running what tests/cases holds, and what somebody sends as the report of a bug (schemas/case.schema.json).
In:  a case, its title.
Out: whether it comes out, what did not, and its story.
"""
