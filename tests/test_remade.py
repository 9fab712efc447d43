"""make golden after a change of the rules: what it remakes of an example, and where it stops (tools/examples.py)."""

import json
import re
import shutil
import subprocess

import pytest

from pbem.core.title.game import load
from tests.verifier import small
from tools import annotated, examples, golden

LAST = 3  # entries of the copy


def title():
    return load("red-dragon")


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The example of Red Dragon Rising, its first entries alone, to be written on; its folder."""
    shutil.copy(annotated.EXAMPLES / "rebuilding.py", tmp_path)
    folder = tmp_path / "red-dragon"
    shutil.copytree(annotated.EXAMPLES / "red-dragon", folder)
    for path in [*folder.glob("*/??.*"), *folder.glob("*/??-*")]:
        if int(path.name[:2]) > LAST:
            path.unlink()
    rows = [row for row in json.loads((folder / "comments.json").read_text("utf-8")) if row["entry"] <= LAST]
    (folder / "comments.json").write_text(json.dumps(rows), "utf-8")
    rows = [row for row in text(folder, "README.md").splitlines() if not re.match(r"\| ([4-9]|1\d) \|", row)]
    (folder / "README.md").write_text("\n".join(rows), "utf-8")
    monkeypatch.setattr(annotated, "EXAMPLES", tmp_path)
    monkeypatch.setattr(
        load("red-dragon"), "revision", json.loads(text(folder, "start.json"))[0]["charter"]["revision"]
    )
    return folder


@pytest.fixture
def raised(copy, monkeypatch):
    """The title has the revision after that of the example."""
    monkeypatch.setattr(title(), "revision", title().revision + 1)


def text(folder, name):
    return (folder / name).read_text("utf-8")


def lines(folder):
    return [json.loads(line)[0] for line in text(folder, f"games/{LAST:02}.json").splitlines()]


def texts(folder):
    files = [path for path in folder.rglob("*.*") if path.is_file() and path.suffix != ".pyc"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def without_heads(mail):
    return re.sub(r"(?m)^head .*", "head", mail)


def remake(capsys):
    """``(exit code, what it says)`` of the command."""
    code = examples.main(["red-dragon"])
    return code, capsys.readouterr().out


def test_a_new_revision_that_decides_nothing_of_it_otherwise_leaves_every_file_as_it_is(copy, capsys, monkeypatch):
    remake(capsys)
    before = texts(copy)
    monkeypatch.setattr(title(), "revision", title().revision + 1)
    assert remake(capsys) == (0, "examples/red-dragon is written\n")
    assert texts(copy) == before and json.loads(text(copy, "start.json"))[0]["charter"]["revision"] < title().revision


def test_words_that_are_told_otherwise_are_written_into_the_reports_alone(copy, raised, capsys):
    report = text(copy, "reports/02.txt")
    (copy / "reports/02.txt").write_text("Told otherwise.\n", "utf-8")
    old = lines(copy)
    assert remake(capsys)[0] == 0
    assert text(copy, "reports/02.txt") == report and lines(copy) == old


def test_where_it_differs_it_is_played_again_with_its_draws_and_every_mail_as_it_was_written(
    copy, raised, capsys, monkeypatch
):
    before, old = texts(copy), lines(copy)
    change(monkeypatch)
    assert remake(capsys) == (0, "examples/red-dragon is written\n")
    after, new = texts(copy), lines(copy)
    assert new[0]["charter"]["revision"] == title().revision == old[0]["charter"]["revision"] + 1
    told = [[(line["draws"], line["used"]) for line in game[1:]] for game in (old, new)]
    assert told[0] == told[1] and len(new) == LAST + 1
    assert all(fact["rule"] == "0.0" for line in new[1:] for step in line["steps"] for fact in step["facts"])
    assert all(one["before"] != other["before"] for one, other in zip(old[1:], new[1:]))
    assert before.keys() == after.keys()
    for name in before:
        if name.startswith("mails/"):
            assert without_heads(before[name].decode()) == without_heads(after[name].decode()), name
    for number, line in enumerate(new[1:], 1):
        (mail, *_) = copy.glob(f"mails/{number:02}-???.txt")
        assert f"\nhead {line['before'][:32]}\n" in mail.read_text("utf-8")
    assert text(copy, "verification.txt").startswith("Everything holds.\n")
    shutil.copy(copy / f"games/{LAST:02}.json", copy.parent / "game.json")
    assert small.alone(copy.parent / "game.json").returncode == 0
    assert remake(capsys)[0] == 0 and texts(copy) == after  # and once more: nothing is left to do


def test_facts_that_differ_under_the_same_revision_are_not_written(copy, capsys, monkeypatch):
    before = texts(copy)
    change(monkeypatch)
    code, said = remake(capsys)
    assert code == 1 and texts(copy) == before
    assert "Entry 1: the same mails come to something else under the revision" in said and "BECAUSE=" in said
    monkeypatch.setattr(title(), "revision", title().revision + 1)
    assert remake(capsys)[0] == 0 and texts(copy) != before


def change(monkeypatch):
    """A small change of the rules: each fact bears another number."""
    from pbem.core.rules.engine import Table

    emit = Table.emit
    monkeypatch.setattr(Table, "emit", lambda t, type, **fields: emit(t, type, **{**fields, "rule": "0.0"}))


def test_other_words_in_a_mail_need_no_revision(copy, capsys):
    mail = copy / f"mails/{LAST:02}-bob.txt"
    words = mail.read_text("utf-8")
    mail.write_text(re.sub(r"(?m)^op 7 .*", "pass", words), "utf-8")
    assert remake(capsys)[0] == 0  # an example may be of an earlier revision, as long as its lines come to the same
    before = lines(copy)
    mail.write_text(words, "utf-8")
    assert remake(capsys)[0] == 0
    after = lines(copy)
    assert after[:LAST] == before[:LAST] and after[LAST]["steps"] != before[LAST]["steps"]


def test_a_mail_that_no_longer_fits_is_named_and_what_came_before_it_is_written(copy, raised, capsys):
    mail = copy / f"mails/{LAST:02}-bob.txt"
    mail.write_text(re.sub(r"(?m)^op 7 .*", "op 99 nowhere", mail.read_text("utf-8")), "utf-8")
    code, said = remake(capsys)
    assert code == 1 and said.startswith("examples/red-dragon: 03-bob.txt: pbem seal") and "nowhere" in said, said
    reports = sorted(path.name for path in (copy / "reports").iterdir())
    assert reports == [f"{number:02}.txt" for number in range(1, LAST)]
    charter = json.loads(text(copy, "start.json"))[0]["charter"]
    assert charter["revision"] == title().revision and charter["again"]


def test_a_comment_that_is_no_longer_so_is_told(copy, raised, capsys):
    comments = text(copy, "comments.json").replace("UN cease-fire talks", "No talks at all")
    (copy / "comments.json").write_text(comments, "utf-8")
    code, said = remake(capsys)
    assert code == 1 and "examples/red-dragon: comments.json, entry 1, says: nothing says “No talks at all”" in said


def test_one_command_names_all_that_is_remade():
    command = ["make", "-n", "-o", ".venv/ready", "golden", "TITLE=cataclysm", "BECAUSE=1.6: a test."]
    ran = subprocess.run(command, cwd=golden.ROOT, capture_output=True, text=True, check=True)
    assert [re.sub(r".*/python ", "", line) for line in ran.stdout.splitlines() if "/python " in line] == [
        'tools/golden.py cataclysm --because "1.6: a test."',
        "tests/report/golden.py cataclysm",
        "tools/examples.py cataclysm",
        "tools/pages.py",
    ]
