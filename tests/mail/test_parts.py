"""Every part of a mail has a verdict, which the receipt tells; nobody is told that a mail holds nothing if a part of it
was not looked at."""

from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.mail.letter import read_letter
from pbem.mail.message_ids import report_id
from pbem.mail.parts import decoded, unarmoured

from .desk import OP, Desk, kept_lines

OTHER = "op 5 with prc-j-10-1"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("parts"))


def mail(desk, text, *files, subject="orders"):
    """A mail that answers the report: its text, and attached (name, type, content)."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"] = "ann@example.org", "pbem+malaya-7@club.example"
    made["Subject"], made["Message-ID"] = subject, "<1@example.org>"
    made["In-Reply-To"] = report_id(desk.file, desk.file.n, "prc", "club.example")
    made.set_content(text)
    for name, kind, content in files:
        main, _, sub = kind.partition("/")
        data = content.encode() if isinstance(content, str) else content
        made.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return made


def became(desk, message):
    """``(verdict, receipt, order lines that are kept)``."""
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    decision = desk.receive(message.as_bytes() if not isinstance(message, bytes) else message)
    answer = decision.answer
    told = " ".join(answer.get_body(("plain",)).get_content().split()) if answer is not None else ""
    kept = decision.arrival["orders"]
    return decision.verdict, told, kept_lines(desk.box.path("inbox", kept)) if kept else []


UNREADABLE = {
    "o.doc": ("application/msword", "a document of Word"),
    "o.docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a document of Word"),
    "o.odt": ("application/octet-stream", "a document of Word"),
    "o.rtf": ("application/rtf", "a document of Word"),
    "o.pdf": ("application/pdf", "a PDF"),
    "o.png": ("image/png", "a picture"),
    "o.m4a": ("audio/mp4", "a recording"),
    "smime.p7m": ("application/pkcs7-mime", "signed or encrypted with S/MIME"),
    "winmail.dat": ("application/ms-tnef", "in a form of Outlook alone"),
    "o.gpg": ("application/octet-stream", "encrypted"),
    "o.zip": ("application/zip", "a file of the kind application/zip"),
    "o.bin": ("application/octet-stream", "a file of the kind application/octet-stream"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", ["see attached", "Hi,\n\nThanks\nAnn", "What do you think of this one?", ""])
@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named_and_nobody_says_that_it_holds_nothing(desk, name, words):
    kind, why = UNREADABLE[name]
    verdict, told, kept = became(desk, mail(desk, words, (name, kind, b"\x00\x01op 5")))
    assert (verdict, kept) == ("talk", [])
    assert f"NOT READ: {name} ({why})." in told and "as plain text" in told
    assert "We found no orders and no questions in this mail" not in told


def test_it_is_named_beside_orders_that_count_too(desk):
    verdict, told, kept = became(desk, mail(desk, OP, ("o.pdf", "application/pdf", b"x")))
    assert (verdict, kept) == ("accepted", [OP]) and "NOT READ: o.pdf (a PDF)." in told


def test_what_is_encrypted_is_named_as_a_whole(desk):
    made = mail(desk, "Version: 1")
    made.add_attachment(b"-----BEGIN PGP MESSAGE-----", maintype="application", subtype="octet-stream")
    made.set_type("multipart/encrypted")
    assert "NOT READ: multipart/encrypted (encrypted)." in became(desk, made)[1]
    verdict, told, _ = became(desk, mail(desk, "-----BEGIN PGP MESSAGE-----\n\nabc=\n-----END PGP MESSAGE-----"))
    assert verdict == "talk" and "NOT READ: text/plain (encrypted with PGP)." in told


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("orders.txt", "text/plain"),
        ("orders", "application/octet-stream"),
        ("orders.txt", "application/octet-stream"),
        ("orders.md", "text/markdown"),
        ("orders.x", "text/x-orders"),
        ("orders.ord", "application/x-orders"),
        ("orders.html", "text/html"),
    ],
)
@pytest.mark.parametrize("words", ["See attached.", "attached", "Hi Cora,\n\nmy orders are in the file.\n\nAnn", "\n"])
def test_a_bare_order_file_that_is_attached_counts(desk, name, kind, words):
    verdict, told, kept = became(desk, mail(desk, words, (name, kind, f"{OP}\n")))
    assert (verdict, kept) == ("accepted", [OP]), told
    assert f"Read from {name}." in told


def test_a_file_that_orders_nothing_leaves_the_mail_its_own_words(desk):
    verdict, told, kept = became(desk, mail(desk, OP, ("log.txt", "text/plain", "It rained all day.\n")))
    assert (verdict, kept) == ("accepted", [OP]) and "Read as well: log.txt." in told


def test_of_two_order_files_and_of_words_beside_one_the_sender_is_asked(desk):
    header = f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\n"
    for one, other in ((OP, OTHER), (header + OP, header + OTHER), (header + OP, OTHER)):
        files = (("a.txt", "text/plain", one), ("b.txt", "text/plain", other))
        verdict, told, kept = became(desk, mail(desk, "See attached.", *files))
        assert (verdict, kept) == ("unsure", []), told
        assert OTHER in told and "beside an attached order file" in told and "Op 5: PRC JH-7 1" in told
    verdict, told, kept = became(desk, mail(desk, OTHER, ("a.txt", "text/plain", OP)))
    assert (verdict, kept) == ("unsure", []) and f"«{OTHER}»" in told


def test_one_file_attached_twice_is_one(desk):
    files = [(name, "text/plain", OP) for name in ("a.txt", "a.txt")]
    assert became(desk, mail(desk, "See attached.", *files))[0] == "accepted"


def test_an_order_in_the_subject_counts_where_the_mail_holds_none(desk):
    for words in ("Sent from my iPhone", "", "Thanks\nAnn"):
        verdict, told, kept = became(desk, mail(desk, words, subject=f"{OP} [pbem malaya-7]"))
        assert (verdict, kept) == ("accepted", [OP]) and "Read from the subject." in told
    verdict, told, kept = became(desk, mail(desk, OTHER, subject=OP))
    assert (verdict, kept) == ("accepted", [OTHER])
    for subject in (f"Re: {OP}", f"AW: {OP} [pbem malaya-7]", f"[pbem malaya-7] Fwd: {OP}"):
        assert became(desk, mail(desk, "Did you get this?", subject=subject))[0] == "talk"


def test_silence_is_for_courtesy_alone(desk):
    assert became(desk, mail(desk, "Thanks!\n\nBest regards\nAnn"))[:2] == ("talk", "")
    for words in ("See attached.", "attached", "siehe Anhang", "orders attached"):
        assert "We found no orders and no questions" in became(desk, mail(desk, words))[1], words


@pytest.mark.parametrize("kind", ["text/plain", "text/html", "text/x-notes"])
def test_of_what_is_too_long_nobody_says_that_it_holds_nothing(desk, kind):
    verdict, told, kept = became(desk, mail(desk, "see attached", ("long.txt", kind, "hello there\n" * 30_000)))
    assert (verdict, kept) == ("talk", []), told
    assert "NOT READ: long.txt (all but its beginning)" in told and "No orders and no questions" not in told


def test_a_picture_in_the_text_and_a_signature_hold_no_words(desk):
    made = mail(desk, "Thanks!")
    made.add_attachment(b"x", maintype="image", subtype="png", disposition="inline", cid="<1@x>")
    made.add_attachment(b"x", maintype="application", subtype="pgp-signature", filename="signature.asc")
    verdict, told, _ = became(desk, made)
    assert (verdict, told) == ("talk", "")


def test_a_clear_signature_is_taken_off_line_by_line():
    text = (
        "Hi\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\npass\n- -- \nAnn\n- ->x\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEz\n=BFMz\n-----END PGP SIGNATURE-----\nbelow\n"
    )
    lines = unarmoured(text).split("\n")
    assert len(lines) == len(text.split("\n"))
    assert [line for line in lines if line] == ["Hi", "pass", "-- ", "Ann", "->x", "below"]
    assert unarmoured("-----BEGIN PGP SIGNED MESSAGE-----\n" * 3 + "\npass").strip() == "pass"


@pytest.mark.parametrize(
    ("label", "data", "text"),
    [
        ("iso-8859-1", b"prc\x96su", "prc\u2013su"),
        ("us-ascii", "Grüße".encode(), "Grüße"),
        ("us-ascii", b"prc\x96su", "prc\u2013su"),
        ("gb2312", "—镕".encode("gb18030"), "—镕"),
        ("euc-kr", "뷁".encode("cp949"), "뷁"),
        ("shift_jis", "①".encode("cp932"), "①"),
        ("ks_c_5601-1987", "안녕".encode("cp949"), "안녕"),
        ("cp850", "Grüße".encode("cp850"), "Grüße"),
        ("x-mac-roman", "Grüße".encode("mac-roman"), "Grüße"),
        ("utf8mb4", "Grüße".encode(), "Grüße"),
        ('"UTF-8;"', "Grüße".encode(), "Grüße"),
        (None, "よろしく".encode("iso2022_jp"), "よろしく"),
        (None, "Grüße".encode("cp1252"), "Grüße"),
        ("utf-7", b"Gr+APwA3w-e", "Grüße"),
        ("no-such-charset", "Grüße".encode(), "Grüße"),
        ("iso-2022-kr", "Grüße".encode(), "Grüße"),
        ("rot13", b"pass", "pass"),
        ("utf-8", b"\xef\xbb\xbfpass", "pass"),
        ("utf-8", "pass".encode("utf-16"), "pass"),
    ],
)
def test_labels_of_encodings_mean_what_people_write_under_them(label, data, text):
    assert decoded(data, label) == text


def test_a_name_is_shown_without_folders_and_controls():
    data = b'Content-Type: application/pdf; name="../../a\x1bb.pdf"\n\nx'
    assert read_letter(data)["parts"][0]["name"] == "a b.pdf"


def test_a_charset_that_no_codec_can_be_called_hides_no_words():
    data = b'From: ann@example.org\nContent-Type: text/plain; charset="x\0y"\n\nop 5 with \xe9\n'
    read = read_letter(data)
    assert read["text"].startswith("op 5 with") and [one["state"] for one in read["parts"]] == ["read"]
