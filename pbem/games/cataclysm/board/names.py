"""The names people write: areas, powers, units, what is built, special actions."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import spelled
from pbem.core.data.text import listed
from pbem.core.language.names import Names

from .parts import COMMITMENTS, STABILITIES, parts_of

POWERS = {
    "germany": ["Germany", "ge", "German"],
    "italy": ["Italy", "it", "Italian"],
    "japan": ["Japan", "jp", "Japanese"],
    "ussr": ["Soviet Union", "su", "Soviet", "Russia"],
    "france": ["France", "fr", "French"],
    "uk": ["United Kingdom", "Britain", "British"],
    "usa": ["United States", "us", "American"],
}
IDEOLOGIES = {
    "fascist": ["Fascists", "Fascism"],
    "communist": ["Communists", "Communism"],
    "democratic": ["Democracies", "Democracy"],
}
UNIT_TYPES = {
    "army": ["army", "infantry", "infantry army", "armies"],
    "tank": ["tank army", "armour", "armor", "tanks"],
    "fortress": ["fortress", "fortresses"],
    "fleet": ["fleet", "surface fleet", "fleets"],
    "carrier": ["carrier fleet", "carriers"],
    "submarine": ["submarine pack", "sub", "submarines", "subs"],
    "air": ["air force", "tactical air force", "aircraft"],
    "strategic": ["strategic air force", "bomber", "bombers"],
    "logistics": ["logistics unit"],
    "minor": ["minor army"],
}
BUILDS = {
    **{name: UNIT_TYPES[name] for name in ("army", "fortress", "fleet", "submarine", "air", "logistics")},
    "upgrade-tank": ["tank upgrade", "upgrade army"],
    "upgrade-carrier": ["carrier upgrade", "upgrade fleet"],
    "upgrade-strategic": ["strategic upgrade", "upgrade air"],
    "refit-fleet": ["fleet refit", "dreadnought refit"],
    "a-bomb": ["atomic bomb", "A-Bomb"],
}
COUNTERS = {
    "flag": ["flag"],
    "il-duce": ["Il Duce flag", "il duce"],
    "offensive": ["offensive"],
    "resource": ["resource"],
    "nothing": ["nothing"],
}
SPECIAL = {
    "rhineland": ["Rhineland", "remilitarize the Rhineland"],
    "abyssinia": ["Abyssinian Adventure"],
    "lend-lease": ["Lend Lease"],
    "us-japan-trade": ["US-Japan Trade", "end trade"],
    "trans-siberian-railroad": ["Trans-Siberian Railroad"],
    "military-reforms": ["Military Reforms", "posture military reforms"],
    "political-purges": ["Political Purges", "posture political purges"],
    "collective-security": ["Collective Security", "posture collective security"],
}


WARS = {"china": ["China", "Chinese Civil War"]}
MARKERS = {
    "status-quo": ["Status Quo"],
    "stresa-front": ["Stresa Front"],
    "treaty": ["WNT"],
    "us-japan-trade": ["US-Japan Trade"],
    "lend-lease": ["Lend Lease"],
    "trans-siberian-railroad": ["Trans-Siberian Railroad"],
    "rhineland-demilitarized": ["Rhineland Demilitarized"],
}
LEVELS = {
    "commitment": {word: [word.replace("-", " ").capitalize()] for word in COMMITMENTS},
    "stability": {word: [word.capitalize()] for word in STABILITIES},
    "posture": {word: SPECIAL[word] for word in ("military-reforms", "political-purges", "collective-security")},
}


MEANT = {
    **dict.fromkeys(("Belgium", "Belgien", "Holland", "Netherlands", "Low Countries", "Niederlande"), "benelux"),
    **dict.fromkeys(("Moskau", "Moskva"), "moscow"),
    **dict.fromkeys(("St Petersburg", "Petrograd"), "leningrad"),
    **dict.fromkeys(("Rom", "Roma"), "rome"),
    **dict.fromkeys(("Lombardei", "Milan", "Mailand"), "lombardy"),
    **dict.fromkeys(("Sizilien", "Sicilia"), "sicily"),
    **dict.fromkeys(("Schlesien", "Breslau"), "silesia"),
    **dict.fromkeys(("Ostpreussen", "Koenigsberg", "Konigsberg"), "east-prussia"),
    **dict.fromkeys(("Bayern", "Munich", "Munchen", "Muenchen"), "bavaria"),
    **dict.fromkeys(("Ruhrgebiet", "Rheinland"), "ruhr"),
    **dict.fromkeys(("Warsaw", "Warschau", "Polen"), "poland"),
    **dict.fromkeys(("Vienna", "Wien", "Osterreich", "Oesterreich"), "austria"),
    **dict.fromkeys(("Prague", "Prag", "Tschechoslowakei", "Bohemia"), "czechoslovakia"),
    **dict.fromkeys(("Budapest", "Ungarn"), "hungary"),
    **dict.fromkeys(("Bucharest", "Rumanien", "Rumaenien"), "rumania"),
    **dict.fromkeys(("Belgrade", "Belgrad", "Jugoslawien", "Serbia"), "yugoslavia"),
    **dict.fromkeys(("Athens", "Griechenland"), "greece"),
    **dict.fromkeys(("Ankara", "Turkei", "Tuerkei"), "turkey"),
    **dict.fromkeys(("Madrid", "Gibraltar", "Spanien"), "spain"),
    **dict.fromkeys(("Oslo", "Norwegen"), "norway"),
    **dict.fromkeys(("Copenhagen", "Danemark", "Daenemark"), "denmark"),
    **dict.fromkeys(("Belarus", "Minsk", "Weissrussland"), "belorussia"),
    **dict.fromkeys(("Kiev", "Kyiv", "Kiew"), "ukraine"),
    **dict.fromkeys(("Stalingrad", "Volgograd"), "volga"),
    **dict.fromkeys(("Cairo", "Suez", "Agypten", "Aegypten"), "egypt"),
    **dict.fromkeys(("Libyen", "Tripoli", "Tobruk"), "libya"),
    **dict.fromkeys(("Algeria", "Morocco", "Tunisia"), "north-africa"),
    **dict.fromkeys(("Iran", "Persien"), "persia"),
    **dict.fromkeys(("Ostsee",), "baltic-sea"),
    **dict.fromkeys(("Nordsee", "English Channel"), "north-sea"),
    **dict.fromkeys(("Marseille", "Vichy"), "provence"),
    **dict.fromkeys(("Normandy", "Brest"), "brittany"),
    **dict.fromkeys(("Thailand",), "siam"),
    **dict.fromkeys(("Vietnam",), "indochina"),
    **dict.fromkeys(("Dutch East Indies", "Indonesia"), "java"),
    **dict.fromkeys(("Pearl Harbor", "Oahu"), "hawaii"),
    **dict.fromkeys(("Manila",), "philippines"),
    **dict.fromkeys(("Soviets", "Russians", "Russland", "Sowjetunion", "UdSSR"), "ussr"),
    **dict.fromkeys(("Deutschland", "Germans", "Nazis", "Reich", "Third Reich"), "germany"),
    **dict.fromkeys(("England", "UK forces", "English"), "uk"),
    **dict.fromkeys(("Americans", "Amerika"), "usa"),
    **dict.fromkeys(("Frankreich",), "france"),
    **dict.fromkeys(("Italien", "Italians"), "italy"),
}
"""What people write for an area or a power that the map calls otherwise: suggested where the name is refused."""


def names(pack: Json | None = None) -> Names:
    """The Names of the title, with a component pack if there is one; areas of both maps, whatever is in play."""
    parts = parts_of("empty", pack)
    areas = {area.id: [area.name, *area.aliases] for area in parts.all_areas.values()}
    units = {id: [] for id, counter in parts.counters.items() if counter.is_unit}
    upgrades = {id: [] for id, counter in parts.counters.items() if counter.type == "upgrade"}
    return Names(
        {
            "area": areas,
            "power": POWERS,
            "ideology": IDEOLOGIES,
            "unit-type": UNIT_TYPES,
            "unit": units,
            "upgrade": upgrades,
            "build": BUILDS,
            "counter": COUNTERS,
            "special": SPECIAL,
            "war": WARS,
            "marker": MARKERS,
            **LEVELS,
        },
        MEANT,
    )


# names that take an article in a sentence: the Soviet Union, the Yellow Sea, the Ruhr
ARTICLES = {
    "Union",
    "Kingdom",
    "Sea",
    "Ocean",
    "Approaches",
    "Mediterranean",
    "Gulf",
    "Bay",
    "Ruhr",
    "Caucasus",
    "Volga",
    "Urals",
    "States",
    "Territory",
    "Philippines",
    "Carolines",
    "Marshalls",
    "Solomons",
}


def within(name: str) -> str:
    """A name within a sentence: with its article, and a capital that is printed in capitals as other names are."""
    first, space, rest = name.partition(" ")
    name = f"{first.capitalize() if first.isupper() else first}{space}{rest}"
    return f"the {name}" if ARTICLES.intersection(name.split(" ")) else name


_KINDS = {
    "power": "powers",
    "partner": "powers",
    "other": "powers",
    "target": "powers",
    "targets": "powers",
    "powers": "powers",
    "others": "powers",
    "area": "areas",
    "spot": "areas",
    "place": "areas",
    "unit": "units",
    "name": "counters",
    "named": "counters",
    "drawn": "counters",
    "what": "counters",
}


def spell(field: str, value: Any) -> Any:
    """What a sentence about an order says for a field that holds an id: a power, an area, a unit, a counter."""
    kind = _KINDS.get(field)
    if not isinstance(value, str) or not kind:
        return value
    if kind == "powers":
        ids = value.split(", ")
        return listed([within(POWERS[id][0]) for id in ids]) if all(id in POWERS for id in ids) else value
    if kind == "counters":
        known = {**BUILDS, **UNIT_TYPES, **COUNTERS, **SPECIAL}
        return known[value][0] if value in known else value
    parts = parts_of("empty")
    if kind == "units":
        counter = parts.counters.get(value)
        if counter is None or not counter.power:
            return value
        return f"the {POWERS[counter.power][2]} {UNIT_TYPES[counter.type][0]} {value}"
    area, slash, coast = value.partition("/")
    name = within(parts.all_areas[area].name if area in parts.all_areas else area)
    return f"{name} ({coast} coast)" if slash else name


spelled("ca-", spell, but=("ca-data-", "ca-inv-", "ca-position-"))  # those speak of files, which hold ids
