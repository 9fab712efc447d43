"""What happens when a seat stays away: the published default of each kind of question, and why it is what it is."""

from pbem.core.orders import draw_and_resign

DEFAULTS = {
    "play-flag": "The better of the drawn and the reserved counter is kept in reserve: what is kept can still be "
    "played, what is put back is lost for the turn.",
    "play-offensive": "The better of the drawn and the reserved counter is kept in reserve, for what is kept can "
    "still be played; it goes back only where it may not be kept.",
    "play-unit": "The unit is placed where it can stay, for it does nothing off the map; where it has no place it is "
    "kept.",
    "play-upgrade": "The upgrade is played, for it does nothing off the map; where it cannot be, it is kept.",
    "interrupt": "The draw goes on: the moment for the reserve is the choice of its owner, and what is not played "
    "comes into the production box at the end of the turn.",
    "produce": "About one resource in two becomes an offensive and the rest whole builds, so that there is something "
    "to act with; what finds nothing to build becomes offensives too, so that no resource is lost; a flag is "
    "reserved, Il Duce's before another.",
    "force-pool": "What there is most use for enters the force pool; unbuilt counters leave it before those on the "
    "map.",
    "free-action": "Nothing is tried: an attempt that fails takes the cubes of other failed actions away, which would "
    "help there, and one that succeeds may provoke others.",
    "join-war": "The alliance is upheld: who breaks it needs a flag and a check for another, and its units leave the "
    "areas of its former allies.",
    "armistice": "The war goes on: peace is a decision that nobody else should take.",
    "status-quo-flag": "No flag is taken: it would cost a stability test.",
    "regime-aid": "No aid is left behind: a marker that lies there is no offensive and no resource elsewhere.",
    "aid-side": "The side that a power of the same ideology aids already, so that nobody fights his friends; else the "
    "side that no power of another ideology aids, so that none feeds whom its enemies feed; else the right by "
    "fascists and the left by all others.",
    "ally": "The flag in reserve is played for the alliance, as whoever kept it there could expect; it is kept where "
    "the alliance would be at war at once, for war is a decision that nobody else should take.",
    "posture": "The posture is kept, for its power has chosen it.",
    "take-over": "The area is taken over: else an enemy may have it.",
    "set-reserve": "A resource that was kept is reserved, for it would be lost; else a flag, Il Duce's before "
    "another, for it can be played at any moment; everything else does as well in the cup.",
    "civil-war-order": "The first on the list comes next: every civil war is resolved in any case.",
    "place-flag": "The flag fills an empty reserve, from which it can be played at any moment; a full one is not "
    "given up for it.",
    "spend-aid": "That of an enemy, else of another opposing power, its own last, for a patron whose aid is spent has "
    "less to say when the civil war is resolved; of equals the first in order of play.",
    "opportunity-order": "The first in the order of the map: each area is looked at in any case.",
    "take-flag": "The flag of Il Duce: it rolls a die more, and cannot be used while it lies on the card.",
    "equals": "The lot decides, which favours nobody.",
    "china-attack": "Where the attacker has more aid, which is a die more, else where the defender has not more, and "
    "before others where the defender has none, so that a narrow victory counts; of equals the first in the order of "
    "the map.",
    "china-retreat": "The army retreats to the first area in the order of the map, so that it is not lost.",
    "china-expand": "The faction tries the first area in the order of the map: an attempt costs nothing.",
    "transfer": "Nothing is given away: a gift is the word of whoever gives it.",
    "military-action": "Nothing is done, for an attack that nobody ordered may lose a war; after a declaration of "
    "war, where something must be, the legal operation that the fewest units stand against.",
    "deploy": "Everything stays: whoever is away has put it there on purpose.",
    "support": "As many units of its own as there is room for join the defence, upgraded ones first: what is attacked "
    "is worth defending, and they go home after it.",
    "combat-reply": "The loser stands where that keeps the area, so that a fortress that holds is never given up, and "
    "where a retreat saves nothing; else it retreats with as few units destroyed as possible.",
    "retreat": "Units go back to where they came from, else next door, so that the front holds.",
    "regroup": "What may stay stays, for it holds what was won; what may not goes back or next door, where it keeps "
    "the front.",
    "permit": "Yes for the defence of what the alliance holds; no for an attack, which may cost the owner its units.",
    **draw_and_resign.DEFAULTS,
}
