"""The kind of decision for a flag (3.7.1, 6): a political action, in full or in its usual form."""

import re

from pbem.core.data.problems import Problem
from pbem.core.data.text import counted, translate
from pbem.core.rules.requests import Ask

from ..rules.attempts import ACTS, action_problems, possible_actions
from ..rules.commitment import random_counters, to_be_added, usual_counters
from .playing import KEEPING, Keeping, inner_line


class PlayFlag(Keeping):
    """3.7.1, 6 A political action, or the flag is reserved or rejected."""

    name = "play-flag"
    rule = "3.7.1"
    waiting = "to play a flag"
    verbs = ("diplomacy", "alliance", "join alliance", "declare war on", "declare war", "increase commitment",
             "maneuvers", "pressure", "propaganda", "special", "reserve", "reject")  # fmt: skip
    keywords = ("add", "count")
    KEEN = {"increase-commitment": 3, "declare-war": 3, "alliance": 3}  # in random play, so that wars come

    def play_problems(self, board, ask, answer):
        if answer["act"] not in ACTS:
            return [Problem("ca-answer-form", rule=self.rule)]
        return action_problems(board, ask.power, answer)

    def settle(self, board, ask, answer):
        """The operation of a declaration, or the action of maneuvers, with its units found on the board."""
        from ..rules.military import ACTION, action_about

        inner = (
            {"declare-war": "operation", "maneuvers": "action"}.get(answer.get("act"))
            if isinstance(answer, dict)
            else None
        )
        if not inner or not answer.get(inner):
            return super().settle(board, ask, answer)
        about = action_about(
            1, "declaration" if inner == "operation" else "maneuvers", answer.get("targets", ())
        )
        settled, problems = ACTION.settle(
            board, Ask("military-action", ask.power, about=about, rule="8.1"), answer[inner]
        )
        return {**answer, inner: settled}, problems

    def sample(self, board, ask, draw):
        choices = [*possible_actions(board, ask.power), *self.keepings(board, ask)]
        acts = dict.fromkeys(plan["act"] for plan in choices)
        act = draw.choice([act for act in acts for _ in range(self.KEEN.get(act, 1))])
        plan = draw.choice([plan for plan in choices if plan["act"] == act])
        return self._in_full(board, ask, plan, draw) if draw.below(8) else plan

    def _in_full(self, board, ask, plan, draw):
        """The order with what it may say in advance: counters for the force pool, the operation, the action."""
        from ..rules.declaration import after_declaration
        from ..rules.military import ACTION, action_about
        from ..rules.possible_operations import possible_operations

        if plan["act"] == "increase-commitment":
            return {**plan, "add": random_counters(*to_be_added(board, ask.power), draw)}
        if plan["act"] == "maneuvers":
            about = action_about(1, "maneuvers")
            action = ACTION.sample(board, Ask("military-action", ask.power, about=about, rule="8.1"), draw)
            return plan if action["act"] == "forfeit" else {**plan, "action": action}
        if plan["act"] == "declare-war":
            operations = possible_operations(after_declaration(board, ask.power, plan["targets"]), ask.power, 1)
            wars = [{**plan, "operation": each} for each in operations]
            wars = [each for each in wars if not self.play_problems(board, ask, each)]
            return draw.choice(wars) if wars else plan
        return plan

    def examples(self, board, ask):
        shown = {plan["act"]: plan for plan in possible_actions(board, ask.power)}
        if "increase-commitment" in shown:
            shown["increase-commitment"] = {
                "act": "increase-commitment", "add": usual_counters(*to_be_added(board, ask.power))
            }  # fmt: skip
        found = [self.default(board, ask)] if self.is_drawn(ask) else []
        return [*found, *shown.values()][:5]

    def parse(self, line, names):
        verb = line.verb
        if verb in KEEPING:
            return self.parse_keeping(line, names)
        return getattr(self, f"_parse_{verb.split()[0].replace('join', 'alliance')}")(line, names)

    def _parse_diplomacy(self, line, names):
        return {"act": "diplomacy", "area": names.find(line.clause("in") or line.head, "area")}

    def _parse_alliance(self, line, names):
        text = line.clause("with") or line.head
        return {"act": "alliance", "partners": [names.find(item, "power") for item in line.items(text)]}

    def _parse_declare(self, line, names):
        """``declare war on germany, italy; operation …``, a colon will do as well."""
        from .ordertext import military_action

        found = re.search(r"[\s:]operation\s", line.body)
        targets, operation = line.body, []
        if found:
            targets, operation = line.body[: found.start()], [line.body[found.start() + 1 :]]
        operation += [part.text for part in line.parts if part.without_verb() is not None]
        plan = {
            "act": "declare-war",
            "targets": [names.find(item, "power") for item in line.items(targets.rstrip(": "))],
        }
        return {**plan, "operation": military_action("; ".join(operation), names)} if operation else plan

    def _parse_maneuvers(self, line, names):
        from .ordertext import military_action

        text = inner_line(line)
        return {"act": "maneuvers", "action": military_action(text, names)} if text else {"act": "maneuvers"}

    def _parse_increase(self, line, names):
        plan = {"act": "increase-commitment"}
        counted, added = line.option("count"), line.option("add")
        if counted:
            plan["count"] = [names.find(item, "area") for item in line.items(counted)]
        if added:
            plan["add"] = []
            for item in line.items(added):
                number, name = line.count_and_name(item)
                plan["add"] += [names.find(name, "build")] * (number or 1)
        if any(part.verb == "reserve" for part in line.parts):
            plan["reserve"] = True
        return plan

    def _parse_pressure(self, line, names):
        return {"act": "pressure", "power": names.find(line.clause("at") or line.head, "power")}

    def _parse_propaganda(self, line, names):
        return {"act": "propaganda"}

    def _parse_special(self, line, names):
        return {"act": "special", "name": names.find(line.head, "special")}

    def text(self, answer, ask=None):
        return [self._text(answer)]

    def _text(self, answer):
        from .ordertext import military_text

        act = answer["act"]
        if act == "diplomacy":
            return f"diplomacy {answer['area']}"
        if act == "alliance":
            return f"alliance {', '.join(answer['partners'])}"
        if act == "declare-war":
            text = f"declare war on {', '.join(answer['targets'])}"
            return f"{text}; {military_text(answer['operation'])}" if answer.get("operation") else text
        if act == "maneuvers":
            return f"maneuvers {military_text(answer['action'])}" if answer.get("action") else "maneuvers"
        if act == "increase-commitment":
            return self._increase_text(answer)
        if act == "pressure":
            return f"pressure {answer['power']}"
        return f"special {answer['name']}" if act == "special" else act

    def _increase_text(self, answer):
        parts = ["increase commitment"]
        if answer.get("count"):
            parts.append(f"count {', '.join(answer['count'])}")
        if answer.get("add"):
            parts.append(f"add {', '.join(answer['add'])}")
        return "; ".join([*parts, *["reserve"] * bool(answer.get("reserve"))])

    def grammar(self):
        return [
            ("diplomacy COUNTRY", "gain control of an ungarrisoned country (6.3)", "diplomacy hungary"),
            ("alliance POWER, …", "form or join an alliance (6.1)", "alliance italy"),
            ("declare war on POWER [; operation …]", "with the operation that follows (6.2)",
             "declare war on germany; operation land lorraine -> ruhr with army"),
            ("increase commitment [; count AREA] [; add COUNTER, …] [; reserve]", "raise the commitment (6.4)",
            "increase commitment; count ruhr"),
            ("maneuvers [MILITARY ACTION]", "one military action after the check (6.5)", "maneuvers"),
            ("pressure POWER", "the power gains a flag (6.6)", "pressure italy"),
            ("propaganda", "gain a level of stability (6.7)", "propaganda"),
            ("special NAME", "a special action of the power (6.8)", "special rhineland"),
            ("reserve [COUNTER]", "keep the counter in reserve (3.4)", "reserve flag"),
            ("reject [COUNTER]", "put the counter back on the status card (3.6)", "reject flag"),
        ]  # fmt: skip

    def forms(self, board, ask):
        """The actions that may be attempted now; special ones by their names."""
        plans = possible_actions(board, ask.power)
        verbs = {*(plan["act"].replace("-", " ") for plan in plans), *KEEPING}
        special = " | ".join(plan["name"] for plan in plans if plan["act"] == "special")
        found = [(form.replace("NAME", special), *rest) for form, *rest in self.grammar()
                 if any(form.startswith(verb) for verb in verbs)]  # fmt: skip
        return [self._with_count(board, ask.power, *row) if row[0].startswith("increase") else row for row in found]

    def _with_count(self, board, power, form, meaning, example):
        """The commitment increase with the number of counters that it adds to the force pool (4.1.2)."""
        count = counted(to_be_added(board, power)[0], "counter")
        template = "{meaning}; {count} to be added to the force pool (4.1.2)"
        return form, translate(template).format(meaning=meaning, count=count), example
