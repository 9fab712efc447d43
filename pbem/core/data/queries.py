"""Named board queries: how `show`, positions, cases and conditions look at a board.

A title has ``game.queries``: {name: function(board, *ids)}.  A query is written with dots or spaces, the name
first or second: ``vp``, ``control taiwan``, ``taiwan.control``, ``taiwan.units.prc``, ``korea.war`` (a name
with a dot in it). Arguments are names as people write them.
"""

from .problems import NOT_UNDERSTOOD, Problem, Refused, messages

messages(
    {
        "unknown-query": "{title} has no board query {query!r}.",
        "query-arguments": "The query {query} cannot be asked of {arguments}.",
    }
)


def ask(game, board, text):
    """The value of a query, as JSON; raises Refused for an unknown query or arguments that do not fit."""
    name, arguments = find(game, text)
    function = game.queries[name]
    arguments = [_argument(game, argument) for argument in arguments]
    try:
        _fit(function, board, arguments)
        return plain(function(board, *arguments))
    except (LookupError, TypeError, ValueError) as error:
        shown = " ".join(map(str, arguments)) or "nothing"
        hint = f"It is written {form(name, function)}."
        problem = Problem("query-arguments", level=NOT_UNDERSTOOD, query=name, arguments=shown, hint=hint)
        raise Refused([problem]) from error


def find(game, text):
    """``(name, [arguments as typed])`` of a query; raises Refused for an unknown one, with near misses."""
    dotted = text.strip().replace(" ", ".")
    parts = [part for part in dotted.split(".") if part]
    if dotted in game.queries:
        return dotted, []
    if parts and parts[0] in game.queries:
        return parts[0], parts[1:]
    if len(parts) > 1 and parts[1] in game.queries:
        return parts[1], [parts[0], *parts[2:]]
    from ..orders.names import hint, near_hint

    suggested = near_hint(text, {name: name for name in game.queries})
    suggested = suggested or hint("There are {names}.", sorted(game.queries), "and")
    raise Refused(
        [Problem("unknown-query", level=NOT_UNDERSTOOD, title=game.name, query=text, hint=suggested)]
    )


def described(game):
    """The queries of a title as ``[{"query": form, "text": meaning}]``, by name."""
    rows = []
    for name, function in sorted(game.queries.items()):
        meaning = (function.__doc__ or "").strip().split("\n")[0]
        rows.append({"query": form(name, function), "text": meaning})
    return rows


def form(name, function):
    """How a query is written: its name and the names of its arguments in capitals."""
    return " ".join([name, *[parameter.upper() for parameter in _parameters(function)]])


def plain(value):
    """A query's value as JSON: tuples as lists, sets sorted."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    return value


def _argument(game, text):
    """The id that is named, a number, or the text as it is."""
    return game.names.known(text) or (int(text) if text.isdecimal() else text)


def _parameters(function):
    """The names of a query function's parameters after the board."""
    from inspect import signature

    return list(signature(function).parameters)[1:]


def _fit(function, board, arguments):
    from inspect import signature

    signature(function).bind(board, *arguments)
