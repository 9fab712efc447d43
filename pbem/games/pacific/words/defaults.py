"""What happens when a seat stays away: the published default of each kind of question, and why it is what it is."""

from pbem.core.orders import endings

DEFAULTS = {
    "bid": "No unit is placed: the money stays in the purse.",
    "split-convoys": "India and Australia get half each, and India the odd IPC: neither is left without.",
    "purchase": "Nothing is bought: the money is kept for the next turn.",
    "land-patrol": "Each patrol lands in the first field beside its zone that has room, so that no fighter is lost.",
    "combat-moves": "Nothing moves and nobody is attacked: an attack that nobody ordered may lose a war.",
    "kamikaze": "None: the planes are few, and their moment is the choice of Japan.",
    "intercept": "All fighters of the base meet the raid; none of them where a land battle is coming, which needs "
    "them more.",
    "next-battle": "The first in the order of the program, battles at sea before the landings that they cover: "
    "each is fought in any case.",
    "landing": "The troops land: they were sent there to land.",
    "submerge": "No submarine dives: one that fights may sink something, and who leaves cannot.",
    "losses": "The cheapest first, by the published order of loss, so that the least is lost; who says "
    "nothing agrees with what an ally says.",
    "press": "Whoever attacks fights on, for that was ordered; but aircraft that are left alone leave, and unarmed "
    "transports and those that can hit nothing leave when they may.",
    "stranded": "The fighter lands in the first friendly place within reach, so that it is not lost.",
    "claim": "The first of the nations with land units there gets the territory, as the rule on realms names them, "
    "for the powers alone could agree on another.",
    "noncombat-moves": "Every aircraft lands at the nearest place, and a carrier that has not moved comes to those "
    "that would have none, so that none is lost; nothing else moves.",
    "placement": "Each unit appears where there is room, so that nothing bought is forfeited: ships in a zone without "
    "enemies, who could sink them there, at complexes held from the start before others, and a new complex on the "
    "richest land, where it builds most.",
    **endings.DEFAULTS,
}
