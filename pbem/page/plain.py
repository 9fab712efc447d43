"""What a seat is asked as HTML that can be read, copied and sent without scripts: questions, sections of what comes
later, the forms of every order.  Where scripts run, the program of the page puts buttons in its place."""

from collections.abc import Sequence
from html import escape

from pbem.core.data.json_types import Json
from pbem.core.data.text import capital

from .links import SERVED, mailto


def questions_html(asked: Json) -> str:
    """The questions of a seat with likely answers as links; the program of the page puts buttons in their place."""
    if not asked["questions"]:
        return '<p id="nothing">You have nothing to answer now. Orders in advance are welcome.</p>'
    return "\n".join(_question(asked, row, place) for place, row in enumerate(asked["questions"]))


def _question(asked: Json, row: Json, place: int) -> str:
    text = f"<p>{escape(row['text'])}</p>" if row["text"] else ""
    taken = "Unless an order says otherwise" if row["covered"] else "If nothing has come from you by the deadline"
    taken = "If you send no other answer" if asked.get("address") == SERVED else taken
    default = escape(row["answers"][0]["said"])
    more = (
        "" if row["whole"] else '<p class="small">These are likely answers; more are legal. How they are written:</p>'
    )
    return f"""<section class="question panel" id="question-{place}" data-kind="{row["kind"]}" \
aria-labelledby="question-{place}-heading" data-tab="{_tab(row["kind"])}">
<h3 id="question-{place}-heading" tabindex="-1">{escape(row["power"])}: you are asked {escape(row["waiting"])}\
{_rule(row)}</h3>
{text}
<p class="small">{taken}: {default}</p>
{"".join(f'<p class="small">{escape(one)}</p>' for one in row["chances"])}
<div class="plain"><p>Answers, each a mail that is ready to be sent:</p>
{answer_links(asked, row)}
{more}{_forms(row["forms"])}</div>
<div class="composer"></div>
</section>"""


def _tab(kind: str) -> str:
    """What stands on the tab of a kind of question."""
    return capital(kind.replace("-", " "))


def _forms(rows: Sequence[Sequence[str]]) -> str:
    """The forms of an order as a list, each with what it means and an example."""
    items = [
        f"<li><code>{escape(shown)}</code>{f': <span>{escape(means)}</span>' if means else ''}"
        f"{f' <code class=example>{escape(example)}</code>' if example else ''}</li>"
        for shown, means, example in rows
    ]
    return f'<ul class="forms">{"".join(items)}</ul>' if items else ""


def sections_html(asked: Json) -> str:
    """The sections of what comes later: one for each kind about the seat's own plans, and one for all that it is asked
    when others act."""
    own = [_section(row) for row in asked["sections"] if row["is_own"]]
    others = [
        f'<div class="standing" data-kind="{row["kind"]}"><h4>{_tab(row["kind"])}</h4>{_default(row)}'
        f"{_forms(row['forms'])}</div>"
        for row in asked["sections"]
        if not row["is_own"]
    ]
    if not others:
        return "\n".join(own)
    about = "Each is answered as set here until you change it: write always, the question and the answer."
    example = f"always {next(row['kind'] for row in asked['sections'] if not row['is_own'])}: ANSWER"
    return "\n".join(
        [
            *own,
            '<section class="panel" id="standing" data-tab="When others act" aria-labelledby="standing-heading">'
            f'<h3 id="standing-heading" tabindex="-1">When others act</h3><p class="small">{about} '
            f"<code>{escape(example)}</code></p>{''.join(others)}</section>",
        ]
    )


def _section(row: Json) -> str:
    kind = row["kind"]
    return f"""<section class="panel later" id="later-{kind}" data-kind="{kind}" data-tab="{_tab(kind)}" \
aria-labelledby="later-{kind}-heading">
<h3 id="later-{kind}-heading" tabindex="-1">{_tab(kind)}, later in this turn</h3>
{_default(row)}{_forms(row["forms"])}</section>"""


def _default(row: Json) -> str:
    return f'<p class="small">If you say nothing: {escape(row["default"])}.</p>'


def answer_links(asked: Json, row: Json) -> str:
    """The answers of a question as a list of links, each a mail with the whole order in it."""
    items = [_answer_link(asked, answer) for answer in row["answers"]]
    return f"<ul>{''.join(items)}</ul>"


def _answer_link(asked: Json, answer: Json) -> str:
    link, is_whole = mailto(asked, asked.get("address", ""), answer["lines"])
    lines = " ".join(f"<code>{escape(line)}</code>" for line in answer["lines"])
    note = " (the default)" if answer["default"] else ""
    note += "" if is_whole else " Too long for a link: it opens a mail with the first lines; copy this into it."
    chances = "".join(f"<li>{escape(one)}</li>" for one in answer["chances"])
    told = f'<ul class="chances">{chances}</ul>' if chances else ""
    whole = "&#10;".join(map(escape, answer["full"]))
    full = f' data-full="{whole}"' if answer["full"] != answer["lines"] else ""
    return f'<li{full}><a href="{escape(link)}">{escape(answer["said"])}</a>{note} {lines}{told}</li>'


def _rule(line: Json) -> str:
    return f' <span class="rule">[{escape(line["rule"])}]</span>' if line["rule"] else ""
