"""Mail: a thin adaptor around files.  A message comes in and becomes an order file and a receipt; reports go out.

For: playing from a mailbox.  Nothing here knows rules, no text of a mail reaches a shell or becomes part of a path,
and no clock is read; whoever sends a message stamps it (send.py).
In:  messages as bytes, a desk with its games.
Out: order files in its inbox, receipts, reminders and reports as messages, and a log of what came.
"""

import os


def has_desk(game_path: str) -> bool:
    """Whether there is a desk beside a game file."""
    return os.path.exists(f"{game_path}.mail/desk.json")
