"""Mail: a thin adaptor around files.  A message comes in and becomes an order file and a receipt; reports go out.

Nothing here knows rules, and no text of a mail ever reaches a shell or becomes part of a path.  The clock is not
read; whoever sends a message stamps it (send.py).
"""

import os


def has_desk(game_path: str) -> bool:
    """Whether there is a desk beside a game file."""
    return os.path.exists(f"{game_path}.mail/desk.json")
