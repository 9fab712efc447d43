"""The pages made from the code are current, complete and true: make docs."""

import importlib.util
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import read
from pbem.core.title import game
from pbem.core.title.game import load, titles

ROOT = Path(__file__).resolve().parent.parent
SPEC = importlib.util.spec_from_file_location("pages", ROOT / "tools" / "pages.py")
MODULE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MODULE)
MAKERS = MODULE.makers()


@cache
def page(name):
    """The text of a page, made when a test asks for it and not while tests are collected."""
    return MAKERS[name]()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", MAKERS)
def test_the_page_in_docs_is_current(name):
    assert (ROOT / "docs" / "generated" / name).read_text(encoding="utf-8") == page(name), "run: make docs"


def test_the_parts_of_a_title_are_told_whole():
    tables = (game.PARTS, game.OPTIONAL, game.TELLING, game.TELLING_MAY)
    for part, text in ((part, text) for table in tables for part, text in table.items()):
        assert f"| `{part}` | {text} |\n" in page("parts-of-a-title.md")


@pytest.mark.parametrize("path", MODULE.paths_of_titles())
def test_the_page_of_a_title_is_current_and_names_what_is_there(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    assert text == MODULE.title_page(MODULE.paths_of_titles()[path], path), "run: make docs"
    folder = (ROOT / path).parent
    for named in re.findall(r"`([a-z_]+/[a-z_]+\.py)`", text):
        assert (folder / named).is_file(), named
    for module, name in re.findall(r"`([a-z_]+)\.(?!json|py)([a-z_]+)`", text.partition("## Ids")[0]):
        found = [*folder.rglob(f"{module}.py")]
        assert module == "board" or found and f"def {name}(" in found[0].read_text("utf-8"), f"{module}.{name}"
    assert not re.search(r"\b(?:I|you|your|mine|yours)\b", text, re.I)


def test_every_command_has_a_man_page_and_each_is_current():
    found = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "man").iterdir()}
    assert found == MODULE.man_pages(), "run: make docs"


def test_a_man_page_is_roff_without_a_fault():
    groff = shutil.which("groff")
    if not groff:
        pytest.skip("no groff here")
    pages = sorted(map(str, (ROOT / "man").glob("*.1")))
    command = [groff, "-man", "-Tutf8", "-ww", "-z", *pages]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_man_page_tells_every_option_of_its_command():
    for name, command in commands():
        told = (ROOT / "man" / f"pbem-{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
        for option in (option for each in family(command) for option in each.params if option.opts[0][:1] == "-"):
            assert option.opts[0] in told, f"pbem {name} {option.opts[0]}"


def commands():
    from pbem.cli.commands import COMMANDS

    return [(name, importlib.import_module(f"pbem.cli.{name.replace('-', '_')}").command) for name in COMMANDS]


def family(command):
    return [command, *getattr(command, "commands", {}).values()]


def test_every_code_has_its_row():
    from pbem.core.data.problems import templates

    rows = re.findall(r"(?m)^\| `([a-z0-9-]+)` \|", page("errors.md"))
    registered = {code for code in templates() if not code.startswith("toy-")}
    assert len(rows) == len(set(rows)) and set(rows) == registered


def test_every_command_has_its_section():
    from pbem.cli.commands import COMMANDS

    assert re.findall(r"(?m)^## pbem (\S+)$", page("commands.md")) == list(COMMANDS)


def examples():
    return [
        (title, name, example)
        for title in titles()
        for name, kind in [*load(title).kinds.items(), *load(title).petitions.items()]
        for _, _, example in kind.grammar()
        if example
    ]


@pytest.mark.parametrize("title, kind, example", examples())
def test_an_example_is_an_order_of_its_kind(title, kind, example):
    game = load(title)
    seats = next(iter(game.seats.values()))
    seat = next(iter(seats))
    lead = f"{seats[seat][0]}: " if len(seats[seat]) > 1 else ""
    text = f"game g\nseat {seat}\nentry 1\nhead {'0' * 32}\n{lead}{example}\n"
    orders, problems = read(text, game, asked=[kind])
    assert [str(problem) for problem in refusals(problems)] == []
    [item] = [*orders.answers, *orders.petitions]
    assert kind in (item.get("kind") or item["verb"], *item.get("also", ()))


def test_the_text_of_a_package_page_is_current_and_has_no_link_that_leads_nowhere_there():
    text = (ROOT / "packaging" / "description.md").read_text(encoding="utf-8")
    assert text == MODULE.description(), "run: make docs"
    assert "](" in (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert [target for target in targets if not target.startswith("https://")] == []


def test_links_between_the_papers_lead_somewhere():
    broken = []
    for page in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            path, _, anchor = target.partition("#")
            if not path.startswith("http") and not (page.parent / path if path else page).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []
