"""What a seat is asked as HTML that can be read, copied and sent without scripts: questions, sections of what comes
later, the forms of every order.  Where scripts run, the program of the page puts buttons in its place."""

from collections.abc import Sequence
from html import escape

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import capital

from .links import SERVED, mailto

_say = Sentences(__name__)


def questions_html(asked: Json) -> str:
    """The questions of a seat with likely answers as links; the program of the page puts buttons in their place."""
    if not asked["questions"]:
        return f'<p id="nothing">{_say("nothing")}</p>'
    return "\n".join(_question(asked, row, place) for place, row in enumerate(asked["questions"]))


def _question(asked: Json, row: Json, place: int) -> str:
    text = f"<p>{escape(row['text'])}</p>" if row["text"] else ""
    name = "served" if asked.get("address") == SERVED else "covered" if row["covered"] else "silent"
    told = _say("asked", power=escape(row["power"]), waiting=escape(row["waiting"]))
    default = _say(name, answer=escape(row["answers"][0]["said"]))
    more = "" if row["whole"] else f'<p class="small">{_say("likely")}</p>'
    return f"""<section class="question panel" id="question-{place}" data-kind="{row["kind"]}" \
aria-labelledby="question-{place}-heading" data-tab="{_tab(row["kind"])}">
<h3 id="question-{place}-heading" tabindex="-1">{told}{_rule(row)}</h3>
{text}
<p class="small">{default}</p>
{"".join(f'<p class="small">{escape(one)}</p>' for one in row["chances"])}
<div class="plain"><p>{_say("answers")}</p>
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
    kind = next(row["kind"] for row in asked["sections"] if not row["is_own"])
    return "\n".join([*own, _say("standing", kind=escape(kind), rows="".join(others))])


def _section(row: Json) -> str:
    kind = row["kind"]
    return f"""<section class="panel later" id="later-{kind}" data-kind="{kind}" data-tab="{_tab(kind)}" \
aria-labelledby="later-{kind}-heading">
<h3 id="later-{kind}-heading" tabindex="-1">{_say("later", kind=_tab(kind))}</h3>
{_default(row)}{_forms(row["forms"])}</section>"""


def _default(row: Json) -> str:
    return f'<p class="small">{_say("default", default=escape(row["default"]))}</p>'


def answer_links(asked: Json, row: Json) -> str:
    """The answers of a question as a list of links, each a mail with the whole order in it."""
    items = [_answer_link(asked, answer) for answer in row["answers"]]
    return f"<ul>{''.join(items)}</ul>"


def _answer_link(asked: Json, answer: Json) -> str:
    link, is_whole = mailto(asked, asked.get("address", ""), answer["lines"])
    lines = " ".join(f"<code>{escape(line)}</code>" for line in answer["lines"])
    names = ["is-default"] * bool(answer["default"]) + ["long-link"] * (not is_whole)
    note = "".join(f" {_say(name)}" for name in names)
    chances = "".join(f"<li>{escape(one)}</li>" for one in answer["chances"])
    told = f'<ul class="chances">{chances}</ul>' if chances else ""
    whole = "&#10;".join(map(escape, answer["full"]))
    full = f' data-full="{whole}"' if answer["full"] != answer["lines"] else ""
    return f'<li{full}><a href="{escape(link)}">{escape(answer["said"])}</a>{note} {lines}{told}</li>'


def _rule(line: Json) -> str:
    return f' <span class="rule">[{escape(line["rule"])}]</span>' if line["rule"] else ""
