"""The one door for translation: every template of a sentence passes through `translate`."""


def translate(template):
    """The template in the reader's language (gettext domain ``pbem``); English where there is no translation."""
    catalogue = _CATALOGUE[0]
    return catalogue.gettext(template) if catalogue else template


def speak(language):
    """Use the translations of `language` from now on (a path of locale files belongs to the package)."""
    import gettext

    _CATALOGUE[0] = gettext.translation("pbem", _locale(), [language], fallback=True) if language else None


def languages():
    """The languages that there are: en, and those that the package has translations of, sorted."""
    import os

    folder = _locale()
    there = os.listdir(folder) if os.path.isdir(folder) else []
    return ["en", *sorted(name for name in there if os.path.isdir(os.path.join(folder, name, "LC_MESSAGES")))]


def _locale():
    import os

    return os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "locale")


_CATALOGUE = [None]


def did_you_mean(word, words, most=1, cutoff=0.6):
    """ "Did you mean A or B?" of the `words` to which a mistyped one is close (difflib, from `cutoff` on), or ""."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(words), most, cutoff)
    return f"Did you mean {listed(close, 'or')}?" if close else ""


def listed(items, last="and"):
    """``a, b and c``: a list as people write it; ``nothing`` when it is empty."""
    items = [str(item) for item in items]
    if not items:
        return "nothing"
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def gathered(pieces, words=()):
    """``two tanks and a fleet in Rome``: pieces ``(one, many, at)``, each thing for itself; those of one `many` are
    counted, ``{count} tanks``, those without stand one by one, and those of one `at` stand together before it.

    words   of numbers, from nought, instead of digits
    """
    places = {}
    for one, many, at in pieces:
        groups = places.setdefault(at, {})
        groups.setdefault(many or len(groups), []).append(one)
    return listed(
        [
            listed([_group(ones, many, words) for many, ones in groups.items()]) + (at or "")
            for at, groups in places.items()
        ]
    )


def _group(ones, many, words):
    count = len(ones)
    return ones[0] if count == 1 else many.format(count=words[count] if count < len(words) else count)


def counted(number, singular, plural=None):
    """``1 unit``, ``3 units``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def visible(text):
    """A text with everything that would control a screen written out: escape sequences, changes of direction,
    characters that nobody sees.  Ends of lines and tabs stay.

    >>> visible("red \\x1b[31m")
    'red \\\\u001b[31m'
    """
    if text.translate(_KEPT).isprintable():
        return text
    return "".join(one if one.isprintable() or ord(one) in _KEPT else _written_out(one) for one in text)


_KEPT = dict.fromkeys(map(ord, "\n\t\xa0\u3000"))


def _written_out(character):
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
