"""What became of mutants, kept in a file outside the checkout, so that a run goes on where another ended.

JSON Lines.  ``{"case": digest, "code": digest, "run": […]}``: a case as it is, while the code of the title and of the
core is what it was.  ``{"mutant": digest, "kind", "killer", "played": [digests of cases]}``: a mutant, known by its
title, function and label and by the text of the function's module.  It stays noticed while the case that noticed it
is there; to a survivor only cases are played that it has not seen.  What other modules do to it is not looked at: a
run without the file tries everything.
"""

import json
import os
from pathlib import Path

from tools.mutant_runs import ROOT, Run, digest


class Results:
    """The results in a file, or none without a path.

    runs      {digest of a case: Run}
    verdicts  {digest of a mutant: its row}
    """

    def __init__(self, path, mutants):
        self.path, self.mutants = path, mutants
        self.code, self.texts = code_digest(mutants.game), {}
        self.runs, self.verdicts = {}, {}
        for row in _rows(path):
            if row.get("code") == self.code:
                self.runs[row["case"]] = Run(*row["run"])
            elif "mutant" in row:
                self.verdicts[row["mutant"]] = row
        self.rewrite()

    def rewrite(self):
        """Leave out what is not true any more, whole or not at all."""
        if self.path:
            rows = [{"case": case, "code": self.code, "run": run.as_list()} for case, run in self.runs.items()]
            with open(f"{self.path}.new", "w", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in [*rows, *self.verdicts.values()])
            os.replace(f"{self.path}.new", self.path)

    def keep_runs(self):
        """The survey of the mutants, for the next time."""
        self.runs = dict(zip(self.mutants.digests, self.mutants.runs))
        self.rewrite()

    def key(self, place, number):
        """The digest of a mutant: its name and the text that its function stands in."""
        rule = self.mutants.rules[place]
        mutant = rule.mutants[number]
        if rule.file not in self.texts:
            self.texts[rule.file] = Path(rule.file).read_text("utf-8")
        said = (self.mutants.game.id, rule.name, mutant.operator, mutant.label, self.texts[rule.file])
        return digest("\n".join(said))

    def known(self, place, number):
        """``(kind, killer)`` of a mutant if nothing can have changed, and the digests of the cases it has seen."""
        row = self.verdicts.get(self.key(place, number))
        if row is None:
            return None, ()
        said = row["kind"], row["killer"]
        if row["kind"] == "same":
            return said, ()
        if row["kind"] == "noticed":
            return (said if row["played"] and set(row["played"]) <= set(self.mutants.digests) else None), ()
        seen = set(row["played"])
        return (said if set(self._reaching(place, number)) <= seen else None), seen

    def keep(self, verdict):
        """A verdict, at once; a survivor's kind is that of all cases it has seen."""
        key = self.key(verdict.rule, verdict.mutant)
        before = self.verdicts.get(key, {})
        if before.get("kind") == "recorded" and verdict.kind == "alive":
            verdict.kind = "recorded"
        ids = {case["id"]: each for case, each in zip(self.mutants.cases, self.mutants.digests)}
        played = [ids[verdict.killer]] if verdict.killer in ids else []
        if verdict.survives:
            played = sorted(set(before.get("played", ())) | set(self._reaching(verdict.rule, verdict.mutant)))
        row = {"mutant": key, "kind": verdict.kind, "killer": verdict.killer, "played": played}
        self.verdicts[key] = row
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def _reaching(self, place, number):
        mutant = self.mutants.rules[place].mutants[number]
        return [self.mutants.digests[case] for case in self.mutants.cases_of(place, mutant)]


def _rows(path):
    """The rows of a file; the last may be broken off, and there may be none."""
    if not path or not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.endswith("\n"):
                yield json.loads(line)


def code_digest(game):
    """A digest of all that a case runs: the core and the title, code and data."""
    from pbem.core.data.components import folder_of

    folders = [Path(ROOT, "pbem", "core"), Path(folder_of(game.package))]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".json"))
    return digest("\n".join(digest(path.read_text("utf-8")) for path in files))
