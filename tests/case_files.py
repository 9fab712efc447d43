"""Where the cases of the titles lie: one folder a title, with the table of sentences beside the files of cases."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
PENDING = Path(__file__).parent / "cases-pending"
TABLE = "sentences.json"


def case_files(title="*", folder=FOLDER):
    """The files of cases, in the order of their names; not the table of sentences."""
    return sorted(path for path in folder.glob(f"{title}/*.json") if path.name != TABLE)


def case_editions(title):
    """``{id: editions}`` of all cases of a title, those that wait for a mend included; all editions are None."""
    files = case_files(title) + case_files(title, PENDING)
    cases = [case for path in files for case in json.loads(path.read_text("utf-8"))["cases"]]
    return {case["id"]: case.get("editions") for case in cases}
