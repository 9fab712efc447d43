"""The tables of the archive, and the views that answer what clubs ask.

Every row has one text key that says where it stands (``5f0c2a…/7/3``: game, entry, place), so that keys stay the same
whenever the archive is made anew, and every reference is a foreign key.
"""

VERSION = 4

TABLES: dict[str, dict[str, type]] = {
    "tournaments": {
        "id": str,
        "title": str,
        "scenario": str,
        "system": str,
        "players": int,
        "rounds": int,
        "document": str,
    },
    "games": {
        "id": str,
        "name": str,
        "title": str,
        "edition": str,
        "scenario": str,
        "revision": int,
        "fairness": str,
        "referee": int,
        "seats": int,
        "entries": int,
        "decisions": int,
        "draws": int,
        "corrections": int,
        "undone": int,
        "absences": int,
        "over": int,
        "state": str,
        "winner": str,
        "ended_by": str,
        "rule": str,
        "started": str,
        "last": str,
        "head": str,
        "path": str,
        "sha256": str,
        "tournament": str,
    },
    "seats": {
        "id": str,
        "game": str,
        "seat": str,
        "person": str,
        "powers": str,
        "decisions": int,
        "defaults": int,
        "absences": int,
        "result": str,
    },
    "entries": {
        "id": str,
        "game": str,
        "n": int,
        "kind": str,
        "what": str,
        "why": str,
        "muster": int,
        "opener": str,
        "undone": int,
        "asked_at": str,
        "answered_at": str,
        "head": str,
    },
    "steps": {
        "id": str,
        "game": str,
        "n": int,
        "entry": str,
        "procedure": str,
        "args": str,
        "revision": int,
        "facts": int,
    },
    "questions": {
        "id": str,
        "game": str,
        "entry": str,
        "seat": str,
        "power": str,
        "kind": str,
        "rule": str,
        "value": str,
        "by": str,
        "asked": int,
        "asked_at": str,
        "answered_at": str,
        "days": float,
    },
    "draws": {
        "id": str,
        "game": str,
        "entry": str,
        "place": int,
        "label": str,
        "purpose": str,
        "n": int,
        "kind": str,
        "dice": int,
        "sides": int,
        "result": str,
        "total": int,
        "expected": float,
        "variance": float,
        "undone": int,
    },
    "facts": {"id": str, "game": str, "step": str, "place": int, "type": str, "rule": str, "fact": str},
    "stories": {"id": str, "game": str, "step": str, "heading": str, "text": str},
    "results": {
        "id": str,
        "game": str,
        "seat": str,
        "person": str,
        "title": str,
        "scenario": str,
        "score": int,
        "result": str,
    },
    "director": {
        "id": str,
        "tournament": str,
        "n": int,
        "act": str,
        "game": str,
        "player": str,
        "seat": str,
        "marks": str,
        "reason": str,
        "day": str,
    },
}

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
