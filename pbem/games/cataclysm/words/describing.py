"""What each question says to the one who is asked: one sentence with the facts that the answer needs."""

from pbem.core.data.text import counted, listed, translate
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.production import buildable, cost_of
from ..rules.soviets import home_front_postures
from .printed import Say, plural


def produce(board: Board, ask: Ask) -> str:
    """4.2 What is collected and what it makes."""
    about, say = ask.about, Say(board)
    shown = [
        f"{say.area(each['area'])} ({each['kind']}{', limited' if each['limited'] else ''})"
        if each["area"]
        else each["kind"]
        for each in about["resources"]
    ]
    made, needed = about["rate"]
    parts = [translate("Plan the production of {power}.").format(power=say.power(ask.power))]
    parts.append(translate("Resources: {list}.").format(list=listed(shown) if shown else translate("none")))
    parts.append(
        translate("{resources} for {builds}.").format(
            resources=counted(needed, "resource").capitalize(), builds=counted(made, "build")
        )
    )
    parts.append(translate("Force pool: {list}.").format(list=listed(_pool(board, ask.power)) or translate("empty")))
    if about["boxed"]:
        boxed = listed([say.name(word) for word in about["boxed"]])
        parts.append(translate("In the production box: {list}.").format(list=boxed))
    return " ".join(parts)


def _pool(board: Board, power: str) -> list[str]:
    """4.6 ``2 armies``, ``1 tank upgrade at 2 builds``: what can be built, and what costs more than one build."""
    shown, say = [], Say(board)
    for name, number in buildable(board, power).items():
        cost = cost_of(board, name)
        shown.append(
            counted(number, say.name(name), plural(say.name(name)))
            + (translate(" at {cost} builds").format(cost=cost) if cost > 1 else "")
        )
    return shown


def counter(board: Board, ask: Ask) -> str:
    """3.7 Which counter was drawn, and what the reserve holds."""
    say = Say(board)
    drawn, reserve = ask.about["counter"], board.reserve(ask.power)
    if ask.about.get("source") == "reserve":
        return translate("Play the {counter} of the reserve.").format(counter=say.counter(drawn))
    held = translate("the reserve is empty")
    if reserve and reserve != drawn:
        held = translate("the reserve holds the {counter}").format(counter=say.counter(reserve))
    return translate("The {counter} was drawn; {held}.").format(counter=say.counter(drawn), held=held)


def interrupt(board: Board, ask: Ask) -> str:
    """3.5 What could be played before the draw."""
    return translate("The {counter} of the reserve may be played before the next draw.").format(
        counter=Say(board).counter(board.reserve(ask.power))
    )


def place_flag(board: Board, ask: Ask) -> str:
    """5.2.2 Where the flag may go."""
    say, reserve = Say(board), board.reserve(ask.power)
    if reserve is None:
        return translate("A flag was gained; the reserve is empty.")
    return translate("A flag was gained; in the reserve it would replace the {counter}.").format(
        counter=say.counter(reserve)
    )


def military_action(board: Board, ask: Ask) -> str:
    """8.0 How many actions are left, and which may be done."""
    about = ask.about
    if about.get("targets"):
        return translate("War is declared: an operation against {powers} follows at once.").format(
            powers=Say(board).powers(about["targets"])
        )
    return translate("{count} left.").format(count=counted(about.get("left", 1), "military action"))


def deploy(board: Board, ask: Ask) -> str:
    """8.4 Which units move; on the Home Front of a Communist power also that a posture may come with it (12.3)."""

    told = translate("All units of {power} may move.")
    if ask.about.get("source") == "home-front" and home_front_postures(board, ask.power):
        told += " " + translate("A line like `posture political-purges` beside it changes the posture.")
    return told.format(power=Say(board).power(ask.power))


def support(board: Board, ask: Ask) -> str:
    """10.2 Which units could come to help."""
    about = ask.about
    return translate("{area} is attacked. These may support: {units}.").format(
        area=board.area(about["area"]).name, units=Say(board).stationed(list(about["units"]))
    )


def combat_reply(board: Board, ask: Ask) -> str:
    """10.8 How many losses, and whether a retreat takes one of them."""
    about = ask.about
    text = translate("{losses} in the {combat} combat in {area}").format(
        losses=counted(about["losses"], "loss", "losses"), combat=about["combat"], area=board.area(about["area"]).name
    )
    return text + (translate("; a retreat takes one less.") if about["may_retreat"] else translate("; no retreat."))


def leaving(board: Board, ask: Ask) -> str:
    """10.10 Which units have to leave."""
    return translate("These have to leave: {units}.").format(units=Say(board).stationed(list(ask.about["to"])))


def regroup(board: Board, ask: Ask) -> str:
    """10.11 Where the battle was, and how many units may move."""
    about = ask.about
    return translate("Units may move between {area} and the friendly areas in reach: {units}.").format(
        area=board.area(about["area"]).name, units=Say(board).stationed(list(about["to"]))
    )


def force_pool(board: Board, ask: Ask) -> str:
    """4.1.2 How many counters enter or leave."""
    if "add" in ask.about:
        return translate("{count} enter the force pool.").format(count=counted(ask.about["add"], "counter"))
    return translate("{count} have to leave the force pool.").format(count=counted(ask.about["remove"], "counter"))


def armistice(board: Board, ask: Ask) -> str:
    """5.6.2 Who offers peace, or with whom an ally makes it."""
    say, about = Say(board), ask.about
    if about.get("with"):
        return translate("{power} makes peace with {others}. Who fights on is no longer its ally.").format(
            power=say.power(about["from"]), others=say.powers(about["with"])
        )
    return translate("{power} offers peace.").format(power=say.power(about["from"]))


DESCRIBED = {
    "produce": produce,
    "play-flag": counter,
    "play-offensive": counter,
    "play-unit": counter,
    "play-upgrade": counter,
    "interrupt": interrupt,
    "place-flag": place_flag,
    "military-action": military_action,
    "deploy": deploy,
    "support": support,
    "combat-reply": combat_reply,
    "retreat": leaving,
    "regroup": regroup,
    "force-pool": force_pool,
    "armistice": armistice,
}
