"""The shapes that the rooms report and tournament declare say what the schemas say of the same JSON: which fields,
which of them may be missing, of what type."""

import types
import typing

import pytest

from pbem.core.data.schemas import load_schema
from pbem.core.record.deadlines import Term
from pbem.core.record.outcome import Act
from pbem.core.title.game import BoardTable
from pbem.report import explain
from pbem.report import shapes as report
from pbem.tournament import shapes as tournament
from pbem.tournament.cup import ACTS, Cup

# A shape, and where its schema stands: the kind of document, and the way to it.
SAME = [
    (report.Waiting, "report", "waiting []"),
    (report.Part, "report", "story []"),
    (report.StoryLine, "report", "story [] lines []"),
    (report.Note, "report", "notes []"),
    (report.DrawRow, "report", "draws []"),
    (BoardTable, "report", "board []"),
    (report.Evidence, "report", "evidence []"),
    (Term, "report", "deadlines []"),
    (report.BlockJson, "report", "blocks []"),
    (explain.Explanation, "explanation", ""),
    (explain.Event, "explanation", "events []"),
    (tournament.Document, "tournament", ""),
    (tournament.Player, "tournament", "players []"),
    (tournament.Referee, "tournament", "referees []"),
    (tournament.Pairing, "tournament", "pairings []"),
    (tournament.Bye, "tournament", "byes []"),
    (tournament.Forfeits, "tournament", "forfeit"),
    (Act, "tournament", "acts []"),
    (tournament.Standings, "standings", ""),
    (tournament.Standing, "standings", "players []"),
    (tournament.Rating, "standings", "players [] rating"),
    (tournament.GameRow, "standings", "games []"),
    (tournament.Bye, "standings", "byes []"),
    (tournament.Team, "standings", "teams []"),
    (Act, "standings", "acts []"),
    (tournament.Forfeit, "forfeits", "forfeits []"),
]
NAMES = [f"{shape.__name__}-{kind}" for shape, kind, _ in SAME]


@pytest.mark.parametrize("shape, kind, way", SAME, ids=NAMES)
def test_a_shape_says_what_its_schema_says(shape, kind, way):
    schema = part_of(kind, way)
    assert fields(shape) == set(schema["properties"])
    assert shape.__required_keys__ == set(schema.get("required", ()))
    for name, said in typing.get_type_hints(shape).items():
        assert not differs(said, schema["properties"][name]), name


def test_a_report_is_declared_as_its_schema_has_it():
    """The schema knows besides the file's name, which stands in a line of many games; and it does not ask for "asked",
    which every report has that is made."""
    schema = part_of("report", "")
    assert set(schema["properties"]) - fields(report.WholeReport) == {"file"}
    assert fields(report.WholeReport) <= set(schema["properties"])
    assert report.WholeReport.__required_keys__ == {*schema["required"], "asked"}
    for name, said in typing.get_type_hints(report.WholeReport).items():
        assert not differs(said, schema["properties"][name]), name


def test_of_a_line_of_orders_a_report_says_at_least_what_its_schema_asks_for():
    schema = part_of("report", "lines []")
    assert set(schema["properties"]) <= fields(report.LineRow)
    assert set(schema["required"]) <= report.LineRow.__required_keys__
    said = typing.get_type_hints(report.LineRow)
    assert not [name for name, wanted in schema["properties"].items() if differs(said[name], wanted)]


def test_an_act_has_the_fields_that_acts_have():
    assert fields(Act) == {"act", "reason", "on"}.union(*ACTS.values())


def test_a_cup_has_the_fields_of_its_file():
    """What is left out in the file has a value all the same (Cup.__getattr__), of the type that Cup declares."""
    held, said = typing.get_type_hints(Cup), typing.get_type_hints(tournament.Document)
    computed = {"pbem", "points"}  # the version, and what Cup adds its own to
    assert set(held) == set(said) - computed
    document = {"pbem": "tournament/1", "name": "c", "title": "red-dragon", "scenario": "ready", "system": "swiss"}
    cup = Cup({**document, "players": []})
    for name, kind in held.items():
        assert isinstance(getattr(cup, name), tuple(plain(kind))), name


# -- looking at both ---------------------------------------------------------------------------------------------------


def part_of(kind, way):
    schema = load_schema(kind)
    for step in way.split():
        schema = schema["items"] if step == "[]" else schema["properties"][step]
    return schema


def fields(shape):
    return set(typing.get_type_hints(shape))


JSON = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object"}
JSON[type(None)] = "null"


def differs(said, schema):
    """The types of JSON that a declared type and a schema do not both have; none where either says nothing."""
    if said is typing.Any or not {"type", "const", "enum"} & set(schema):
        return set()
    told = schema.get("type") or [JSON[type(one)] for one in schema.get("enum", [schema.get("const")])]
    return {JSON[one] for one in plain(said)} ^ ({told} if isinstance(told, str) else set(told))


def plain(said):
    """The classes of a declared type: ``{list, NoneType}`` of ``list[str] | None``."""
    if isinstance(said, types.UnionType) or typing.get_origin(said) is typing.Union:
        return {one for part in typing.get_args(said) for one in plain(part)}
    if typing.is_typeddict(said):
        return {dict}
    return {typing.get_origin(said) or said}


def test_differences_are_found():
    assert differs(str | None, {"type": "string"}) == {"null"}
    assert differs(list[str], {"type": ["array", "null"]}) == {"null"}
    assert differs(int, {"enum": ["won"]}) == {"integer", "string"}
    assert not differs(report.Part, {"type": "object"})
