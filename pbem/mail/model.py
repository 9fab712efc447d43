"""The ten sentences by which a player knows what becomes of what he writes; the same in the first mail, in help, and in
docs/players.md and docs/orders.md."""

from textwrap import wrap

TEN = (
    "Your sheet is what you want done from now to the end of your coming turn; when that turn is over, the sheet is "
    "over.",
    "Your standing orders are what you want done always, when others act or nothing much hangs on it, until you take "
    "them back.",
    "Write `next` before a line for the turn after; it is played unless what it names has changed, and then we ask "
    "you.",
    "Each mail adds to your sheet; a new order for the same units takes the place of the old one, `instead` begins a "
    "section anew, and `cancel 4` takes line 4 away; if you repeat some lines and leave out others, we ask.",
    "Every answer of ours ends with the list of what stands now: what is not in the list will not be done.",
    "A mail is taken whole or not at all; if we are not sure, what stood still stands, and the game waits for your yes "
    "until the deadline.",
    "`if` decides one line, `else` below it is for when it is not so, `or` below a line is for when it cannot be done, "
    "`then` is for the next question of its kind.",
    "Attacks go as written or not at all, and then we ask you; after the dice, moves and landings are done as far as "
    "they can be, and you are told what was left out.",
    "`ask me if …` stops the game once and asks you; `go on` plays your sheet as it is.",
    "Your turn is played when everybody is ready: write `wait` if you are not done; at the deadline what stands is "
    "played, and the default for the rest.",
)


def ten_rows(width: int = 72) -> list[str]:
    """The sentences, numbered, as rows of text; words to be typed stand in quotation marks."""
    rows = ["What becomes of what you write, in ten sentences:"]
    for number, sentence in enumerate(TEN, 1):
        parts = sentence.split("`")
        said = "".join(f"“{part}”" if place % 2 else part for place, part in enumerate(parts))
        rows += wrap(said, width, initial_indent=f"{number:>3}. ", subsequent_indent="     ", break_on_hyphens=False)
    return rows
