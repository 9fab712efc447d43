"""Cases of a title, played: rare facts and questions occur there."""

import functools
import json

from pbem.core.bench import cases
from pbem.core.title.game import load
from tests.case_files import case_files
from tests.spoken import heard
from tests.thorough import some


@functools.cache
def of_cases(title):
    """``([(board, facts)], what is asked and answered meanwhile)`` of the cases of a title that are played; the latter
    as `heard` gives it."""
    found = [case for path in case_files(title) for case in json.loads(path.read_text("utf-8"))["cases"]]
    found = [case for case in found if "play" in case and case.get("status", "runs") == "runs"]
    with heard() as told:
        results = [cases.run(case, load(title)) for case in some(found, 8)]
    return [(result.board, result.facts) for result in results], told
