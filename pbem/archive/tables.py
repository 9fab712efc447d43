"""The tables of the archive, and the views that answer what clubs ask.

Every row has one text key that says where it stands (``5f0c2a…/7/3``: game, entry, place), so that keys stay the same
whenever the archive is made anew, and every reference is a foreign key.
"""

VERSION = 5

TYPES = {"": str, "int": int, "float": float}
TABLES: dict[str, dict[str, type]] = {
    name: {column.partition(":")[0]: TYPES[column.partition(":")[2]] for column in columns.split()}
    for name, columns in {
        "tournaments": "id title scenario system players:int rounds:int document",
        "games": """
            id name title edition scenario revision:int fairness referee:int seats:int entries:int
            decisions:int draws:int corrections:int undone:int absences:int over:int state winner ended_by
            rule turn round:int started last head path sha256 tournament
        """,
        "options": "id game option value agreed",
        "seats": "id game seat person powers decisions:int defaults:int absences:int result",
        "holders": "id game seat person since:int",
        "entries": "id game n:int kind what why muster:int opener undone:int asked_at answered_at head",
        "steps": "id game n:int entry procedure args revision:int facts:int turn round:int",
        "questions": "id game entry seat power kind rule value by asked:int",
        "waits": "id game entry seat person asked_at came_at days:float absent:int",
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
    "options": [("game", "games", "id")],
    "seats": [("game", "games", "id")],
    "holders": [("game", "games", "id"), ("seat", "seats", "id")],
    "waits": [("game", "games", "id"), ("entry", "entries", "id"), ("seat", "seats", "id")],
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
    # One row a person: from being asked until the own orders came, a stop counted once, and how often nothing came.
    "slow": """
        select person, count(distinct game) as games, count(*) as stops, count(days) as timed, avg(days) as mean_days,
               max(days) as longest_days, sum(absent) as absences
        from waits group by person
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
    # One row a person who holds or held a seat: deadlines let pass in that time, games in which one was, and games that
    # are still open and wait for nobody else in the seat.
    "silent": """
        select person, count(distinct game) as games, count(distinct unfinished) as unfinished,
               sum(absent) as absences, count(distinct case when absent then game end) as games_with_absences
        from (select holders.person as person, holders.game as game, 0 as absent,
                     case when games.state = 'open' and seats.person = holders.person then games.id end as unfinished
              from holders join games on games.id = holders.game join seats on seats.id = holders.seat
              union all select person, game, absent, null from waits)
        group by person order by absences desc, person
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

OF_A_GAME = (
    "facts",
    "stories",
    "waits",
    "holders",
    "options",
    "questions",
    "draws",
    "results",
    "steps",
    "entries",
    "seats",
)
