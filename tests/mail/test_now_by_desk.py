"""Whoever asks the desk hears the same of whom the game waits for: it knows what lies there."""

from tests.cli.tools import done, new_game, set_up_desk


def mailed(game, number, text):
    path = game.parent / f"{number}.eml"
    status = done("status", game, "--json").json
    head = f"game {status['game']}\nseat prc\nentry {status['entry']}\nhead {status['head']}\n"
    top = f"From: prc@example.org\nTo: pbem+g@club.example\nSubject: [pbem g]\nMessage-ID: <{number}@x>\n\n"
    path.write_text(top + head + text + "\n--\n")
    return done("mail", "in", game, "--from", path, "--json").json


def test_a_mail_that_lies_at_the_desk_has_answered_everywhere(tmp_path):
    game = new_game(tmp_path)
    set_up_desk(game, "--referee", "cora@example.com", prc="prc@example.org", allied="allied@example.org")
    assert mailed(game, 1, "op 5 with 2 su-30")["verdict"] == "accepted"
    (row,) = done("status", game, "--json").json["waiting"]
    assert row["answered"]
    assert "has answered" in done("ask", game, "allied", "who is waited for").out
    assert "(has answered)" in " ".join(done("report", game).out.split())
    assert "Waiting for you: nothing." in done("form", game, "prc").out
    told = mailed(game, 2, "When is the deadline?")
    assert any("prc has answered" in mail for mail in told["mails"])


def test_a_mail_without_a_header_answers_the_report_that_its_subject_names(tmp_path):
    game = new_game(tmp_path)
    set_up_desk(game, "--referee", "cora@example.com", prc="prc@example.org", allied="allied@example.org")
    last = done("status", game, "--json").json["entry"] - 1
    for number, (entry, verdict) in enumerate([(last, "accepted"), (last - 1, "refused")]):
        subject = f"Subject: Re: [pbem g e{entry}]\nMessage-ID: <b{number}@x>"
        top = f"From: prc@example.org\nTo: pbem+g@club.example\n{subject}\n"
        path = tmp_path / "bare.eml"
        path.write_text(f"{top}\npass\n")
        assert done("mail", "in", game, "--from", path, "--json").json["verdict"] == verdict
