"""Look at the subject of a commit: python3 tools/subject.py FILE

It names its area and says in the imperative what the commit does, "cataclysm: retreat unit by unit [10.10]", in at most
72 characters; a merge keeps the subject that git gives it.
"""

import re
import sys

MOST = 72
FORM = re.compile(r"[a-z][a-z0-9 _/.-]*: \S.*[^.\s]").fullmatch


def fault(subject: str) -> str:
    """What is wrong with a subject, or "".

    >>> fault("wip"), fault("docs: say how long a target takes")
    ('A subject is AREA: what the commit does, without a full stop.', '')
    """
    if subject.startswith(("Merge ", "Revert ")):
        return ""
    if len(subject) > MOST:
        return f"The subject has {len(subject)} characters; at most {MOST}. What is more stands in the body."
    return "" if FORM(subject) else "A subject is AREA: what the commit does, without a full stop."


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(fault(file.readline().rstrip("\n")) or 0)
