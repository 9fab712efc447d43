"""pbem report: what happened."""

import click

from .options import GAME, load_game, seat_named

FORMATS = ["text", "short", "markdown", "html", "speak", "json"]


@click.command("report", epilog="Example: pbem report malaya-7.json --since 4 --seat prc")
@GAME
@click.option("--step", "entry", type=click.IntRange(0), help="Report on this entry; by default on the last.")
@click.option("--since", type=click.IntRange(0), help="Report on everything after this entry.")
@click.option("--seat", help="For this seat: with its order form below.")
@click.option("--secret", type=click.Path(), help="The seat's own secret file: its secret lines are told too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How it is written; short is news, questions and the date, speak for screen readers.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--verified", is_flag=True, help="Verify the game first, and say so on the page (html).")
@click.option("-o", "--output", "path", default="-", type=click.Path(allow_dash=True), help="Where to write it.")
def command(game, entry, since, seat, secret, form, as_json, verified, path):
    """Tell what happened in GAME: the story, every draw with its label, what changed, who is asked what next."""
    from pbem.core.data.store import write

    file = load_game(game)
    last = file.n
    if max(entry or 0, since or 0) > last:
        raise click.UsageError(f"The game has {last} entries.")
    seat = seat_named(file, seat) if seat else None
    if entry is not None and since is not None:
        raise click.UsageError("Give --step or --since, not both.")
    text = rendered(file, "json" if as_json else form, entry, since, seat, secret, verified)
    write(path, text)


def rendered(file, form="text", entry=None, since=None, seat=None, secret=None, verified=False):
    """A report as the text of one of its formats."""
    import json

    from pbem.report.build import build

    lines = ()
    if secret:
        from pbem.core.record.secret import Secret

        lines = [one for one in Secret.read(secret).openings if one["seat"] == seat]
    report = build(file, since, entry, seat, lines, with_places=form == "speak")
    if form == "json":
        return json.dumps(report, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    orders = _form(file, report, seat, form == "short")
    if form == "html":
        return _page(file, report, orders, verified)
    if form == "markdown":
        from pbem.report.markdown import render
    elif form == "speak":
        from pbem.report.speak import render
    elif form == "short":
        from pbem.report.short import render
    else:
        from pbem.report.text import render
    return render(report, orders)


def _page(file, report, orders, verified):
    """The report as a page, with the maps of the board as it is then and the story before it."""
    from pbem.site.pages import report_page, verdict

    return report_page(file, report, orders, verdict(file) if verified else None)


def _form(file, report, seat, is_brief):
    """The order form below a report: of the seat it is for, or of the only one that is waited for."""
    seats = sorted({row["seat"] for row in report["waiting"]})
    if seat is None and len(seats) == 1:
        seat = seats[0]
    if seat not in seats:
        return ""
    from pbem.core.orders import briefs, forms

    return briefs.brief_form(file, seat) if is_brief else forms.form(file, seat)
