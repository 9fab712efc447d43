"""The table of arrivals: as many rows are read for a mail in an old game as in a young one, and damage is told."""

import os
import sqlite3

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.mail.arrivals import Arrivals
from tests.cli.tools import pbem

from .desk import Desk
from .test_desk import mail

COPY = """
with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < {last})
insert into arrivals select numbers.n, at, sender, message_id || numbers.n, numbers.n, entry - 1, seat, verdict,
  answered, warned, returned, json_set(row, '$.n', numbers.n, '$.entry', entry - 1)
from numbers, arrivals where arrivals.n = 1
"""


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    assert desk.receive(mail("status", 1)).verdict == "question"
    return desk


def path_of(desk):
    return desk.box.path("arrivals.db")


def ages(desk, last):
    """Let so many mails have come in entries before."""
    table = sqlite3.connect(path_of(desk))
    with table:
        table.execute(COPY.format(last=last))
    table.close()


def test_a_mail_reads_as_many_rows_of_an_old_game_as_of_a_young_one(desk, tmp_path, monkeypatch):
    read, row = [], Arrivals._row
    monkeypatch.setattr(Arrivals, "_row", lambda self, n, text: read.append(n) or row(self, n, text))
    assert desk.receive(mail("status", 2)).arrival["n"] == 2
    young = len(read)
    (tmp_path / "old").mkdir()
    old = Desk(tmp_path / "old")
    old.receive(mail("status", 1))
    ages(old, 3000)
    read.clear()
    assert old.receive(mail("status", 2)).arrival["n"] == 3001
    assert 0 < len(read) == young
    assert len(list(old.box.arrivals)) == 3001


def test_what_came_long_ago_comes_no_second_time(desk):
    ages(desk, 3000)
    assert desk.receive(mail("status", 1)).verdict == "duplicate"
    assert desk.box.arrivals.last()["n"] == 3000


def test_the_table_is_for_its_owner_alone(desk):
    assert os.stat(path_of(desk)).st_mode & 0o777 == 0o600
    os.chmod(path_of(desk), 0o644)
    with pytest.raises(BrokenFile, match="Others can read"):
        desk.receive(mail("status", 2))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda path: path.write_bytes(b"\x00" * 4096), "cannot read this table of arrivals"),
        (lambda path: path.write_bytes(b"{}" * 4096), "cannot read this table of arrivals"),
        (lambda path: changed(path, "pragma user_version = 7"), "its version is 7, not 1"),
        (lambda path: changed(path, "update arrivals set row = '{'"), "Row 1 of the table of arrivals is damaged"),
        (lambda path: changed(path, "update arrivals set row = json_set(row, '$.verdict', 'x')"), "verdict"),
    ],
)
def test_damage_is_told_with_its_place_and_no_traceback(desk, tmp_path, damage, said):
    damage(tmp_path / "malaya-7.json.mail" / "arrivals.db")
    (tmp_path / "mail").write_bytes(mail("status", 2))
    ran = pbem("mail", "in", desk.path, "--from", tmp_path / "mail")
    assert ran.code == 4 and said in ran.err and "arrivals.db" in ran.err, ran


def changed(path, statement):
    table = sqlite3.connect(path)
    with table:
        table.execute(statement)
    table.close()


def test_an_empty_file_that_a_killed_run_left_becomes_the_table(desk, tmp_path):
    (tmp_path / "malaya-7.json.mail" / "arrivals.db").write_bytes(b"")
    assert desk.receive(mail("status", 1)).arrival["n"] == 1
