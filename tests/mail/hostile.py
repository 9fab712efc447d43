"""Hostile messages by the thousand: floods, bombs, lies and noise, each kind a method, drawn by one chance.

    Hostile(desk, chance).message(number) -> (kind, bytes)

Senders are people of the game more often than strangers, for more of the desk is reached under their names.  Sizes are
up to about a megabyte, seldom more; what is large is large in one place, where a reader may be quadratic.
"""

import base64
import codecs
import encodings.aliases
import quopri
from pathlib import Path

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.eml"))
SESSIONS = sorted((Path(__file__).parent / "golden").glob("*.eml"))
PEOPLE = ("ann@example.org", "bob@example.net")
GAMES = ("malaya-7", "malaya-7", "taiwan-1", "nothing", "../../etc/passwd", "malaya-7\x00", "MALAYA-7")
CHARSETS = sorted(
    {*encodings.aliases.aliases.values(), "x-unknown", "", "utf-8\0", "utf-7", "🎲", "a" * 3000, "undefined"}
)
TRANSFER = (
    "7bit",
    "8bit",
    "binary",
    "base64",
    "quoted-printable",
    "x-uuencode",
    "uuencode",
    "x-gzip",
    "",
    "base64;a=b",
)
NOISE = (
    "\0",
    "\x1b[2J",
    "\x1b]0;title\x07",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\x85",
    "\x9b31m",
    "e" + "\u0301" * 300,
    "ﷺ",
    "\U0001f3b2",
    "\ud800",
    "ß",
    "İ",
    "½",
    "٣",
    "\r",
    "\x0b",
    "\x0c",
    "\x1c",
    "％s",
    "%s",
    "{0}",
    "{{x}}",
    "{}",
    "$(id)",
    "`id`",
    "'; drop",
    "../",
    "\\",
    "|",
    "<b>",
    "&#0;",
    "-->",
    "]]>",
)
VERBS = (
    "op 5 with prc-jh-7-1",
    "op 12",
    "pass",
    "ready",
    "concede",
    "offer draw",
    "accept 1",
    "accept 999999999",
    "report 7",
    "report 999999999",
    "status",
    "form",
    "help",
    "to allied: hello",
    "to all: hello",
    "to referee: x",
    "what can prc-jh-7-1 reach?",
    "what threatens taiwan?",
    "prices",
    "my orders",
    "chance of op 5 with prc-jh-7-1",
    "who is waited for?",
    "game malaya-7",
    "seat prc",
    "seat allied",
    "entry 3",
    "head 0000",
    "revoke 1",
    "if a: b",
    "if korean war: op 5 with prc-jh-7-1 else: pass",
    "secret op 5 with prc-jh-7-1",
    "public pass",
    "prc: pass",
    "link 00",
    "--",
    "prefer short",
    "extend 3 days",
    "pinch us",
    "yes",
    "no",
    "send it",
    "I resign",
    "I offer a draw",
    "cancel my orders",
    "I quit, please find somebody else",
    "away from 2027-02-01 to 2027-02-10",
    "away from 29 Feb to 31 Dec 9999",
    "where are the carriers?",
    "how strong is taiwan?",
    "explain op 8",
    "explain " + "i " * 90,
    "am I winning?",
)


class Hostile:
    """A maker of messages for a Desk.  `words` are the places of .eml files, filled in (desk.py)."""

    def __init__(self, desk, chance):
        self.desk, self.chance, self.words = desk, chance, desk._words()
        self.kinds = [name[5:] for name in dir(self) if name.startswith("kind_")]

    def message(self, number):
        """The message of a number: every kind in turn, then once more with the last one mangled."""
        kind = self.kinds[number % len(self.kinds)]
        data = getattr(self, f"kind_{kind}")()
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        if number % (2 * len(self.kinds)) >= len(self.kinds):
            data = self.mangled(data)
        if b"Message-ID" not in data and self.chance.random() < 0.9:
            data = b"Message-ID: <%d.%d@hostile.example>\n" % (number, self.chance.getrandbits(40)) + data
        return kind, data

    # -- parts ---------------------------------------------------------------------------------------------------

    def any(self, *given):
        return self.chance.choice(given)

    def size(self, most):
        """A number up to `most`, small as often as large."""
        return int(most ** self.chance.random()) + 1

    def sender(self):
        return self.any(*PEOPLE, *PEOPLE, *PEOPLE, f"eve{self.chance.randrange(1000)}@evil.test")

    def head(self, *lines, sender=None, charset="utf-8"):
        given = [f"From: {sender or self.sender()}", f"To: pbem+{self.any(*GAMES)}@club.example"]
        if self.chance.random() < 0.5:
            given.append(f"In-Reply-To: {self.words['report']}")
        if not any(line.lower().startswith("content-type") for line in lines):
            given.append(f"Content-Type: text/plain; charset={charset}")
        return "\n".join([*given, *lines]) + "\n\n"

    def orders(self, count=3):
        rows = [self.any(*VERBS) for _ in range(self.size(count))]
        if self.chance.random() < 0.3:
            rows = [f"game malaya-7\nseat prc\nentry {self.words['entry']}\nhead {self.words['head']}", *rows]
        return "\n".join(rows)

    def noise(self, count=40):
        return "".join(self.any(*NOISE) for _ in range(self.size(count)))

    def mangled(self, data):
        """The same with something cut, doubled, moved, turned or put in."""
        for _ in range(self.size(6)):
            lines = data.split(b"\n")
            place, other = self.chance.randrange(len(lines)), self.chance.randrange(len(data) + 1)
            way = self.chance.randrange(7)
            if way == 0:
                data = data[:other] + data[other + self.size(len(data) + 1) :]
            elif way == 1:
                lines.insert(self.chance.randrange(len(lines)), lines[place] * self.size(300))
                data = b"\n".join(lines)[: 2**21]
            elif way == 2:
                data = data[:other] + self.noise().encode("utf-8", "surrogatepass") + data[other:]
            elif way == 3:
                data = data[:other] + self.chance.randbytes(self.size(200)) + data[other:]
            elif way == 4:
                del lines[place]
                data = b"\n".join(lines)
            elif way == 5:
                data = data.replace(b"\n", self.any(b"\r\n", b"\r", b"\n\n", b"\n "), self.size(20))
            else:
                swap = self.chance.randrange(len(lines))
                lines[place], lines[swap] = lines[swap], lines[place]
                data = b"\n".join(lines)
        return data or b"\n"

    # -- kinds ---------------------------------------------------------------------------------------------------

    def kind_corpus(self):
        return self.desk.filled(self.chance.choice(CORPUS).read_bytes())

    def kind_session(self):
        path = self.chance.choice(SESSIONS)
        data = path.read_bytes()
        return data if b"{{large}}" in data else self.desk.filled(data)

    def kind_header_flood(self):
        name = self.any(
            "X-A",
            "Received",
            "To",
            "Cc",
            "From",
            "Subject",
            "References",
            "Auto-Submitted",
            "List-Id",
            "Authentication-Results",
            "DKIM-Signature",
            "Content-Type",
            "Return-Path",
            "Date",
            "Message-ID",
        )
        return (
            "\n".join([f"{name}: {self.any('b', 'a@b', 'no', self.noise(3))}"] * self.size(30_000))
            + "\n"
            + (self.head() + self.orders())
        )

    def kind_long_header(self):
        name = self.any(
            "From",
            "To",
            "Cc",
            "Subject",
            "References",
            "In-Reply-To",
            "Message-ID",
            "Content-Type",
            "Date",
            "Content-Disposition",
            "Content-Transfer-Encoding",
            "Authentication-Results",
            "Return-Path",
            "Delivered-To",
            "X-Original-To",
            "MIME-Version",
            "Sender",
            "Reply-To",
        )
        part = self.any(
            "(",
            ")",
            "<a@b> ",
            "a@b, ",
            '"',
            "\\",
            "; a=b",
            "=?utf-8?q?a?= ",
            "=?utf-8?b?////?= ",
            "a+b@",
            ":;",
            "[pbem malaya-7] ",
            "\n (",
            "\n a",
            "*0*=x; ",
            "name*9999999*=%41; ",
            "\t",
            "a.",
            "<",
            ",",
            "=?",
            "'",
        )
        return f"{name}: {self.any('', 'a@b ', 'text/plain; ')}{part * self.size(2**19 // len(part))}\n" + (
            self.head() + self.orders()
        )

    def kind_addresses(self):
        address = self.any(
            '"ann@example.org" <eve@evil.test>',
            "ann@example.org, eve@evil.test",
            "ann@example.org\x00@evil.test",
            "=?utf-8?b?YW5uQGV4YW1wbGUub3Jn?= <eve@evil.test>",
            "<ann@example.org>eve@evil.test",
            "ann@example.org (eve)",
            "group: ann@example.org, bob@example.net;",
            '"a b"@example.org',
            "ann@[127.0.0.1]",
            "@a,@b:ann@example.org",
            "ANN@EXAMPLE.ORG",
            "ann@example.org.",
            "ann@ex\u0430mple.org",
            "ann@example。org",
            "a@" + "b." * 2000 + "c",
            "<<<ann@example.org>>>",
            "ann@example.org\n\tann@example.org",
            '"\\"' * 500 + " <ann@example.org>",
            "(" * 40 + "ann@example.org" + ")" * 40,
            "",
            "<>",
            "\u202egro.elpmaxe@nna",
            "pbem+malaya-7@club.example",
            "=?utf-8?q?=0a=0dBcc:_eve@evil.test?= <ann@example.org>",
            "mailer-daemon@example.org",
        )
        return self.head(sender=address) + self.orders()

    def kind_dates(self):
        date = self.any(
            "",
            "0",
            "Mon, 99 Foo 99999999 99:99:99 +9999",
            "Thu, 1 Jan 1970 00:00:00 -9999",
            "-1",
            "9" * 4000,
            "Mon, 4 Jan 2027 10:00:00 (" + "(" * 300,
            self.noise(),
            "2027-01-04T10:00:00Z",
        )
        return self.head(f"Date: {date}", f"Received: from a by b; {date}") + self.orders()

    def kind_charset(self):
        charset = self.chance.choice(CHARSETS)
        text, data = self.orders(400) + self.noise(), b""
        try:
            data = codecs.encode(text, charset) if charset else b""
        except Exception:  # a codec of bytes, or one that cannot write this
            data = b""
        if not isinstance(data, bytes) or self.chance.random() < 0.5:
            data = self.any(
                self.chance.randbytes(self.size(2**16)),
                b"xn--" + b"a" * self.size(2**18),
                b"+" * 2**17,
                b"\x1b$B" * self.size(2**16),
                b"-" + b"a9" * self.size(2**17),
                b"\\N{" * self.size(2**16),
                text.encode("utf-8", "replace"),
            )
        return self.head(charset=charset).encode("utf-8", "replace") + data

    def kind_encoding(self):
        coding, text = self.chance.choice(TRANSFER), self.orders(50).encode()
        body = self.any(
            base64.encodebytes(text),
            base64.b64encode(text)[:-1],
            quopri.encodestring(text),
            b"=" * 2**18,
            b"=3D" * 2**16,
            b"=\n" * 2**17,
            b"begin 644 x\n" + b"M" * 2**16,
            b"A" * 2**20,
            b"=" + b"\xff" * 2**16,
            b"\n".join([b"begin 666 a"] * 3000),
            text,
        )
        return self.head(f"Content-Transfer-Encoding: {coding}").encode() + body

    def kind_nested(self):
        kind = self.any("mixed", "alternative", "related", "digest", "report", "signed", "x")
        depth, rows = self.size(600), []
        for number in range(depth):
            mark = self.any(f"b{number}", "b", "", " ", "-", "b" * self.size(5000), "(a|a)*", "\\", '"', self.noise(2))
            rows.append(f'Content-Type: multipart/{kind}; boundary="{mark}"\n\n--{mark}')
        return (
            self.head("MIME-Version: 1.0").rstrip("\n")
            + "\n"
            + "\n".join(rows)
            + (f"\nContent-Type: text/plain\n\n{self.orders()}\n--b--\n")
        )

    def kind_parts(self):
        part = self.any(
            "\n\nx",
            f"\nContent-Type: text/plain\n\n{self.orders()}",
            f"\nContent-Disposition: attachment; filename=orders.txt\n\n{self.orders()}",
            "\nContent-Type: text/html\n\n<b>pass",
            "\nContent-Type: message/rfc822\n\nFrom: a@b\n\npass",
            "\nContent-Type: message/partial; id=a; number=1; total=2\n\npass",
            "\n",
            "",
            "\nContent-Type: message/external-body; access-type=local-file; name=/etc/passwd\n\n",
            "\nContent-Type: text/plain; name*0*=utf-8''%00; name*1=b\n\npass",
            '\nContent-Disposition: attachment; filename="../../../x"\n\ngame malaya-7\npass',
        )
        text = f"\n--b{part}" * self.size(20_000)
        return self.head('Content-Type: multipart/mixed; boundary="b"') + text[: 2**20] + self.any("\n--b--", "")

    def kind_forwarded(self):
        inner = "".join(
            f"Content-Type: message/{self.any('rfc822', 'delivery-status', 'global', 'x')}\n\n"
            for _ in range(self.size(3000))
        )
        return self.head("MIME-Version: 1.0").rstrip("\n") + "\n" + inner + self.head() + self.orders()

    def kind_bounce(self):
        field = self.any("Final-Recipient", "Action", "Status", "Diagnostic-Code", "Original-Recipient")
        rows = "\n".join(
            f"{field}: {self.any('rfc822; ann@example.org', 'failed', '5.1.1', self.noise(), 'a' * 3000)}"
            for _ in range(self.size(3000))
        )
        status = f"Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ann@example.org\nAction: failed\n{rows}\n"
        return self.head(
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
            sender=self.any("MAILER-DAEMON@example.org", *PEOPLE),
        ) + (
            f"\n--b\n\nIt did not go.\n--b\nContent-Type: message/delivery-status\n\n{status}\n--b\n"
            f"Content-Type: message/rfc822\n\nMessage-ID: {self.words['report']}\n\nx\n--b--\n"
        )

    def kind_results(self):
        part = self.any(
            "dkim=pass header.d=example.org; ",
            "dmarc=pass header.from=example.org; ",
            "(",
            "((",
            "spf=pass ",
            "smtp.mailfrom=ann@example.org; ",
            'a="',
            "\\",
            "/1 ",
            "; ",
            "=",
            "dkim=pass (" + "a" * 100 + ") ",
            "dmarc=pass header.from=example.org header.from=evil.test; ",
            "none",
            self.noise(2),
        )
        value = (
            self.any("mx.club.example", "mx.club.example 1", "evil.test", "", "(x) mx.club.example")
            + "; "
            + (part * self.size(4000))
        )
        return (
            self.head(
                f"Authentication-Results: {value}", "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; b=" + "A" * 999
            ).replace("pbem+malaya-7", "pbem+taiwan-1")
            + self.orders()
        )

    def kind_html(self):
        part = self.any(
            "<div>",
            "<blockquote>a",
            "<table><tr><td>a",
            "<!--",
            "<![CDATA[",
            "<?",
            "</a",
            "<a><b>",
            "&",
            "&#x110000;",
            "&#0;",
            "<b",
            "<p style='",
            "<script>",
            "<svg><title>",
            "<math><mi>",
            "<select><option>",
            "<br>",
            '<div class="gmail_quote">a',
            "<pre>\n",
            "<template>",
            "<plaintext>",
            "<textarea>",
            "<li>a",
            "<hr>",
            "<font color=red>a",
            "<frameset>",
            '<base href="http://evil.test">',
            "&nbsp;",
            "\u202e",
            "<p>&#8238;",
        )
        text = part * self.size(2**19 // len(part))
        inside = f"{self.any('', '<html><body>')}{text}<p>{self.orders()}</p>{self.any('', '</body></html>')}"
        return self.head("Content-Type: text/html; charset=utf-8") + inside

    def kind_html_attributes(self):
        part = self.any(
            "a=b ", "style='border:none;border-top:solid #E1E1E1' ", "class=gmail_quote ", 'x="', "=", "'", "/ "
        )
        return (
            self.head("Content-Type: text/html") + f"<div {part * self.size(2**19 // len(part))}>{self.orders()}</div>"
        )

    def kind_lines(self):
        part = self.any(
            "wrote ",
            "On ",
            "> ",
            ">",
            "-",
            "--\n",
            "On Mon, Ann wrote:\n",
            "From: a\nSent: b\n",
            "a:\n",
            ":",
            "(",
            "if ",
            "if a: ",
            "not ",
            "and ",
            "op 5 with prc-jh-7-1, ",
            "op 5 with ",
            "sag-1, ",
            "1 ",
            "-> ",
            "; ",
            "to all: ",
            "to all: a\n",
            "what can ",
            "what can prc-jh-7-1 reach?\n",
            "game malaya-7\n",
            "pass\n",
            "\u3042",
            "a b ",
            "\u0645",
            "=",
            "https://a.b/",
            "status\n",
            "accept 1\n",
            "report 1\n",
            "chance of ",
            "| ",
            "# ",
            "\u2028",
            "best regards ",
            "thanks\n",
            "prc: ",
            "[",
            "{",
            '"',
            "3x ",
            "else: ",
            "secret ",
            "e\u0301",
            "\x0b",
        )
        text = part * self.size(2**18 // len(part))
        return self.head() + self.any("", self.orders() + "\n") + text + self.any("", "\n" + self.orders())

    def kind_noise(self):
        lines = [self.any(*VERBS) for _ in range(self.size(60))]
        for number in range(len(lines)):
            place = self.chance.randrange(len(lines[number]) + 1)
            lines[number] = lines[number][:place] + self.noise(5) + lines[number][place:]
        subject = f"Re: [pbem malaya-7 e{self.noise(3)}] {self.noise(20)}".replace("\r", " ")
        return self.head(f"Subject: {subject}", sender=f'"{self.noise(9)}" <{self.sender()}>') + "\n".join(lines)

    def kind_document(self):
        body = self.any(
            self.words["sealed"],
            self.words["other"],
            self.words["altered"],
            self.words["wrapped"],
            "-----BEGIN PBEM DOCUMENT-----\n" + "A" * self.size(2**18) + "\n-----END PBEM DOCUMENT-----",
            "-----BEGIN PBEM DOCUMENT-----\n" * self.size(3000),
            '{"pbem": "orders/1", "a": ' + "[" * self.size(2**17),
            '{"pbem": "orders/1"' + ', "a": 1e999' * self.size(2**14),
            '{"pbem": "orders/1", "game": "malaya-7", "seat": ' + "9" * self.size(2**17) + "}",
        )
        name = self.any("", "Content-Disposition: attachment; filename=o.json")
        return self.head(*[name] * bool(name), "Content-Type: application/json" if name else "Subject: x") + body

    def kind_loops(self):
        field = self.any(
            "Auto-Submitted: auto-replied",
            "Precedence: bulk",
            "List-Id: <a.b>",
            "X-Loop: pbem",
            "Return-Path: <>",
            "X-Autoreply: yes",
            "Auto-Submitted: " + self.noise(),
            "Subject: Out of office: status",
        )
        return self.head(field) + self.orders()

    def kind_nothing(self):
        return self.any(
            b"",
            b"\n",
            b"\r\n\r\n",
            b":",
            b"From:",
            b"\0" * self.size(2**16),
            self.chance.randbytes(self.size(2**16)),
            b"\xff\xfe" + self.orders().encode("utf-16-le"),
            b"From " + b"a" * self.size(2**18),
            b" \n" * 2**16,
            b"PK\x03\x04" + self.chance.randbytes(3000),
            b"\x1f\x8b" + self.chance.randbytes(3000),
        )

    def kind_large(self):
        """More bytes than are read, of a picture; seldom, for it is copied."""
        size = 2**21 if self.chance.random() < 0.9 else 2**24
        body = base64.encodebytes(self.chance.randbytes(1000)).decode() * (size // 1351)
        return self.head('Content-Type: multipart/mixed; boundary="b"') + (
            f"--b\nContent-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n{body}\n--b\n\n{self.orders()}\n--b--\n"
        )
