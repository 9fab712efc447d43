"""What each question says to the one who is asked: one sentence with the facts that the answer needs."""

from collections.abc import Callable

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


def join_war(board: Board, ask: Ask) -> str:
    """6.1.3 Whom the war is against, and what else becomes of the alliance."""
    say, about = Say(board), ask.about
    return translate("Either {power} fights {enemies} too, or its alliance with {allies} ends.").format(
        power=say.the_power(ask.power), enemies=say.the_powers(about["enemies"]), allies=say.the_powers(about["allies"])
    )


def take_over(board: Board, ask: Ask) -> str:
    """5.5.4 Whose area it is."""
    say, about = Say(board), ask.about
    return translate("{loser} gives up {area}: an ally may take it over.").format(
        loser=say.power(about["from"]), area=say.the_area(about["area"])
    )


def posture(board: Board, ask: Ask) -> str:
    """12.3 What the posture is, and what it may become."""
    say = Say(board)
    others = listed([say.special(other) for other in options_but(ask, "keep")], "or")
    return translate("The posture is {now}; it may become {others}.").format(
        now=say.special(ask.about["now"]), others=others
    )


def free_action(board: Board, ask: Ask) -> str:
    """3.7.4 Which event gives the action."""
    return translate("The event gives a political action without a flag: {event}.").format(event=ask.about["event"])


def china_attack(board: Board, ask: Ask) -> str:
    """11.4.5 Who attacks, and the pairs of areas."""
    say = Say(board)
    pairs = [" > ".join(map(say.area, pair.split(">"))) for pair in ask.options]
    return translate("The attack is that of {party}: {pairs}.").format(
        party=say.party(ask.about["faction"]), pairs=listed(pairs, "or")
    )


def china_retreat(board: Board, ask: Ask) -> str:
    """11.4.1 Which army leaves, and where it may go."""
    say, about = Say(board), ask.about
    text = translate("The army of {party} leaves {area}, for {spots}.")
    if "stand" in ask.options:
        text = translate("The army of {party} may leave {area}, for {spots}.")
    spots = listed([say.the_area(spot) for spot in options_but(ask, "stand")], "or")
    return text.format(party=say.party(about["faction"]), area=say.the_area(about["area"]), spots=spots)


def china_expand(board: Board, ask: Ask) -> str:
    """11.4.7 Where to, and with how many dice."""
    say, about = Say(board), ask.about
    areas = listed([say.the_area(area) for area in options_but(ask, "none")], "or")
    return translate("It is {party} who may expand, into {areas}, with {dice}.").format(
        party=say.party(about["faction"]), areas=areas, dice=counted(about["dice"], "die", "dice")
    )


def permit(board: Board, ask: Ask) -> str:
    """9.1 Which units, and what for."""
    say, about = Say(board), ask.about
    text = translate("{power} wants to use {units} in an operation against {target}.")
    if about["form"] == "support":
        text = translate("{power} wants the support of {units} in {target}.")
    return text.format(
        power=say.power(about["to"]), units=say.stationed(list(about["units"])), target=say.the_area(about["target"])
    )


def spend_aid(board: Board, ask: Ask) -> str:
    """9.7.1 Whose aid is there."""
    say = Say(board)
    return translate("{area} is attacked. Equal aid lies there of {powers}.").format(
        area=say.area(ask.about["area"]), powers=say.the_powers(list(ask.options))
    )


def transfer(board: Board, ask: Ask) -> str:
    """4.4.1 What may be given, and to whom."""
    count = counted(len(ask.about["resources"]), "resource").capitalize()
    return translate("{count} may be given to {powers}.").format(
        count=count, powers=Say(board).the_powers(list(ask.about["to"]))
    )


def ally(board: Board, ask: Ask) -> str:
    """6.1 Who proposes it, and what it costs."""
    return translate("{power} proposes an alliance; each partner plays the flag of its reserve for it.").format(
        power=Say(board).power(ask.about["by"])
    )


def regime_aid(board: Board, ask: Ask) -> str:
    """11.1 Where it would lie."""
    return translate("Civil war takes {area} from {power}: one marker of aid may stay there.").format(
        area=Say(board).the_area(ask.about["area"]), power=Say(board).the_power(ask.power)
    )


def aid_side(board: Board, ask: Ask) -> str:
    """11.1 Where it lies."""
    return translate("The Influence in {area} becomes aid, for one of the two sides.").format(
        area=Say(board).the_area(ask.about["area"])
    )


def status_quo_flag(board: Board, ask: Ask) -> str:
    """3.2.2 What the test would be rolled for."""
    stability = translate(board.powers[ask.power]["stability"])
    return translate("Whoever takes it tests its stability, which is {stability} now.").format(stability=stability)


def places(template: str) -> Callable[[Board, Ask], str]:
    """A description that names the areas to choose from."""
    return lambda board, ask: translate(template).format(areas=Say(board).the_areas(list(ask.options)))


def equals(board: Board, ask: Ask) -> str:
    """3.1 Who is equal, and how it is decided (R-3.1-ties)."""
    return translate("Equals: {powers}. Whom all of them name goes first; otherwise the lot decides.").format(
        powers=Say(board).powers(options_but(ask, "lot"))
    )


def set_reserve(board: Board, ask: Ask) -> str:
    """3.2.4 What there is to choose from."""
    names = [Say(board).name(word) for word in options_but(ask, "nothing")]
    return translate("In the production box: {list}.").format(list=listed(names))


def options_but(ask: Ask, word: str) -> list[str]:
    """What may be chosen but for one."""
    return [option for option in ask.options if option != word]


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
    "free-action": free_action,
    "join-war": join_war,
    "status-quo-flag": status_quo_flag,
    "regime-aid": regime_aid,
    "aid-side": aid_side,
    "ally": ally,
    "posture": posture,
    "take-over": take_over,
    "set-reserve": set_reserve,
    "civil-war-order": places("To be resolved: {areas}."),
    "spend-aid": spend_aid,
    "opportunity-order": places("Up for grabs: {areas}."),
    "take-flag": lambda board, ask: translate("A flag is gained: that of Il Duce, or an ordinary one."),
    "equals": equals,
    "china-attack": china_attack,
    "china-retreat": china_retreat,
    "china-expand": china_expand,
    "transfer": transfer,
    "permit": permit,
}
