"""Answers that are legal, and that hardly anybody wants: sentences for `check` and receipts; nothing is refused.

Shots without a factor, and units that could not get out again, are refused or noted by the rules themselves.
"""

DOUBTS = {}
WASTEFUL = {"op": {"pass": "This line passes in every turn, whatever happens."}}
