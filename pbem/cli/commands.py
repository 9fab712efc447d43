"""The commands, each with its line of help, below the headings of `pbem --help`: what the group, the pages and the
settings know of them without importing any."""

SECTIONS: dict[str, dict[str, str]] = {
    "To begin": {
        "titles": "Titles, editions, scenarios, options and unit codes.",
        "new": "Make a new game file.",
        "seat": "A seat's own chain of envelopes.",
    },
    "To play": {
        "status": "Who has to answer, what, and since when.",
        "show": "Look at the board: named queries.",
        "ask": "What a player asks, answered from the board.",
        "odds": "The exact odds of a battle.",
        "map": "Draw the board as a picture.",
        "plot": "Draw the game as curves: points, strength, luck, time.",
        "form": "Write an order form for what a seat is asked now.",
        "order": "Write orders at the terminal, question by question.",
        "check": "Check order files; draws nothing.",
        "whatif": "Rehearse orders with throw-away draws.",
        "seal": "Add head and envelope to an order file.",
        "orders": "Order files from text to JSON and back.",
        "take": "Take up the lines of a game that came by mail.",
        "pass-over": "Vouch that no orders came from a seat.",
        "word": "Sign another player's proposal.",
    },
    "To referee": {
        "adjudicate": "Play to the next stop.",
        "run": "Carry on games by mail until somebody has to answer.",
        "receipt": "Sign for orders that arrived.",
        "report": "What happened, told as a report.",
        "due": "Who is late, and when the others are due.",
        "absence": "Announce an absence: a seat's deadline moves.",
        "mail": "Messages in, messages out: the desk of a referee who plays by mail.",
        "desk": "Takeback by consent, hand-over of the referee, a word to everybody.",
        "position": "The board as a position file.",
        "correct": "Change the board by hand, on record.",
        "reopen": "Go back to an earlier entry, on record.",
    },
    "To trust": {
        "verify": "Recompute everything from the start.",
        "explain": "Why an entry went as it did.",
        "diff": "What is different now.",
        "openings": "Open what was still closed when the game was over.",
    },
    "To look behind": {
        "rules": "From a rule number to the code and its cases.",
        "rulings": "What was decided where a book is silent, and who may choose.",
        "title": "A title of one's own: write a first one, look at what it promises.",
        "data": "Where the values of a title come from; component packs.",
        "case": "Run a case and tell its story.",
        "selfplay": "Games by machines, with a census.",
        "config": "Desk settings, and where each comes from.",
        "completion": "The script that completes commands in a shell.",
    },
    "To run a club": {
        "tournament": "Players paired, games made, results read, a table.",
        "archive": "Many games in one database, to be asked and browsed.",
        "site": "Pages of a club's games, with maps.",
    },
}
COMMANDS = {name: line for commands in SECTIONS.values() for name, line in commands.items()}
