"""How facts are recorded: the registers of reducers, and the changes that many of them make."""


def recorders(reducers):
    """The decorators that register reducers in `reducers`, the dict of a module: ``fact`` and ``told``."""

    def fact(type, due=()):
        """Register the reducer of a fact type; every one of them bumps the version of the board.

        due   what the change makes due (rules/due.py): put on the board's queue, which no state holds
        """

        def mark(function):
            def reducer(board, made):
                function(board, made)
                board.version += 1
                board.steady = type == "stage-reached"
                board.due.update(due)

            reducers[type] = reducer
            return function

        return mark

    def told(*types):
        """Fact types that tell the story and change nothing."""
        for type in types:
            reducers[type] = lambda board, made: None

    return fact, told


def put(board, counter, place):
    board.place[counter] = place


def turn_up(board, counter, back):
    """Show the back (True) or the front of a counter: upgraded units, offensives on their resource side."""
    if back:
        board.upgraded[counter] = True
    else:
        board.upgraded.pop(counter, None)


def set_coast(board, unit, coast):
    if coast:
        board.coast[unit] = coast
    else:
        board.coast.pop(unit, None)
