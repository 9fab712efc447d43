"""Whose mail it is: what a server says counts if it is ours, the topmost, and speaks of the domain in From."""

import base64

import pytest

from pbem.core.data.canon import dumps
from pbem.mail.arrivals import Arrivals
from pbem.mail.authentic import aligned, confirmed, signed
from pbem.mail.letter import letter_of
from tests.cli.tools import new_game, pbem

from .desk import NOW, Desk
from .test_desk import mail


def letter(*results, sender="ann@example.org"):
    lines = "".join(f"Authentication-Results: {result}\n" for result in results)
    return letter_of(f"{lines}From: {sender}\n\nx".encode())


OURS = "mx.club.example"


@pytest.mark.parametrize(
    ("result", "by"),
    [
        ("dmarc=pass header.from=example.org", "dmarc"),
        ("dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org", "dmarc"),
        ("dkim=pass header.d=example.org", "dkim"),
        ("dkim=pass header.i=@example.org header.s=2026 header.b=Ab3", "dkim"),
        ("dkim=pass header.d=mail.example.org", "dkim"),
        ("spf=pass smtp.mailfrom=ann@example.org; dkim=none", "spf"),
        ("spf=pass (sender is authorised) smtp.mailfrom=bounce.example.org", "spf"),
        ("spf=none smtp.mailfrom=a@evil.test; dkim=pass header.d=example.org;", "dkim"),
        ("DKIM=Pass header.D=Example.Org", "dkim"),
    ],
)
def test_a_pass_of_the_senders_own_domain_counts(result, by):
    assert confirmed(letter(f"{OURS}; {result}"), OURS)["by"] == by
    assert confirmed(letter(f"{OURS.upper()} 1; {result}"), OURS)["by"] == by


@pytest.mark.parametrize(
    "result",
    [
        "spf=pass smtp.mailfrom=evil.test; dmarc=none header.from=example.org",
        "spf=pass smtp.mailfrom=evil.test; dkim=none header.d=example.org",
        "dkim=pass header.d=evil.test; spf=none smtp.mailfrom=ann@example.org",
        "dkim=fail header.d=example.org; spf=pass smtp.mailfrom=evil.test",
        "dmarc=pass header.from=evil.test; spf=softfail smtp.mailfrom=example.org",
        "dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
        "dmarc=bestguesspass header.from=example.org",
        "dkim=pass header.d=org",
        "dkim=pass",
        "none",
        "",
        "spf=pass smtp.mailfrom=example.org.evil.test",
        "spf=pass smtp.mailfrom=notexample.org",
        "dkim=pass (header.d=example.org) header.d=evil.test",
        'dkim=pass reason="header.d=example.org" header.d=a.test',
        "x=y; dkim=neutral header.d=example.org",
        "dkim=pass header.d=evil.test header.d=example.org",
        "arc=pass header.d=example.org",
        "auth=pass smtp.auth=ann@example.org",
        "(" * 500,
        "dkim=pass header.d=a; " * 400,
        "dkim=pass header.d=example.org" + " " * 5000 + "; dmarc=fail header.from=example.org; " + "spf=none; " * 500,
    ],
)
def test_whatever_else_is_written_there_confirms_nothing(result):
    assert confirmed(letter(f"{OURS}; {result}"), OURS) is None


@pytest.mark.parametrize(
    "results",
    [
        ("mx.evil.test; dmarc=pass header.from=example.org",),
        ("dmarc=pass header.from=example.org",),
        (),
        (f"{OURS}; dmarc=fail header.from=example.org", f"{OURS}; dmarc=pass header.from=example.org"),
        ("mx.evil.test; dmarc=none", f"{OURS}; dmarc=pass header.from=example.org"),
        (f"{OURS}.evil.test; dmarc=pass header.from=example.org",),
    ],
)
def test_only_our_server_counts_and_of_it_the_topmost_line(results):
    assert confirmed(letter(*results), OURS) is None


def test_two_senders_are_nobody():
    data = f"Authentication-Results: {OURS}; dmarc=pass header.from=example.org\nFrom: a@example.org\n"
    assert confirmed(letter_of(f"{data}From: ann@example.org\n\nx".encode()), OURS) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("example.org", "example.org", True),
        ("example.org", "a.b.example.org", True),
        ("a.example.co.uk", "b.example.co.uk", True),
        ("a.co.uk", "b.co.uk", False),
        ("co.uk", "a.co.uk", False),
        ("a.github.io", "b.github.io", False),
        ("org", "org", False),
        ("example.org", "", False),
        ("example.org", "example.org evil", False),
    ],
)
def test_domains_are_aligned_if_one_organisation_has_them(one, other, same):
    assert aligned(one, other) is same and aligned(other, one) is same


# -- signatures that the desk checks itself


@pytest.fixture(scope="module")
def keys():
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    private = rsa.generate_private_key(65537, 2048)
    public = private.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    return pem, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


def sign(keys, data, domain=b"example.org", **options):
    import dkim

    return dkim.sign(data, b"s1", domain, keys[0], include_headers=[b"from", b"to", b"message-id"], **options) + data


@pytest.fixture
def dns(keys):
    def look_up(name, timeout=5):
        return {b"s1._domainkey.example.org.": keys[1], b"s1._domainkey.evil.test.": keys[1]}.get(name)

    return look_up


PLAIN = b"From: ann@example.org\r\nTo: pbem+malaya-7@club.example\r\nMessage-ID: <1@example.org>\r\n\r\nstatus\r\n"


def found(data, dns):
    return signed(letter_of(data), data, dns)


def test_a_signature_that_holds_is_evidence_and_its_key_is_kept(keys, dns):
    told = found(sign(keys, PLAIN), dns)
    assert told["by"] == "dkim" and told["domain"] == "example.org" and told["selector"] == "s1"
    assert told["key"] == keys[1].decode()


def test_what_is_changed_foreign_or_signs_only_a_beginning_is_none(keys, dns):
    good = sign(keys, PLAIN)
    assert found(good.replace(b"status", b"statuS"), dns) is None
    assert found(good.replace(b"From: ann@", b"From: eve@"), dns) is None
    assert found(b"From: eve@example.org\r\n" + good, dns) is None
    assert found(sign(keys, PLAIN, b"evil.test"), dns) is None
    assert found(sign(keys, PLAIN, length=True) + b"op 5\r\n", dns) is None
    assert found(PLAIN, dns) is None and found(good, lambda name, timeout=5: None) is None
    # a foreign signature above the good one does not hide it
    assert found(sign(keys, good, b"evil.test"), dns)["domain"] == "example.org"


def test_a_desk_without_a_server_asks_for_a_signature(tmp_path, keys, dns, monkeypatch):
    import dkim

    monkeypatch.setattr(dkim.dnsplug, "get_txt", dns)
    game = new_game(tmp_path)
    assert (
        pbem("mail", "set-up", game, "--address", "pbem@club.example", "--seat", "prc=ann@example.org", "--dkim").code
        == 0
    )
    for number, (data, verdict) in enumerate([(sign(keys, PLAIN), "question"), (PLAIN, "unauthenticated")]):
        path = tmp_path / f"{number}.eml"
        path.write_bytes(data.replace(b"<1@", b"<2@") if verdict == "unauthenticated" else data)
        told = pbem("mail", "in", game, "--from", path, "--json").json
        assert told["verdict"] == verdict, told
    assert '"key":"v=DKIM1' in dumps(list(Arrivals(tmp_path / "g.json.mail" / "arrivals.db"))).decode()


# -- notices


def test_whoever_is_imitated_hears_of_it_once_a_day_whatever_the_sender(tmp_path):
    from datetime import timedelta

    from pbem.core.play.gamefile import read
    from pbem.mail.incoming import receive

    desk = Desk(tmp_path)
    text = f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\npass"
    told = [desk.receive(mail(text, number, f"eve{number}@evil{number}.test")) for number in range(8)]
    assert {decision.verdict for decision in told} == {"stranger"}
    assert [[one["To"] for one in decision.mails] for decision in told] == [["ann@example.org"]] + [[]] * 7
    forged = desk.receive(mail(text, 77, "bob@example.net"))
    assert forged.verdict == "forged" and [one["To"] for one in forged.mails] == ["bob@example.net"]
    box = desk.box
    later = receive(read(desk.path), box, mail(text, 99, "eve@evil.test"), NOW + timedelta(days=1))
    assert [one["To"] for one in later.mails] == ["ann@example.org"]
