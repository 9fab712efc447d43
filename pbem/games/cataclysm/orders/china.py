"""The decisions of the patrons of the Chinese factions (11.4.5, 11.4.7)."""

from pbem.core.orders.kinds import Choice


class ChinaAttack(Choice):
    """11.4.5 C Which army attacks which one."""

    name, rule, waiting, verbs = "china-attack", "11.4.5", "to name the battle in China", ("battle in china", "battle")

    def parse(self, line, names):
        return f"{names.find(line.head, 'area')}>{names.find(line.need('->', 'the area attacked'), 'area')}"

    def text(self, answer, ask=None):
        return [f"{self.verbs[0]} {answer.replace('>', ' -> ')}"]

    def grammar(self):
        return [("battle in china AREA -> AREA", "the Chinese army that attacks, and the one attacked",
                 "battle in china hubei -> shaanxi")]  # fmt: skip


class ChinaArea(Choice):
    """An area, or one word: where a Chinese army goes."""

    word_for_none = "none"

    def parse(self, line, names):
        text = line.clause("->") or line.body
        return text.strip().casefold() if text.strip().casefold() == self.word_for_none else names.find(text, "area")


class ChinaRetreat(ChinaArea):
    """11.4.1, 11.4.5 Where a Chinese army retreats to; in 2018 it may stand against a power."""

    name, rule, waiting = "china-retreat", "11.4.1", "to retreat a Chinese army"
    verbs, word_for_none = ("chinese retreat", "chinese army"), "stand"

    def grammar(self):
        return [("chinese retreat AREA", "where the Chinese army goes; stand in edition 2018 against a power",
                 "chinese retreat sichuan")]  # fmt: skip


class ChinaExpand(ChinaArea):
    """11.4.7 Where a faction tries to expand."""

    # The default tries the first area of the map: an attempt costs nothing.

    name, rule, waiting, verbs = "china-expand", "11.4.7", "to expand in China", ("expand in china", "expand")
    plain = {"no": "expand in china none"}

    def grammar(self):
        return [("expand in china AREA", "the area that the faction tries to gain, or none", "expand in china gansu")]


def china_kinds():
    return [ChinaAttack(), ChinaRetreat(), ChinaExpand()]
