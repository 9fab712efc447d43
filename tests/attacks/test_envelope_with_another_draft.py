"""An envelope is paired with another draft: the opener changes the answer beside it."""

import base64
import json

from tests.attacks.kit import lines_of

WAIT = {"fields": {"word": "wait"}, "form": "act"}


def tampered(path, change):
    """A sealed order file with its document changed, and the signature as it was."""
    text = path.read_text()
    head, _, rest = text.partition("-----BEGIN PBEM DOCUMENT-----")
    letters, _, tail = rest.partition("-----END PBEM DOCUMENT-----")
    document, signature = json.loads(base64.b64decode("".join(letters.split())))
    change(document)
    packed = base64.b64encode(
        json.dumps([document, signature], separators=(",", ":"), sort_keys=True).encode()
    ).decode()
    path.write_text(f"{head}-----BEGIN PBEM DOCUMENT-----\n{packed}\n-----END PBEM DOCUMENT-----{tail}")
    return path


def test_a_changed_file_is_refused_before_anything_is_opened(table):
    game = table().until("act")
    sealed = game.seal("north", "act attack")
    before = game.people["referee"].secret.read_bytes()
    ran = game.adjudicate([tampered(sealed, lambda one: one["answers"][0].update(value=WAIT))], code=3)
    assert "north" in ran.err and "sign" in ran.err
    assert json.loads(before)["released"] == json.loads(game.people["referee"].secret.read_text())["released"]


def test_what_is_typed_beside_the_document_does_not_count(table):
    game = table().until("act")
    sealed = game.seal("north", "act attack")
    sealed.write_text(sealed.read_text().replace("attack", "wait", 1))
    game.adjudicate([sealed])
    line = lines_of(game.people["referee"].game)[-1][0]
    assert line["documents"][0][0]["answers"][0]["value"] == {"fields": {"word": "attack"}, "form": "act"}


def test_lines_typed_beside_it_without_a_header_are_those_of_its_seat(table):
    """As in a mail: the same line is no difference, and another one is told."""
    game = table().until("act")
    sealed = game.seal("north", "act attack")
    person = game.people["referee"]
    text = "act attack\n\n" + sealed.read_text()[sealed.read_text().index("-----BEGIN") :]
    for typed, told in (("attack", 0), ("wait", 1)):
        sealed.write_text(text.replace("attack", typed, 1))
        checked = person.pbem("check", person.game, sealed)
        assert checked.code == 0 and checked.out.count("note") == 2 * told, checked


def test_a_wrapped_and_quoted_file_is_the_same_document(table):
    game = table().until("act")
    sealed = game.seal("north", "act attack")
    quoted = "\r\n".join(
        f"> {line[:40]}\r\n> {line[40:]}" if len(line) > 40 and " " not in line else f"> {line}"
        for line in sealed.read_text().splitlines()
    )
    sealed.write_bytes(quoted.encode())
    game.adjudicate([sealed])
    game.share("referee")
    game.holds()


def test_a_record_with_another_answer_is_refused(table):
    game = table().until("act")
    game.turn(share=False)
    forger = game.forger("referee")
    line = forger.lines[-1][0]
    line["documents"][0][0]["answers"][0]["value"] = WAIT
    assert "north" in game.everybody_refuses(forger.again(), "referee")
