"""An order that was kept for later and cannot be carried out then: whoever adjudicates is told which, and why."""

import json

from tests.cli.tools import done, new_game, pbem, write_orders

STALE = "op 12 china-central -> east-china-sea with prc-ssk-1"


def at_prc_again(folder, *lines, later=()):
    """``(game, last run)``: the PRC has sailed SSK 1 out of China Central, keeping `lines`, and is asked again.  It has
    sent the lines `later` when it was not asked."""
    for first in range(0, 400, 20):
        path = new_game(folder, first=first)
        done("adjudicate", path, write_orders(path, "prc", STALE, *lines), "-o", path)
        sent = [write_orders(path, "allied", "pass")]
        sent += [write_orders(path, "prc", *later)] if later else []
        ran = done("adjudicate", path, *sent, "-o", path)
        asked = done("status", path, "--json").json["waiting"]
        if [(row["seat"], row["kind"]) for row in asked] == [("prc", "op")]:
            return path, ran
    raise AssertionError("an event comes in between each time")


def test_a_kept_line_that_falls_is_told_when_the_entry_is_written(tmp_path):
    path, ran = at_prc_again(tmp_path, f"next, whatever happens: {STALE}")
    said = " ".join(ran.err.split())
    assert "The order kept since entry 2 cannot be carried out: [8.14]" in said and "prc-ssk-1 is not in" in said
    assert f"next, whatever happens: {STALE}" in said


def test_the_report_goes_on_saying_why_when_the_game_waits_and_nothing_is_drawn(tmp_path):
    path, _ = at_prc_again(tmp_path, f"next, whatever happens: {STALE}")
    before = done("report", path).out
    done("adjudicate", path, "-o", path)
    assert "Not done: [8.14]" in before and done("report", path).out == before


def test_a_line_that_falls_where_it_was_sent_for_is_told_with_the_reason_and_is_over(tmp_path):
    path, ran = at_prc_again(tmp_path, later=[STALE])
    said = " ".join(ran.err.split())
    assert "The order kept since entry 3 cannot be carried out: [8.14]" in said and STALE in said
    again = done("adjudicate", path, "-o", path).err
    assert "Not yet: the game waits for prc" in again and "saved" not in again and "cannot be carried out" not in again


def test_a_unit_that_is_lost_is_told_so(tmp_path):
    """It was said to be "in eliminated"."""
    before = new_game(tmp_path, "before.json")
    position = json.loads(done("position", before).out)
    position["units"] = f"{position['units'].replace(' prc-sag-1,', '')}; eliminated: prc-sag-1"
    (tmp_path / "position.json").write_text(json.dumps(position))
    path = tmp_path / "lost.json"
    done("new", "red-dragon/ready", "-o", path, "--position", tmp_path / "position.json")
    done("adjudicate", path, "-o", path)
    ran = pbem("check", path, write_orders(path, "prc", "op 12 china-central -> east-china-sea with prc-sag-1"))
    assert ran.code == 3 and "prc-sag-1 is not in china-central: it is eliminated." in " ".join(ran.err.split())
