"""What can happen, as reducers: fact type -> function(board, fact).  No legality here; rules decide, facts record.

Facts of chapters 7 to 10 and 12 stand in facts_military.py and are merged below.
"""

from .board import copied

REDUCERS = {}


def fact(type):
    """Register the reducer of a fact type; every one of them bumps the version of the board."""

    def mark(function):
        def reducer(board, made):
            function(board, made)
            board.version += 1
            board.steady = type == "stage-reached"

        REDUCERS[type] = reducer
        return function

    return mark


def told(*types):
    """Fact types that tell the story and change nothing."""
    for type in types:
        REDUCERS[type] = lambda board, made: None


# -- counters --------------------------------------------------------------------------------------------------


def put(board, counter, place):
    board.place[counter] = place


def turn_up(board, counter, back):
    """Show the back (True) or the front of a counter: upgraded units, offensives on their resource side."""
    if back:
        board.upgraded[counter] = True
    else:
        board.upgraded.pop(counter, None)


@fact("counter-drawn")  # {counter, power, ideology, number}
def counter_drawn(board, made):
    put(board, made["counter"], "hand")
    board.drawn, board.last = made["number"], made["ideology"]


@fact("interrupted")  # {power, counter, ideology}: a counter is played from reserve
def interrupted(board, made):
    put(board, made["counter"], "hand")
    board.last = made["ideology"]


@fact("counter-reserved")  # {power, counter}
def counter_reserved(board, made):
    put(board, made["counter"], "reserve")


@fact("counter-rejected")  # {power, counter, why}: back to the status card (3.6)
def counter_rejected(board, made):
    put(board, made["counter"], "available")
    turn_up(board, made["counter"], False)


@fact("counter-returned")  # {power, counter}: a played flag or offensive goes back to the status card
def counter_returned(board, made):
    put(board, made["counter"], "available")


@fact("counter-kept")  # {counter, power, to}: to a turn of the turn track
def counter_kept(board, made):
    put(board, made["counter"], made["to"])


@fact("counters-pooled")  # {power, counters, to}: cup, box or available
def counters_pooled(board, made):
    for counter in made["counters"]:
        put(board, counter, made["to"])


@fact("counter-removed")  # {counter, power, why}: out of the game
def counter_removed(board, made):
    put(board, made["counter"], "removed")
    turn_up(board, made["counter"], False)
    board.coast.pop(made["counter"], None)


@fact("counters-removed")  # {counters, power, why}: all at once (5.5.4)
def counters_removed(board, made):
    for counter in made["counters"]:
        put(board, counter, "removed")
        turn_up(board, counter, False)
        board.coast.pop(counter, None)


@fact("flag-gained")  # {power, counter, to, why}
def flag_gained(board, made):
    put(board, made["counter"], made["to"])


@fact("offensives-gained")  # {power, counters, to, why}
def offensives_gained(board, made):
    for counter in made["counters"]:
        put(board, counter, made["to"])
        turn_up(board, counter, False)


@fact("unit-built")  # {power, counter, cost, to}
def unit_built(board, made):
    put(board, made["counter"], made["to"])


@fact("force-pool-changed")  # {power, added, removed}
def force_pool_changed(board, made):
    for counter in made["added"]:
        put(board, counter, "available")
    for counter in made["removed"]:
        put(board, counter, "storage")
        turn_up(board, counter, False)
        board.coast.pop(counter, None)


# -- units on the map ------------------------------------------------------------------------------------------


@fact("unit-placed")  # {power, unit, area, coast}
def unit_placed(board, made):
    put(board, made["unit"], made["area"])
    set_coast(board, made["unit"], made.get("coast"))


@fact("unit-moved")  # {power, unit, from, to, coast, why}; side: which side was up, where it is told
def unit_moved(board, made):
    put(board, made["unit"], made["to"])
    set_coast(board, made["unit"], made.get("coast"))


@fact("unit-destroyed")  # {power, unit, side, area, why}: to the force pool; a minor army leaves the game
def unit_destroyed(board, made):
    put(board, made["unit"], "available" if made["power"] else "removed")
    turn_up(board, made["unit"], False)
    board.coast.pop(made["unit"], None)


@fact("unit-withdrawn")  # {power, unit, side, area, to}: to the cup (8.4.1, 2.2.4)
def unit_withdrawn(board, made):
    put(board, made["unit"], made["to"])
    turn_up(board, made["unit"], False)
    board.coast.pop(made["unit"], None)


@fact("unit-upgraded")  # {power, unit, marker}
def unit_upgraded(board, made):
    turn_up(board, made["unit"], True)
    put(board, made["marker"], "available")


@fact("unit-reduced")  # {power, unit, side, area, why}: an upgraded unit flips back
def unit_reduced(board, made):
    turn_up(board, made["unit"], False)


def set_coast(board, unit, coast):
    if coast:
        board.coast[unit] = coast
    else:
        board.coast.pop(unit, None)


# -- areas -----------------------------------------------------------------------------------------------------


@fact("control-changed")  # {area, power, from, cubes, why}: cubes {power or neutral: number}, {} for none
def control_changed(board, made):
    if made["cubes"]:
        board.cubes[made["area"]] = dict(made["cubes"])
    else:
        board.cubes.pop(made["area"], None)


@fact("base-changed")  # {area, owner, from}: owner a power, "unowned", or None: the base is removed
def base_changed(board, made):
    if made["owner"]:
        board.bases[made["area"]] = made["owner"]
    else:
        board.bases.pop(made["area"], None)


@fact("limited-resource-placed")  # {area, kind}
def limited_resource_placed(board, made):
    board.limited = sorted({*board.limited, made["area"]})


@fact("limited-resource-removed")  # {area, why}
def limited_resource_removed(board, made):
    board.limited = [area for area in board.limited if area != made["area"]]


@fact("resource-damaged")  # {area}
def resource_damaged(board, made):
    board.damage[made["area"]] = board.damage.get(made["area"], 0) + 1


@fact("damage-repaired")  # {areas}
def damage_repaired(board, made):
    board.damage = {}


@fact("civil-war-begun")  # {area}
def civil_war_begun(board, made):
    board.civil_wars = sorted({*board.civil_wars, made["area"]})
    board.influence = [area for area in board.influence if area != made["area"]]


@fact("civil-war-ended")  # {area, winner, influence}: influence True flips the marker
def civil_war_ended(board, made):
    board.civil_wars = [area for area in board.civil_wars if area != made["area"]]
    if made.get("influence"):
        board.influence = sorted({*board.influence, made["area"]})


@fact("influence-removed")  # {area}
def influence_removed(board, made):
    board.influence = [area for area in board.influence if area != made["area"]]


@fact("aid-placed")  # {power, area, side, counter}
def aid_placed(board, made):
    put(board, made["counter"], f"aid:{made['area']}:{made['side']}")


@fact("aid-removed")  # {power, area, counters, why}
def aid_removed(board, made):
    for counter in made["counters"]:
        put(board, counter, "available")


@fact("influence-held")  # {power, area, counter}
def influence_held(board, made):
    put(board, made["counter"], f"influence:{made['area']}")


# -- China -----------------------------------------------------------------------------------------------------


@fact("chinese-war-turned")  # {status, areas}: active or inactive, with the garrisoned areas that make it so
def chinese_war_turned(board, made):
    board.special["china"] = made["status"]


@fact("chinese-war-ended")  # {winner}: the faction that is left
def chinese_war_ended(board, made):
    board.special["china"] = "ended"


@fact("chinese-army-placed")  # {army, faction, area}
def chinese_army_placed(board, made):
    put(board, made["army"], made["area"])


@fact("chinese-army-removed")  # {army, faction, area, why}
def chinese_army_removed(board, made):
    put(board, made["army"], "storage")


@fact("chinese-army-turned")  # {army, by, faction, area}: the counter shows the other faction
def chinese_army_turned(board, made):
    put(board, made["army"], "storage")
    put(board, made["by"], made["area"])


@fact("chinese-army-moved")  # {army, faction, from, to, aid}: a retreat; its aid goes with it
def chinese_army_moved(board, made):
    put(board, made["army"], made["to"])
    for counter in made["aid"]:
        put(board, counter, f"aid:{made['to']}:{made['faction']}")


# -- powers ----------------------------------------------------------------------------------------------------


@fact("stability-changed")  # {power, from, to, why}
def stability_changed(board, made):
    board.powers[made["power"]]["stability"] = made["to"]


@fact("commitment-changed")  # {power, from, to, raised}
def commitment_changed(board, made):
    state = board.powers[made["power"]]
    state["commitment"] = made["to"]
    state["raised"] = state["raised"] or made["raised"]


@fact("effectiveness-reduced")  # {power, why}
def effectiveness_reduced(board, made):
    board.powers[made["power"]]["shaken"] = True


@fact("failed-actions-changed")  # {power, failed: {action: cubes}}
def failed_actions_changed(board, made):
    board.powers[made["power"]]["failed"] = dict(made["failed"])


@fact("ability-lost")  # {power, ability}
def ability_lost(board, made):
    state = board.powers[made["power"]]
    state["abilities"] = [each for each in state["abilities"] if each != made["ability"]]


@fact("posture-changed")  # {power, from, to}
def posture_changed(board, made):
    board.powers[made["power"]].update(posture=made["to"], moved_posture=True)


@fact("special-changed")  # {name, value}: memory of chapter 12 rules
def special_changed(board, made):
    board.special[made["name"]] = made["value"]


@fact("resource-transferred")  # {power, to, area, kind, arrives}: arrives False: it is lost on the way (4.4.1)
def resource_transferred(board, made):
    gift = {name: made[name] for name in ("to", "area", "kind", "arrives")}
    board.special["transfers"] = [*board.special.get("transfers", ()), gift]


@fact("transfers-over")  # {}: what was transferred has been collected
def transfers_over(board, made):
    board.special.pop("transfers", None)


@fact("atomic-losses")  # {power, losses}: they count towards its surrender threshold (12.2.2)
def atomic_losses(board, made):
    board.special["atomic"] = {made["power"]: made["losses"]}


@fact("atomic-over")  # {}: the operation of the bomb and its consequences are over
def atomic_over(board, made):
    board.special.pop("atomic", None)


@fact("marker-changed")  # {marker, to, why}: a global or special marker enters, moves or leaves play
def marker_changed(board, made):
    put(board, made["marker"], made["to"])


@fact("support-granted")  # {power, to, level}: never, support, all or ask (9.1, 10.2)
def support_granted(board, made):
    board.support.setdefault(made["power"], {})[made["to"]] = made["level"]


# -- alliances and wars ----------------------------------------------------------------------------------------


@fact("alliance-formed")  # {ideology, powers}: all members
def alliance_formed(board, made):
    board.alliances[made["ideology"]] = list(made["powers"])


@fact("alliance-broken")  # {power, ideology, left}: the members that remain, [] when it ends
def alliance_broken(board, made):
    if made["left"]:
        board.alliances[made["ideology"]] = list(made["left"])
    else:
        board.alliances.pop(made["ideology"], None)


@fact(
    "war-begun"
)  # {power, against, how, wars}: how declaration, surprise, joined; wars as they stand after it
def war_begun(board, made):
    board.wars = copied(made["wars"])


@fact("war-ended")  # {powers, how, wars}: how armistice or capitulation
def war_ended(board, made):
    board.wars = copied(made["wars"])


@fact("war-status-changed")  # {to, ends}: limited, or global with the last turn
def war_status_changed(board, made):
    board.war_status = made["to"]
    board.global_end = made.get("ends")


@fact("surprise-spent")  # {ideology}
def surprise_spent(board, made):
    board.no_surprise = sorted({*board.no_surprise, made["ideology"]})


@fact(
    "declaration-cancelled"
)  # {power, targets, restored: {field: value}}: everything as before it (6.2, ruling R-6.2-cancelled)
def declaration_cancelled(board, made):
    for name, value in copied(made["restored"]).items():  # a fact must not change with the board
        setattr(board, name, value)


# -- collapse and surrender ------------------------------------------------------------------------------------


@fact("collapse-due")  # {power, how}: how collapse or surrender; waits its turn
def collapse_due(board, made):
    board.queue = [*board.queue, {"power": made["power"], "how": made["how"]}]


@fact("collapse-begun")  # {power, how}
def collapse_begun(board, made):
    board.collapsing = made["power"]
    board.queue = [each for each in board.queue if each["power"] != made["power"]]


@fact("collapse-ended")  # {power}
def collapse_ended(board, made):
    board.collapsing = None


@fact("surrendered")  # {power}: no active power any more
def surrendered(board, made):
    board.powers[made["power"]]["surrendered"] = []


@fact("surrender-marked")  # {power, ideologies}
def surrender_marked(board, made):
    board.powers[made["power"]]["surrendered"] = list(made["ideologies"])


# -- sequence of play ------------------------------------------------------------------------------------------


@fact("stage-reached")  # {phase, stage}
def stage_reached(board, made):
    board.phase, board.stage = made["phase"], made["stage"]


@fact("turn-begun")  # {turn}
def turn_begun(board, made):
    board.turn, board.sudden_death = made["turn"], False
    board.drawn = board.crises = 0
    board.last = None
    for state in board.powers.values():
        state.update(raised=False, shaken=False, moved_posture=False)


@fact("drawer-named")  # {power}
def drawer_named(board, made):
    board.drawer = made["power"]


@fact("readied")  # {powers}: powers that have done a part of the administration phase
def readied(board, made):
    board.ready = list(made["powers"])


@fact("crisis-drawn")  # {number}
def crisis_drawn(board, made):
    board.crises = made["number"]


@fact("sudden-death-begun")  # {}
def sudden_death_begun(board, made):
    board.sudden_death = True


@fact("resources-collected")  # {power, resources: [{area, kind, limited}], counters, lost}
def resources_collected(board, made):
    for counter in made["counters"]:
        put(board, counter, "box")
        turn_up(board, counter, True)


@fact("resources-converted")  # {power, offensives, spent, builds}
def resources_converted(board, made):
    for counter in made["offensives"]:
        turn_up(board, counter, False)
    for counter in made["spent"]:
        put(board, counter, "available")
        turn_up(board, counter, False)


@fact("game-ended")  # {winner, by, rule, points}
def game_ended(board, made):
    board.over = {"winner": made["winner"], "by": made["by"], "rule": made["rule"], "points": made["points"]}


# -- military actions ------------------------------------------------------------------------------------------


@fact(
    "actions-begun"
)  # {power, source, left}: an offensive, maneuvers, declaration, home-front or unit is played
def actions_begun(board, made):
    board.offensive = {"power": made["power"], "source": made["source"], "left": made["left"], "deployed": []}


@fact("actions-spent")  # {power, count, left}
def actions_spent(board, made):
    board.offensive = {**board.offensive, "left": made["left"]}


@fact("actions-ended")  # {power, forfeited}
def actions_ended(board, made):
    board.offensive = None


told(
    "flag-forfeited",  # {power, why}: no flag is available (5.2.2)
    "effectiveness-checked",  # {power, what, dice, modifiers: [{why, by, rule}], score, passed}
    "stability-tested",  # as above, with levels: how many are lost
    "action-attempted",  # {power, action, target…}
    "alliance-declined",  # {power, by}: a partner does not agree (6.1)
    "action-failed",  # {power, action}
    "action-succeeded",  # {power, action, target…}
    "crisis-rolled",  # {dice, table, entry, name}
    "crisis-without-effect",  # {entry, name, rerolled}
    "cup-emptied",  # {counts, enough, continues}
    "crisis-area-rolled",  # {dice, row, area}
    "civil-war-rolled",  # {area, left, right, scores, outcome}
    "civil-war-suppressed",  # {area}
    "scenario-counter-resolved",  # {counter, kind}
    "chinese-battle-rolled",  # {attacker, areas, dice, aid, scores, outcome, winner}: by faction
    "chinese-expansion-rolled",  # {faction, area, dice, score, passed}
    "armistice-offered",  # {power, to}
    "armistice-answered",  # {power, to, accepted}
    "threshold-rolled",  # {power, die, threshold, parts, surrenders}
    "opportunity-opened",  # {area, powers}
    "production-done",  # {power}
    "builds-forfeited",  # {power, builds}
)
