"""The tables of the archive, and the views that answer what clubs ask.

Every row has one text key that says where it stands (``5f0c2a…/7/3``: game, entry, place), so that keys stay the same
whenever the archive is made anew, and every reference is a foreign key.
"""

VERSION = 4

TYPES = {"": str, "int": int, "float": float}
TABLES: dict[str, dict[str, type]] = {
    name: {column.partition(":")[0]: TYPES[column.partition(":")[2]] for column in columns.split()}
    for name, columns in {
        "tournaments": "id title scenario system players:int rounds:int document",
        "games": """
            id name title edition scenario revision:int fairness referee:int seats:int entries:int
            decisions:int draws:int corrections:int undone:int absences:int over:int state winner ended_by
            rule started last head path sha256 tournament
        """,
        "seats": "id game seat person powers decisions:int defaults:int absences:int result",
        "entries": "id game n:int kind what why muster:int opener undone:int asked_at answered_at head",
        "steps": "id game n:int entry procedure args revision:int facts:int",
        "questions": "id game entry seat power kind rule value by asked:int asked_at answered_at days:float",
        "draws": """
            id game entry place:int label purpose n:int kind dice:int sides:int result total:int
            expected:float variance:float undone:int
        """,
        "facts": "id game step place:int type rule fact",
        "stories": "id game step heading text",
        "results": "id game seat person title scenario score:int result",
        "director": "id tournament n:int act game player seat marks reason day",
    }.items()
}
"""The columns of each table with their types: texts, where nothing else is said."""
REFERENCES = {
    "games": [("tournament", "tournaments", "id")],
    "seats": [("game", "games", "id")],
    "entries": [("game", "games", "id")],
    "steps": [("game", "games", "id"), ("entry", "entries", "id")],
    "questions": [("game", "games", "id"), ("entry", "entries", "id"), ("seat", "seats", "id")],
    "draws": [("game", "games", "id"), ("entry", "entries", "id")],
    "facts": [("game", "games", "id"), ("step", "steps", "id")],
    "stories": [("game", "games", "id"), ("step", "steps", "id")],
    "results": [("game", "games", "id"), ("seat", "seats", "id")],
    "director": [("tournament", "tournaments", "id")],
}

INDEXES = {
    "questions": [["seat"], ["kind"]],
    "draws": [["purpose", "sides"]],
    "facts": [["type"], ["rule"]],
    "results": [["person"]],
    "games": [["title", "scenario"], ["path"]],
}

VIEWS = {
    # One row a purpose of dice: what came, what chance gives, and how far apart in squared standard deviations.
    "luck": """
        select games.name as game, games.title as title, draws.purpose as purpose, draws.sides as sides,
               sum(draws.dice) as dice, sum(draws.total) as total, sum(draws.expected) as expected,
               sum(draws.variance) as variance,
               (sum(draws.total) - sum(draws.expected)) * (sum(draws.total) - sum(draws.expected))
                   / sum(draws.variance) as squared_deviations
        from draws join games on games.id = draws.game
        where draws.dice > 0 and draws.variance > 0
        group by draws.game, draws.purpose, draws.sides
    """,
    # One row a person and title: how long answers took, and how often none came.
    "slow": """
        select seats.person as person, count(*) as answers, count(questions.days) as timed,
               avg(questions.days) as mean_days, max(questions.days) as longest_days,
               sum(questions.by = 'default') as defaults, count(distinct questions.game) as games
        from questions join seats on seats.id = questions.seat
        where questions.asked
        group by seats.person
    """,
    # One row a game that waits for its players (no director has decided it): how far it is, since when, how often
    # somebody was absent.
    "unfinished": """
        select name as game, title, scenario, entries, last as waiting_since, absences
        from games where state = 'open' order by last, name
    """,
    # One row a title, scenario and seat: how it fares, whoever holds it.
    "fortunes": """
        select results.title as title, results.scenario as scenario, seats.seat as seat, count(*) as games,
               sum(results.result = 'won') as won, sum(results.result = 'drawn') as drawn,
               sum(results.result = 'lost') as lost
        from results join seats on seats.id = results.seat
        group by results.title, results.scenario, seats.seat
    """,
    # One row a person: deadlines let pass, games in which one was, and games that are still open.
    "silent": """
        select seats.person as person, count(*) as games, sum(games.state = 'open') as unfinished,
               sum(seats.absences) as absences, sum(seats.absences > 0) as games_with_absences
        from seats join games on games.id = seats.game
        group by seats.person order by absences desc, person
    """,
    # One row a note of the referee in a game, and an act of a director: what was done beside the rules, and why.
    "acts": """
        select games.name as game, entries.n as entry, entries.what as what, entries.why as why,
               null as tournament, null as player
        from entries join games on games.id = entries.game where entries.kind = 'note'
        union all select game, null, act, reason, tournament, player from director
    """,
    # One row a game of which a director, and not its file, says what it came to.
    "decided": """
        select tournament, name as game, state, ended_by as why from games
        where state not in ('open', 'over') order by tournament, name
    """,
    "standings": """
        select person, count(*) as games, sum(result = 'won') as won, sum(result = 'drawn') as drawn,
               sum(result = 'lost') as lost, sum(score) as points
        from results group by person order by points desc, games, person
    """,
}

OF_A_GAME = ("facts", "stories", "questions", "draws", "results", "steps", "entries", "seats")
