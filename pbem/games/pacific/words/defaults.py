"""What happens when a seat stays away: the published default of each kind of question, and why it is what it is."""

from pbem.core.orders import draw_and_resign

DEFAULTS = {
    "bid": "No unit is placed: the money stays in the purse.",
    "split-convoys": "India and Australia get half each, and India the odd IPC: neither is left without.",
    "purchase": "Nothing is bought: the money is kept for the next turn.",
    "land-patrol": "Each patrol lands in a field beside its zone that has room, on a deck or where land units stand "
    "before all others: no fighter is lost, and none stands alone.",
    "combat-moves": "Nothing moves and nobody is attacked: an attack that nobody ordered may lose a war.",
    "kamikaze": "None: the planes are few, and their moment is the choice of Japan.",
    "intercept": "All fighters of the base meet the raid; none of them where a land battle is coming, which needs "
    "them more.",
    "next-battle": "The first in the order of the program, battles at sea before the landings that they cover: "
    "each is fought in any case.",
    "landing": "The troops land, for they were sent there to land; only where ships of theirs were lost on the way, "
    "and the defenders are twice as strong as what is left, they stay aboard, for nobody ordered that landing.",
    "submerge": "Submarines that attack fight, for that was ordered; those that defend dive where the attackers are "
    "twice as strong, so that they are not lost for nothing, but stay where troops wait to land, whom they keep off.",
    "losses": "The cheapest first, by the published order of loss, so that the least is lost; a laden transport falls"
    " behind submarines, for ship and load cost more; and the last land unit is kept where it takes a place that is "
    "worth more than the aircraft lost for it. Who says nothing agrees with what an ally says.",
    "press": "Whoever attacks fights on, for that was ordered; but aircraft that are left alone leave, and unarmed "
    "transports, ships that can hit nothing and all that stand against twice their strength leave when they may.",
    "stranded": "The fighter lands within reach on a deck or where land units stand, else at the first friendly "
    "place, so that it is not lost at once nor on the ground.",
    "claim": "The first of the nations with land units there gets the territory, as the rule on realms names them, "
    "for the powers alone could agree on another.",
    "noncombat-moves": "Every aircraft lands, on a deck or where land units stand before all others, and of these at "
    "the nearest place; who has land leaves the decks to those that have none, and a carrier that has not moved comes"
    " to those left over, so that none is lost; nothing else moves.",
    "placement": "Each unit appears where there is room, so that nothing bought is forfeited: ships in a zone without "
    "enemies, who could sink them there, at complexes held from the start before others, and a new complex on the "
    "richest land, where it builds most.",
    **draw_and_resign.DEFAULTS,
}
