"""A game in plots: what each title measures of its powers, the luck of the dice, the time that seats took.

A chart is data first: what it shows in words stands in it beside the picture.  Pictures are drawn by pygal, which is
asked for only here (pip install 'pbem[plots]').
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from statistics import median

from pbem.core.data.boards import Board
from pbem.core.data.collecting import grouped
from pbem.core.data.tables import Sentences, text_beside
from pbem.core.data.text import listed, visible
from pbem.core.play.gamefile import GameFile
from pbem.core.record.deadlines import waits
from pbem.core.record.seat_history import persons
from pbem.core.title.game import Say
from pbem.core.trial import rehearsal
from pbem.report.build import told_draw

from .film import boards
from .shapes import Moment

_say = Sentences(__name__)

WIDTH, HEIGHT = 760, 320
FINE = re.compile(r"(\d\.\d)\d+")  # a tenth of a point is enough
UNREAD = re.compile(r"<(script|style|desc)\b.*?</\1>|<!--.*?-->| id=\"[^\"]*\"| class=\"\"", re.S)
EMPTY = re.compile(
    r'<g\b[^>]*"plot tooltip-overlay".*?</g></g>|<title>[^<]*</title>|<g\b[^>]*/>|<g\b[^>]*>\s*</g>|'
    r"<defs>\s*</defs>|<defs ?/>",
    re.S,
)
STYLED = re.compile(r"\b(serie|color)-(\d+)")
COLUMNS, LONG = 3, 26  # of the legend; letters of a name that need a row for themselves
OUTCOME = "won (1) or lost (-1)"  # what a title measures first: no curve is wanted of it


Values = Sequence[float | None]
"""A number or None for each label."""
Lines = Mapping[str, Values]


class Chart:
    """One picture.

    title   what it is of
    lines   {name: [a number or None for each label]}
    labels  what stands below: the numbers of entries, or names
    is_bars bars beside each other, instead of lines
    styles  which colour and dashes each line has, by its number
    """

    def __init__(
        self,
        title: str,
        lines: Lines,
        labels: Sequence[int | str],
        is_bars: bool = False,
        styles: Iterable[int] = (),
    ) -> None:
        self.title, self.lines, self.labels, self.is_bars = title, lines, labels, is_bars
        self.styles = list(styles) or list(range(len(lines)))

    def told(self) -> str:
        """The same in words."""
        if self.is_bars:
            rows = (
                f"{name}: {', '.join(f'{label} {_number(value)}' for value, label in self._known(values))}"
                for name, values in self.lines.items()
            )
            return f"{self.title}. {'; '.join(rows)}."
        return f"{self.title}. {' '.join(self._course(name, values) for name, values in self.lines.items())}"

    def _known(self, values: Values) -> list[tuple[float, int | str]]:
        return [(value, label) for value, label in zip(values, self.labels) if value is not None]

    def _course(self, name: str, values: Values) -> str:
        known = self._known(values)
        (least, _), (most, when) = min(known), max(known, key=lambda row: row[0])
        found = {"first": known[0][0], "last": known[-1][0], "least": least, "most": most}
        told = {which: _number(value) for which, value in found.items()}
        return _say("course", name=name, when=when, **told)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def charts(file: GameFile) -> list[Chart]:
    """The Charts of a game; those of which there is nothing to see are left out."""
    measured = Measured(file)
    for _ in measured.looked_at(boards(file)):
        pass
    return charts_of(file, measured)


def charts_of(file: GameFile, measured: "Measured") -> list[Chart]:
    """The Charts of a game of which the boards were looked at (Measured)."""
    return [*_measures(file, measured), *_luck(file), *_times(file)]


def _no_stock(board: Board, power: str) -> dict[str, int]:
    """What a power has, of a title that does not tell it."""
    return {}


class Measured:
    """What the title measures of its powers, or what they have, board by board.

    found   {name: {power: {number of the entry: value}}}
    labels  the numbers of the entries
    say     the words of the last board (Game.telling)
    """

    def __init__(self, file: GameFile) -> None:
        self.powers, self.game, self.telling = list(file.charter["powers"]), file.game, file.game.telling
        self.found: dict[str, dict[str, dict[int, int]]] = {}
        self.labels: list[int] = []
        self.say: Say | None = None

    def looked_at(self, rows: Iterator[Moment]) -> Iterator[Moment]:
        """The rows of film.boards, one by one, each measured before it is passed on: so one fold of a game serves
        the curves and whoever asks for the rows."""
        stock: Callable[[Board, str], dict[str, int]] = getattr(self.telling, "stock", _no_stock)
        for entry, board, steps in rows:
            self.labels.append(entry["n"])
            measures = rehearsal.measured(self.game, board)
            for power in self.powers:
                for name, value in {**measures.get(power, {}), **stock(board, power)}.items():
                    self.found.setdefault(name, {}).setdefault(power, {})[entry["n"]] = value
            yield entry, board, steps
        self.say = self.telling.say(board)


def _measures(file: GameFile, measured: Measured) -> list[Chart]:
    """A chart for each thing that was measured."""
    found, labels, say = measured.found, measured.labels, measured.say
    if say is None:
        return []  # no board was looked at
    seen: set[tuple[float, ...]] = set()
    shown: dict[str, Chart] = {}
    for name in sorted(found, key=len):  # of two names for one thing the plainer one
        lines = {say.power(power): [rows.get(label) for label in labels] for power, rows in found[name].items()}
        told = {_course_of(values) for values in lines.values()}
        mirrored = {tuple(-step for step in course) for course in told}
        if name != OUTCOME and any(map(any, told)) and not mirrored <= seen:
            seen |= told
            shown[name] = _together(f"{name[:1].upper()}{name[1:]}", lines, labels)
    return [shown[name] for name in found if name in shown]


def _together(title: str, lines: Mapping[str, Values], labels: Sequence[int]) -> Chart:
    """A chart in which lines that lie upon each other are one, with the style of the first of them."""
    found = grouped((tuple(values), (style, name)) for style, (name, values) in enumerate(lines.items()))
    return Chart(
        title,
        {listed([name for _, name in rows]): list(values) for values, rows in found.items()},
        labels,
        styles=[rows[0][0] for rows in found.values()],
    )


def _course_of(values: Values) -> tuple[float, ...]:
    """A line by how far it has come from its start: two that are told from opposite sides mirror each other."""
    known = [value for value in values if value is not None]
    return tuple(value - known[0] for value in known)


def _luck(file: GameFile) -> Iterator[Chart]:
    """What dice showed less what chance gives, added up, and the band in which 95 of 100 games are at that place."""
    came = spread = 0.0
    lines: dict[str, list[float]] = {"what came": [], "above: 1 game in 40": [], "below: 1 game in 40": []}
    labels: list[int] = []
    for entry in file.entries:
        for draw in map(told_draw, entry.get("draws", ())):
            if draw["kind"] == "dice":
                count, sides = draw["of"]["count"], draw["of"]["sides"]
                came += sum(draw["result"]) - count * (sides + 1) / 2
                spread += count * (sides**2 - 1) / 12
        band = 1.96 * spread**0.5
        for name, value in zip(lines, (came, band, -band)):
            lines[name].append(round(value, 2))
        labels.append(entry["n"])
    if spread:
        yield Chart(_say("luck"), lines, labels)


def hours_waited(file: GameFile) -> dict[str, list[float]]:
    """``{person: [hours]}``: how long each took from being asked until the own orders came, as the calendar tells; it
    is told, not proven."""
    return grouped((wait.person, wait.days * 24) for wait in waits(file) if wait.days is not None)


def _times(file: GameFile) -> Iterator[Chart]:
    """How long people took until their orders came, half of the times and at most."""
    waited = hours_waited(file)
    if waited:
        lines = {
            _say("median"): [round(median(hours), 1) for hours in waited.values()],
            _say("longest"): [round(max(hours), 1) for hours in waited.values()],
        }
        yield Chart(_say("hours"), lines, list(waited), True)


def view_of(place: int) -> tuple[int, int, int, int]:
    """The box of a chart in svg_of, by its place there: x, y, width, height."""
    return 0, HEIGHT * place, WIDTH, HEIGHT


def svg_of(found: Sequence[Chart], heading: str) -> str:
    """Charts below each other as one SVG document, each with its words.  Raises ImportError without pygal."""
    height = HEIGHT * len(found)
    parts = [
        f'<svg x="0" y="{HEIGHT * place}" width="{WIDTH}" height="{HEIGHT}">{_drawn(chart)}</svg>'
        for place, chart in enumerate(found)
    ]
    return visible(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-labelledby="plot-title plot-desc"><title id="plot-title">{escape(heading)}</title>'
        f'<desc id="plot-desc">{escape(" ".join(chart.told() for chart in found))}</desc>\n'
        f"<style>\n{text_beside(__file__, 'files', 'plots.css')}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _columns(names: Collection[str]) -> int:
    """How many columns a legend of names has."""
    return 1 if max(map(len, names)) > LONG else min(COLUMNS, len(names))


def _drawn(chart: Chart) -> str:
    """A chart as pygal draws it, without what only its scripts and its own style need: plots.css is the style."""
    import pygal

    kind, columns = pygal.Bar if chart.is_bars else pygal.Line, _columns(chart.lines)
    picture = kind(
        css=[],
        js=[],
        disable_xml_declaration=True,
        show_dots=False,
        width=WIDTH,
        height=HEIGHT,
        title=chart.title,
        legend_at_bottom=True,
        legend_at_bottom_columns=columns,
        truncate_legend=-1,
        truncate_label=-1,
        x_labels_major_count=None if chart.is_bars else 9,
        show_minor_x_labels=chart.is_bars,
        order_min=0,  # no tenths of what comes in whole ones
        margin=12,
        margin_bottom=12 + 21 * (len(chart.lines) > columns and len(chart.lines) % columns > 0),  # a row begun
    )
    picture.x_labels = list(map(str, chart.labels))
    for name, values in chart.lines.items():
        picture.add(name, values)
    text = UNREAD.sub("", picture.render(is_unicode=True))
    while EMPTY.search(text):
        text = EMPTY.sub("", text)
    text = STYLED.sub(lambda found: f"{found[1]}-{chart.styles[int(found[2])]}", text)
    return FINE.sub(r"\1", text)


def heading_of(file: GameFile) -> str:
    """What a document of plots is called."""
    return f"{file.game.name}, game {file.name}: {listed([persons(file)[seat] for seat in file.charter['seats']])}"
