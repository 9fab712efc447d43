"""What happens when a seat stays away: the published default of each kind of question, and why it is what it is."""

DEFAULTS = {
    "set-up": "Every unit stands where its counter suggests: the ready set-up of the game.",
    "nk-coast": "The first of the two coasts that the set-up names.",
    "op": "The side passes, for an attack that nobody ordered may lose the war; an Op that must be declared is "
    "declared.",
    "intercept": "Nobody intercepts: interceptors may be lost, and their base with them.",
    "return-fire": "Every unit that may fires, at the target that it is most likely to hit: it costs nothing.",
    "place-uk": "All British units go together to the last of the areas open to them, off the map if there is no "
    "other.",
    "remove-units": "The weakest units go, by the sum of their factors, after those that the rule takes first.",
    "strike-unit": "The first on the list: the rule leaves the choice, and an absent player has none.",
    "relocate-units": "All go together to the first of the areas, on the map before off it: there they can act.",
    "evacuate-to": "All go together to the first of the areas that are open to them.",
    "rebase-tie": "The first in the order of the map: all of them are equally near.",
}
