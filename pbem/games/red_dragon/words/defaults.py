"""What happens when a seat stays away: the published default of each kind of question, and why it is what it is."""

from pbem.core.orders import draw_and_resign

DEFAULTS = {
    "set-up": "Every unit stands where its counter suggests: the ready set-up of the game.",
    "nk-coast": "The first of the two coasts that the set-up names: no plan of an absent player hangs on it.",
    "op": "The side passes, for an attack that nobody ordered may lose the war; an Op that must be declared is "
    "declared.",
    "intercept": "Nobody intercepts: interceptors may be lost, and their base with them.",
    "return-fire": "Every unit that may fires, at the target that it is most likely to hit: it costs nothing.",
    "place-uk": "All British units go together to Guam/Saipan, which has room for any number and lies farther from the "
    "enemy than Singapore; where the rule leaves one place, there.",
    "remove-units": "The weakest units go, by the sum of their factors and of what they carry, after those that the "
    "rule takes first: so the least is lost; the last land unit of an area, which holds it, and landing ships go "
    "behind all others, and among equals those that attack from the air.",
    "strike-unit": "The strongest enemy unit, a carrier before all, for that is what hurts most; a neutral one, whose "
    "country would join the enemy, only if there is no other.",
    "relocate-units": "All go together to the first of the areas, on the map before off it: there they can act.",
    "evacuate-to": "All go together to the first of the areas that are open to them, where there is room for any "
    "number: together they hold it.",
    "rebase-tie": "The base where most of these units are too many, and are lost; else the one farthest from units of"
    " the side that chooses, for all are equally near, and from there they harm it least.",
    **draw_and_resign.DEFAULTS,
}
