"""make docs: write what is made from the code: docs/generated (commands, errors, orders of each title), the man pages
(tools/man.py), what the README shows (tools/readme.py), and its text for a package page; and, in build/examples, the
examples as pages with comments (tools/annotated.py).

    python tools/pages.py           write them
    python tools/pages.py --check   say which are not current, exit code 1
    python tools/pages.py --of TITLE FOLDER   the pages of an installed title from outside
"""

import ast
import glob
import importlib
import json
import os
import re
import sys
from functools import partial

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = "<!-- Made from the code by `make docs`. Do not edit. -->"


def main(arguments):
    from tools import readme

    if arguments[:1] == ["--of"]:
        return write_pages_of(*arguments[1:])
    stale = []
    if "--check" not in arguments:
        readme.main()  # first, for the text of the package page is made from it
    found = {f"docs/generated/{name}": text for name, text in pages().items()}
    found |= title_pages()
    found |= {f"man/{name}": text for name, text in man_pages().items()} | {"packaging/description.md": description()}
    for name, text in found.items():
        path = os.path.join(ROOT, name)
        if "--check" in arguments:
            stale += [name] if _read(path) != text else []
        else:
            readme.replace(path, text)
            print(name)
    if "--check" not in arguments:
        from tools import annotated

        annotated.main([])
    for name in stale:
        print(f"{name} is not current: make docs")
    return 1 if stale else 0


def pages():
    """``{file name: text}`` of every page."""
    return {name: make() for name, make in makers().items()}


def makers():
    """``{file name: a function that makes the text}`` of every page."""
    from pbem.core.title.game import TITLES, load

    found = {"commands.md": commands_page, "errors.md": errors_page, "parts-of-a-title.md": parts_page}
    found["kit.md"] = kit_page
    for game in map(load, TITLES):
        found |= makers_of(game)
    return found


def makers_of(game):
    """The same of the pages of one title."""
    found = {
        f"orders-{game.id}.md": partial(orders_page, game),
        f"facts-{game.id}.md": partial(facts_page, game),
        f"facts-{game.id}.json": partial(facts_schema, game),
        f"board-{game.id}.md": partial(board_page, game),
        f"rulings-{game.id}.md": partial(rulings_page, game),
    }
    return found | ({f"scenarios-{game.id}.md": partial(scenarios_page, game)} if pages_told(game) else {})


def write_pages_of(title, folder):
    """Write the pages of a title into a folder."""
    from pbem.core.title.game import load

    os.makedirs(folder, exist_ok=True)
    for name, make in makers_of(load(title)).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(make())
        print(os.path.join(folder, name))
    return 0


def man_pages():
    """``{file name: text}`` of every man page."""
    from tools import man

    return man.pages(EXIT_CODES)


def description():
    """The README as a package page shows it: a page without the papers beside it, so that a link among them becomes
    the path in the source distribution, and a picture is left out."""
    text = re.sub(r"!\[([^\]]+)\]\((?!https?://)[^)]+\)\n\n", "", _read(os.path.join(ROOT, "README.md")))
    return re.sub(r"\[([^\]]+)\]\((?!https?://)([^)\s#]+)[^)]*\)", r"\1 (`\2`)", text)


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


# -- commands --------------------------------------------------------------------------------------------

EXIT_CODES = """| exit code | meaning |
|---|---|
| 0 | done, also when the game waits for players |
| 1 | a bug of ours; it says where the traceback was put |
| 2 | wrong usage |
| 3 | orders refused: nothing was rolled or written |
| 4 | a file does not hold: damaged, altered, of another version |
| 5 | evidence is incomplete |
| 130 | interrupted (Ctrl-C): a sentence says what was written |"""


def commands_page():
    from pbem.cli.commands import COMMANDS

    lines = [
        MADE,
        "# Commands",
        "",
        "`pbem COMMAND GAME [FILES…]`; `-` is standard input, or output after `-o`.",
        "Results go to standard output, messages to standard error; `--json` is for programs ([which](../json.md)).",
        "`pbem --quiet COMMAND …` says nothing but results and what is wrong; what takes longer than two seconds is",
        "counted on a terminal.",
        "",
        EXIT_CODES,
        "",
    ]
    lines += [f"- [pbem {name}](#pbem-{name}): {text}" for name, text in COMMANDS.items()]
    for name in COMMANDS:
        command = importlib.import_module(f"pbem.cli.{name.replace('-', '_')}").command
        lines += ["", f"## pbem {name}", "", "```", *_help(command, f"pbem {name}"), "```"]
        for inner, subcommand in getattr(command, "commands", {}).items():
            lines += ["", f"### pbem {name} {inner}", "", "```", *_help(subcommand, f"pbem {name} {inner}"), "```"]
    return "\n".join(lines) + "\n"


def _help(command, name):
    import click

    command._help_option = None  # click keeps the option as whoever asked first named it
    settings = {"help_option_names": ["-h", "--help"]}
    context = click.Context(command, info_name=name, terminal_width=92, max_content_width=92, **settings)
    return [line.rstrip() for line in command.get_help(context).splitlines()]


# -- errors ----------------------------------------------------------------------------------------------

LEVELS = """Every complaint has a place (file, line, column), what was found there, a level, the number of the rule that
forbids it, a sentence, and what would be legal or what to do. All problems of all files are told at once.

- **not understood**: a word, a number or a name is not known. Near misses are suggested, never taken.
- **not allowed**: it is understood, but the rules forbid it; the rule is named.
- **note**: nothing is refused.

Codes never change their meaning and are never used again for something else. `--json` prints them."""


def in_the_plural(template):
    """The template as it reads of many things, for a list of all sentences."""
    form = r"\{(\w+):(?:[^{}|]|\{\w+\})*\|((?:[^{}|]|\{\w+\})*)\}"
    return re.sub(form, lambda found: found[2].replace("#", "{" + found[1] + "}"), template)


def errors_page():
    from pbem.core.data.problems import templates

    sentences, homes, uses = templates(), _homes(), _uses()
    lines = [MADE, "# Errors", "", LEVELS]
    for heading, room in _rooms():
        lines += ["", f"## {heading}", "", "| code | sentence | rule | what to do |", "|---|---|---|---|"]
        for code in sorted(code for code in homes if homes[code] == room):
            rules, hints = uses.get(code, ((), ()))
            sentence = _as_told(in_the_plural(sentences[code]))
            cells = [f"`{code}`", sentence, ", ".join(rules), "<br>".join(_as_told(hint) for hint in hints)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def parts_page():
    """What a title says of itself, part by part."""
    from pbem.core.title import game

    tables = (
        ("Parts that every title has", game.PARTS),
        ("Parts that a title may have", game.OPTIONAL),
        ("Parts of `telling`", game.TELLING),
        ("Parts that `telling` may have", game.TELLING_MAY),
    )
    lines = [
        MADE,
        "",
        "# The parts of a title",
        "",
        "A title is a package with `GAME = Game(id=…, name=…, …)`. What is missing, or has a name that nothing "
        "reads, is told at once. What stands behind the semicolon of a part that may be left out holds then. "
        "How a title is made: [adding-a-title.md](../adding-a-title.md).",
    ]
    for heading, parts in tables:
        lines += ["", f"## {heading}", "", "| part | what it is |", "|---|---|"]
        lines += [f"| `{name}` | {_cell(text)} |" for name, text in parts.items()]
    return "\n".join(lines) + "\n"


def kit_page():
    """Every name that a title from outside is written with, with its signature and what it says of itself."""
    import pbem.kit

    lines = [
        MADE,
        "",
        "# What a title is written with",
        "",
        "Everything that a title from outside needs is in `pbem.kit`; what is not there is the house's own and may "
        "change. The parts of a `Game` and of its `telling` have a page of their own: "
        "[parts-of-a-title.md](parts-of-a-title.md). How they go together: [adding-a-title.md](../adding-a-title.md).",
    ]
    for name in pbem.kit.__all__:
        lines += ["", f"## `{name}`", "", *_of_kit(name, getattr(pbem.kit, name))]
    return "\n".join(lines) + "\n"


def _of_kit(name, thing):
    """A function or class of the kit: its signature, its docstring, and the methods of it that a title may have."""
    import inspect

    if not callable(thing):
        return [f"A constant: `{thing!r}`." if isinstance(thing, str) else "A constant."]
    lines = [f"    {line}" for line in _signature(name, thing)]
    lines += ["", *_told(inspect.getdoc(thing))]
    for method in _methods(thing) if inspect.isclass(thing) else ():
        first = ast.get_docstring(method).partition("\n\n")[0]
        is_read = {"property", "cached_property"} & {*map(ast.unparse, method.decorator_list)}
        said = method.name if is_read else f"{method.name}({_arguments(method)})"
        lines.append(f"- `{said}`: {' '.join(first.split())}")
    return lines


def _told(text):
    return ["```", *(text or "").splitlines(), "```", ""]


def _signature(name, thing):
    """A signature, a line each where it is long."""
    import inspect

    try:
        found = inspect.signature(thing)
    except ValueError:
        return [name]
    parts = [_parameter(one) for one in found.parameters.values()]
    line = f"{name}({', '.join(parts)})"
    return [line] if len(line) < 100 else [f"{name}(", *(f"    {part}," for part in parts), ")"]


def _parameter(one):
    """A parameter with its default; a function that is one is told by the docstring."""
    stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    has_default = one.default is not one.empty
    plain = isinstance(one.default, (str, int, tuple, type(None)))
    return f"{stars}{one.name}" + (f"={one.default!r}" if has_default and plain else "=…" if has_default else "")


def _methods(thing):
    """The methods of a class, as its source has them, that say what they do."""
    import inspect
    import textwrap

    (found,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    own = [node for node in found.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    return [node for node in own if ast.get_docstring(node)]


def _arguments(method):
    """The arguments of a method in its source, without what it is called on and without types."""
    for argument in ast.walk(method.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return re.sub(r"^(self|cls)(, )?(/, |/$)?", "", ast.unparse(method.args))


# -- what a title records and asks ---------------------------------------------------------------------------------


def facts_page(game):
    """What each fact of a title holds, by which rules it is told, what each of its questions tells, and what its steps
    are given."""
    from pbem.core.title.published import Published
    from tools.told_by import told_by

    published = Published(game)
    told = {name: published.about(name) for name, kind in game.kinds.items() if kind.about}
    steps = {name: published.arguments(name) for name in game.procedures}
    return "\n".join(
        [
            MADE,
            "",
            f"# Facts and questions of {game.name}",
            "",
            "What programs find in a game file ([record.md](../record.md)) and in `--json` output. Every fact has "
            "`type` and `rule` besides, one of the numbers that tell it; a question has this as `about`, a step as "
            "`args`. `?`: it may be missing; behind a colon: what it is here, if not what the list of words says; "
            "`[…]`: a list, `<…>`: a list of exactly these, `{…}`: an object by id, `(…)`: an object with these "
            "fields, `*`: and any others, `/`: or, `~`: or null, `@`: a shape that is declared elsewhere. The same as "
            f"JSON Schema, with the answers, petitions and the board: [facts-{game.id}.json](facts-{game.id}.json). "
            f"How people write answers and petitions: [orders-{game.id}.md](orders-{game.id}.md).",
            *_fields_table("fact", game.facts.fields, told_by(game)),
            *_fields_table("question", told),
            *_fields_table("step", steps),
            "",
            "## Words",
            "",
            "| word | what it is | type |",
            "|---|---|---|",
            *(f"| `{word}` | {_cell(meaning)} | `{type}` |" for word, (type, meaning) in _words_of(game)),
            "",
            *_named_types(game.facts.words.types),
        ]
    )


def _named_types(types):
    """The types that a vocabulary has names for."""
    if not types:
        return []
    return ["## Types with a name", "", *(f"- `{name}`: `{type}`" for name, type in types.items()), ""]


def facts_schema(game):
    """The JSON Schema of what a title records: each fact, question, answer, petition and step, and the board."""
    from pbem.core.title.published import Published

    published = Published(game)
    facts = _facts_with_rules(game)
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Made from the code by `make docs`. Do not edit.",
        "title": f"A fact of {game.name}; $defs has each question, answer, petition and step, and the board as well",
        "oneOf": [{"$ref": f"#/$defs/fact-{type}"} for type in facts],
        "$defs": {
            **{f"fact-{type}": schema for type, schema in facts.items()},
            **{name: published.schema(name) for name in published.names if not name.startswith("fact-")},
        },
    }
    defined = ",\n".join(f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in whole.pop("$defs").items())
    head = json.dumps(whole, indent=1).removesuffix("\n}")
    return f'{head},\n "$defs": {{\n{defined}\n }}\n}}\n'


def _facts_with_rules(game):
    """The schema of each fact of a title, with the numbers of the rules that tell it; a correction bears none."""
    from pbem.core.title.published import fact_schema
    from tools.told_by import told_by

    told = told_by(game)
    rules = {type: None if type == "corrected" else {"enum": told[type]} for type in game.facts.fields}
    return {type: fact_schema(type, fields.schema, rules[type]) for type, fields in sorted(game.facts.fields.items())}


def board_page(game):
    """What a board of a title holds: how one asks for it, and how a position or a correction sets it."""
    from pbem.core.title.queries import form

    rows = []
    for name, field in game.table.fields.items():
        said = "; ".join(f"`{field.part} {word}`" for word in field.words) if field.put else ""
        if field.part in ("units", "control") and (field.put or field.part == "units"):
            said = f"`{field.part}`"
        rows.append(f"| `{form(name, field.get)}` | {_cell(field.text)} | {said} |")
    kept = [
        f"| `{name}` | {_cell(one.text)} | `{one.type}` | {_cell(one.fixed)} |"
        for name, one in game.table.state.attributes().items()
    ]
    return "\n".join(
        [
            MADE,
            "",
            f"# The board of {game.name}",
            "",
            "What `pbem show` answers, and which part of a position or of a correction (`pbem correct`) sets it. "
            "Behind a word of `set` or before it stands of what it is, `japan.money` say.",
            "",
            "| query | what it is | set by |",
            "|---|---|---|",
            *rows,
            "",
            "## The JSON of a board",
            "",
            "| name | what it is | type | why no correction changes it |",
            "|---|---|---|---|",
            *kept,
            "",
        ]
    )


def pages_told(game):
    """Whether a title tells how its scenarios are won."""
    return any(game.victory(game.new_board(_charter(game))))


def scenarios_page(game):
    """How each scenario of a title is won and what it adds to the book, in each edition."""
    lines = [
        MADE,
        "",
        f"# The scenarios of {game.name}",
        "",
        "How each one is won, which rules it adds to the book, and where they come from if not from the rulebook. "
        f"`pbem titles {game.id}/SCENARIO` prints the same, `pbem show GAME victory` tells it of a game, and the first "
        "report of every game has it.",
    ]
    for name, scenario in game.scenarios.items():
        lines += ["", f"## {name}: {scenario['name']}", "", f"{_sentenced(scenario['summary'])}"]
        for editions, page in _pages_of(game, name):
            for heading, told in page:
                only = f" (edition {', '.join(editions)})" if len(editions) < len(game.editions) else ""
                lines += ["", f"### {heading}{only}", "", *(f"- {line}" for line in told)]
    return "\n".join(lines) + "\n"


def _sentenced(text):
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _pages_of(game, scenario):
    """``[([edition], [(heading, [sentence])])]``: sections that are alike in several editions stand once."""
    from pbem.core.title.scenario_pages import page, ruled, sections

    found = {}
    for edition in game.editions:
        for heading, lines in sections(page(game, _charter(game, scenario, edition))):
            found.setdefault((heading, tuple(map(ruled, lines))), []).append(edition)
    return [(editions, [(heading, told)]) for (heading, told), editions in found.items()]


def rulings_page(game):
    """What a title decided where its book is silent, and which of it groups may choose."""
    from pbem.core.title.rulings import choice, rulings_of

    lines = [
        MADE,
        "",
        f"# Rulings of {game.name}",
        "",
        "What the book leaves open, what is done here and why, and who may choose otherwise. In a terminal: "
        f"`pbem rulings {game.id}`, or with the number of a rule. An option is agreed when a game is made "
        f"(`pbem new {game.id} --option NAME=VALUE`).",
    ]
    for row in rulings_of(game):
        lines += ["", f"## {row['id']}", "", f"Rules {', '.join(row['rules'])}. {row['question']}", ""]
        lines += [f"**{row['chosen']}** {row['reason']}", "", f"*{choice(row)}*"]
    return "\n".join([*lines, ""])


def _fields_table(what, declared, told=None):
    """The fields of facts or questions; with `told`, by which rules each fact is told."""
    rows = [f"| `{name}` | {f'`{fields.text}`' if fields.text else ''} |" for name, fields in sorted(declared.items())]
    head = [f"| {what} | fields |", "|---|---|"]
    if told:
        rows = [f"{row} {', '.join(told[name])} |" for row, name in zip(rows, sorted(declared))]
        head = [f"| {what} | fields | told by |", "|---|---|---|"]
    return ["", f"## {what.capitalize()}s", "", *head, *rows]


def _words_of(game):
    return sorted(game.facts.words.words.items())


# -- the page of a title in its package ----------------------------------------------------------------------------


def title_pages():
    """``{path: text}`` of the README of each title: what is odd about it is written by hand, above the mark."""
    return {path: title_page(title, path) for path, title in paths_of_titles().items()}


def paths_of_titles():
    """``{path of its README: title}``."""
    from pbem.core.title.game import TITLES

    return {f"{package.replace('.', '/')}/README.md": title for title, package in TITLES.items()}


def title_page(title, path):
    """The text of the README of a title."""
    from pbem.core.title.game import load

    by_hand = _read(os.path.join(ROOT, path)).partition(MADE)[0].rstrip()
    return "\n".join([by_hand, "", MADE, *_of_title(load(title))]) + "\n"


def _of_title(game):
    """Ids, chapters, rooms and the board of a title, from its code."""
    import inspect

    names = {name: found for name, found in game.names.categories.items() if len(found) <= 60}
    board = inspect.cleandoc(type(game.new_board(_charter(game))).__doc__)
    lines = [
        "",
        "## Ids",
        "",
        f"Powers: {_ids(game.powers)}. Editions: {_ids(game.editions)}. Scenarios: {_ids(game.scenarios)}.",
        "",
    ]
    lines += [f"- {name}: {_ids(found)}" for name, found in names.items() if name not in ("power", "unit")]
    lines += ["", f"Questions: {_ids(game.kinds)}.", "", f"Petitions: {_ids(game.petitions)}.", ""]
    lines += [
        "## From a chapter of the book to its files",
        "",
        "| chapter | files, those with most functions first |",
        "|---|---|",
    ]
    lines += [f"| {chapter} | {', '.join(files)} |" for chapter, files in _chapters(game).items()]
    lines += ["", "## The board", "", "```text", board, "```", "", "## The rooms"]
    for room, files in _files(game).items():
        lines += ["", f"### {room}", "", "| file | what it holds |", "|---|---|"]
        lines += [f"| {name} | {_cell(said)} |" for name, said in files.items()]
    return lines


def _charter(game, scenario="", edition=None):
    from pbem.core.record import charter

    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    return charter.make(game, "page", scenario or next(iter(game.scenarios)), edition, anchors=anchors)


def _ids(found):
    return ", ".join(f"`{id}`" for id in found)


def _chapters(game):
    """``{chapter: ["`rules/combat.py`", …]}``: where the numbers of each chapter are done."""
    from collections import Counter

    from pbem.core.title.coverage import Coverage

    coverage, found = Coverage(game), {}
    for number in coverage.numbers:
        counted = found.setdefault(re.split(r"[.-]", number)[0], Counter())
        counted.update(bearer.where.partition(":")[0] for bearer in coverage.functions(number))
    start = f"{game.package.replace('.', '/')}/"
    return {
        chapter: [f"`{path.removeprefix(start)}`" for path, _ in counted.most_common()]
        for chapter, counted in found.items()
        if counted
    }


def _files(game):
    """``{room: {"`name.py`": first sentence of its docstring}}``."""
    folder, found = os.path.join(ROOT, *game.package.split(".")), {}
    for place, rooms, names in os.walk(folder):
        rooms.sort()
        room = os.path.relpath(place, folder)
        for name in sorted(name for name in names if name.endswith(".py") and name != "__init__.py"):
            said = ast.get_docstring(ast.parse(_read(os.path.join(place, name)))) or ""
            first = re.split(r"(?<=[.])\s", " ".join(said.split("\n\n")[0].split()), maxsplit=1)[0]
            found.setdefault("the package" if room == "." else f"{room}/", {})[f"`{name}`"] = first
    return found


def _rooms():
    """``(heading, package of a title or "")``."""
    from pbem.core.title.game import TITLES, load

    yield "All titles", ""
    for title in TITLES:
        game = load(title)
        yield game.name, game.package.rpartition(".")[2]


def _room_of(path):
    parts = os.path.relpath(path, os.path.join(ROOT, "pbem")).split(os.sep)
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def _homes():
    """``{code: the package of its title, or ""}``."""
    return {
        code: _room_of(path)
        for path in glob.glob(os.path.join(ROOT, "pbem", "**", "problems.json"), recursive=True)
        for sentences in json.loads(_read(path)).values()
        for code in sentences
    }


def _uses():
    """``{code: (rules, hints)}``: how sentences are used, as far as their table or the code says so in plain text."""
    from pbem.core.data.problems import hints

    uses = {
        code: (set(), {re.sub(r"\{[^}]*\}", "…", hint)} if hint.strip("{}") else set())
        for code, hint in hints().items()
    }
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "pbem"))):
        for name in sorted(names):
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                for node in ast.walk(ast.parse(_read(path))):
                    _note_use(node, uses)
    return {code: (sorted(rules, key=_rule_key), sorted(hints)) for code, (rules, hints) in uses.items()}


def _note_use(call, uses):
    name = getattr(call, "func", None)
    name = getattr(name, "id", getattr(name, "attr", ""))
    if name not in ("Problem", "ParseError", "fail") or not call.args:
        return
    code = call.args[0]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return
    rules, hints = uses.setdefault(code.value, (set(), set()))
    for keyword in call.keywords:
        if keyword.arg == "rule" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
            rules.add(keyword.value.value)
        if keyword.arg == "hint":
            text = _literal(keyword.value)
            hints.update({text} if text.strip(" …") else ())


def _literal(node):
    """A text in the code, with … for what is put into it."""
    if isinstance(node, ast.Constant):
        return str(node.value or "")
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return ""


def _rule_key(rule):
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"[.-]", rule)]


def _cell(text):
    """A text in a table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _as_told(template):
    """The template of a message in a table; {fields} become words in italics."""
    return re.sub(r"\{([a-z_]+)[^}]*\}", lambda field: f"*{field[1].replace('_', ' ')}*", _cell(template))


# -- orders ----------------------------------------------------------------------------------------------


def orders_page(game):
    lines = [
        MADE,
        f"# Orders for {game.name}",
        "",
        "How a mail with orders is written, for all titles alike, is told in [orders.md](../orders.md).",
        "This page lists each question that the rules can ask, with every form of its answer.",
        "",
    ]
    lines += [*_names(game), "", "| question | asked | rule | without an answer |", "|---|---|---|---|"]
    for name, kind in game.kinds.items():
        silence = "the published default, at once" if kind.default_at_once else "the published default, at the deadline"
        lines.append(f"| [{name}](#{name}) | {kind.waiting} | {kind.rule} | {silence} |")
    for name, kind in game.kinds.items():
        silence = f"Without an answer: {_small(game.telling.words.of_kind(name)['default'])}"
        lines += ["", f"## {name}", "", _sentence(kind), "", silence, *_forms(kind.grammar()), *_spare([kind])]
        lines += _standing(name, kind)
    if game.petitions:
        lines += ["", "## At any time", ""]
        lines += ["These lines answer no question; each is taken up at the next moment at which it may be said."]
        for kind in game.petitions.values():
            lines += _forms(kind.grammar())
        lines += _spare(game.petitions.values())
    return "\n".join([*lines, *_conditions(game), *_examples(game)]) + "\n"


def _names(game):
    """What capital words in forms stand for."""
    types = ", ".join(f"`{id}`" for id in game.names.ids("unit-type")[:24])
    units = f" Types: {types}." if types else ""
    return [
        "In forms, capital words are places to fill: AREA an area by its name or id, UNITS a list such as",
        f"`2 infantry, armor-1 and fighter`.{units}",
        "Square brackets mark what may be left out, … what goes on in the same way.",
    ]


def _small(sentence):
    """A sentence behind a colon, unless it begins with a name."""
    first = sentence.split(None, 1)[0]
    return sentence if first in ("India", "Italy") else sentence[:1].lower() + sentence[1:]


def _sentence(kind):
    several = " Several lines make one answer." if kind.is_multiline else ""
    silent = " Nobody waits for it: the published default is taken unless a line of yours says otherwise."
    return f"Asked {kind.waiting} [{kind.rule}].{several}{silent if kind.default_at_once else ''}"


def _spare(kinds):
    """The words that are not printed in the forms and mean nothing."""
    words = sorted({f"`{words}`" for kind in kinds for words in kind.spare_words()})
    return ["", f"Said or left out, the answer is the same: {', '.join(words)}."] if words else []


def _forms(grammar):
    if not grammar:
        return []
    rows = ["", "| form | meaning | example |", "|---|---|---|"]
    for form, meaning, example in grammar:
        cells = [f"`{form}`".replace("|", "\\|"), _cell(meaning), f"`{example}`" if example else ""]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _standing(name, kind):
    example = next((example for _, _, example in kind.grammar() if example), "")
    lines = ["", f"In advance: `when {name}: {example}`"] if kind.default_at_once and example else []
    plain = [f"`{word}` for `{full}`" for word, full in kind.plain.items()]
    return [*lines, "", f"In a standing line: {' and '.join(plain)} will do."] if plain else lines


def _conditions(game):
    examples = [_condition(game, form) for form, _, _ in game.conditions.forms.values()]
    rows = [
        f"| `{form}` | {_cell(meaning)} | `{example}` |"
        for (form, meaning), example in zip(game.conditions.grammar(), examples)
    ]
    if not rows:
        return []
    return [
        "",
        "## Conditions",
        "",
        "After `if`, `ask me if`, `from` and `until`, joined by `and`; `else` is what remains. *Since one's last",
        "turn* means since the last turn of the power that is asked was over, or the game began.",
        "",
        "| condition | it holds when | so |",
        "|---|---|---|",
        *rows,
    ]


def _condition(game, form):
    """A condition as somebody may write it: each place taken by a name for it."""
    ids = {category: [*names] for category, names in game.names.categories.items()}

    def named(match):
        wanted = match[1].split("|")[0]
        return "2" if wanted == "number" else ids[wanted][(len(ids[wanted]) // 2 + match.start()) % len(ids[wanted])]

    return re.sub(r"\{([a-z|-]+)\}", named, form)


def _examples(game):
    """A queue and standing lines, written with forms of the title."""
    examples = [[row[2] for row in kind.grammar() if "->" in row[2]] for kind in game.kinds.values()]
    orders = max(examples, key=len)
    covered = [
        name for name, kind in game.kinds.items() if kind.default_at_once and any(row[2] for row in kind.grammar())
    ]
    if not game.conditions.grammar() or len(orders) < 2 or not covered:
        return []
    answer = next((example for _, _, example in game.kinds[covered[0]].grammar() if example), "")
    return [
        "",
        "## In advance",
        "",
        "A line is for the coming turn; next is for the turn after, and always for all of them.",
        "",
        "```",
        orders[0],
        f"if CONDITION: {orders[1]}",
        f"else: {orders[-1]}",
        "ask me if CONDITION",
        f"next: {orders[0]}",
        "cancel 4",
        f"always {covered[0]} in AREA: {answer} if CONDITION; else ask me",
        f"secret always {covered[0]}: {answer}",
        "```",
    ]


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main(sys.argv[1:]))
