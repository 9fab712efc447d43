"""Answers to a mail as people and their programs write them: a style makes a whole message of some order lines.

Each style is a function of an `Answer`; STYLES are all of them, by name.  The quotation is that of the real mail that
is answered, a report or a receipt, as it came out of the mailbox.
"""

import re
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from urllib.parse import parse_qs, unquote

STYLES = {}


class Answer:
    """What an answer is made of.

    mail      the message that is answered
    sender    "Ann Lee <ann@people.example>"
    lines     order lines
    header    the lines game, seat, entry, head
    number    tells this answer from all others
    """

    def __init__(self, mail, sender, lines, header, number):
        self.mail, self.sender, self.lines, self.header, self.number = mail, sender, lines, header, number
        self.name = sender.partition(" <")[0]
        self.words = "\n".join(lines)

    @property
    def body(self):
        return self.mail.get_body(("plain",)).get_content().replace("\r\n", "\n").rstrip("\n")

    @property
    def quoted(self):
        return "\n".join(f"> {line}".rstrip() for line in self.body.split("\n"))

    @property
    def wrote(self):
        return f"On Sun, Jan 3, 2027 at 8:15 PM <{self.mail['From']}> wrote:"

    def made(self, text, kind="plain", is_reply=True, **how):
        """A message with this text; cte and params as EmailMessage.set_content has them."""
        made = EmailMessage(policy=SMTP.clone(max_line_length=78))
        made["From"], made["To"] = self.sender, str(self.mail["From"])
        made["Subject"] = f"Re: {self.mail['Subject']}"
        made["Message-ID"] = f"<{self.number}@people.example>"
        if is_reply:
            made["In-Reply-To"] = str(self.mail["Message-ID"])
            made["References"] = f"{self.mail['References'] or ''} {self.mail['Message-ID']}".strip()
        made.set_content(text, subtype=kind, **{"cte": "quoted-printable", **how})
        return made

    def page(self, above, below):
        """An HTML mail."""
        return self.made(f"<html><head><style>p{{margin:0}}</style></head><body>{above}{below}</body></html>", "html")

    @property
    def quoted_html(self):
        return "<br>\n".join(escape(line) for line in self.body.split("\n"))

    @property
    def divs(self):
        return "".join(f"<div>{escape(line)}</div>" for line in self.lines)


def style(function):
    STYLES[function.__name__.replace("_", "-")] = function
    return function


@style
def top(one):
    return one.made(f"Hi Cora,\n\n{one.words}\n\nCheers\n{one.name}\n\n{one.wrote}\n\n{one.quoted}\n")


@style
def bottom(one):
    return one.made(
        f"Am 03.01.27 um 20:15 schrieb {one.mail['From']}:\n{one.quoted}\n\n{one.words}\n\n-- \n{one.name}\n"
    )


@style
def inline(one):
    """In the middle of the quotation, below a headline of the report or the form."""
    lines = one.quoted.split("\n")
    heads = [n for n, line in enumerate(lines) if line.lstrip("> ").startswith(("##", "---"))]
    middle = heads[len(heads) // 2] + 1 if heads else len(lines)
    return one.made("\n".join([one.wrote, "", *lines[:middle], "", one.words, "", *lines[middle:], ""]))


@style
def gmail(one):
    return one.page(
        f'<div dir="ltr">Hi,<div><br></div>{one.divs}<div><br></div><div>{one.name}</div></div><br>',
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Sun, Jan 3, 2027 at 8:15 PM &lt;'
        f'{one.mail["From"]}&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;'
        f'border-left:1px solid rgb(204,204,204);padding-left:1ex">{one.quoted_html}</blockquote></div>',
    )


@style
def outlook(one):
    rows = "".join(f'<p class="MsoNormal">{escape(line)}<o:p></o:p></p>' for line in one.lines)
    return one.page(
        f'<div class="WordSection1">{rows}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:'
        f"</b> {one.mail['From']}<br><b>Sent:</b> Sunday, 3 January 2027<br><b>Subject:</b> {escape(str(one.mail['Subject']))}"
        f"</p></div></div><p>{one.quoted_html}</p></div>",
    )


@style
def apple(one):
    return one.page(
        f'{one.divs}<div><br></div><div id="AppleMailSignature">{one.name}</div><div><br></div>',
        f'<blockquote type="cite"><div>On 3 Jan 2027, at 20:15, {one.mail["From"]} wrote:</div><br>{one.quoted_html}'
        "</blockquote>",
    )


@style
def thunderbird(one):
    """HTML, the answer below the quotation."""
    return one.page(
        f'<div class="moz-cite-prefix">Am 03.01.27 um 20:15 schrieb {one.mail["From"]}:<br></div><blockquote type="cite" '
        f'cite="mid:1@x">{one.quoted_html}</blockquote>',
        f'<p>{"<br>".join(map(escape, one.lines))}</p><pre class="moz-signature" cols="72">-- \n{one.name}</pre>',
    )


@style
def phone(one):
    return one.made(f"{one.words}\n\nSent from my iPhone\n")


@style
def flowed(one):
    """format=flowed (RFC 3676): long lines are broken behind a space, short ones end as they are."""
    rows = []
    for line in one.lines:
        while len(line) > 66 and " " in line[:66]:
            place = line.rindex(" ", 0, 66) + 1
            rows.append(line[:place])
            line = line[place:]
        rows.append(line)
    made = one.made("\n".join(["Hello!", "", *rows, "", "Regards,", one.name, "", one.wrote, one.quoted, ""]))
    made.set_param("format", "flowed")
    return made


@style
def base64(one):
    return one.made(f"Grüße aus Köln!\n\n{one.words}\n\nLG {one.name}\n\n{one.wrote}\n{one.quoted}\n", cte="base64")


@style
def form(one):
    """The quoted form, filled in: the answers stand where the form has room for them, below its header."""
    lines = one.quoted.split("\n")
    place = next((n for n, line in enumerate(lines) if re.match(r"> head[ :=]", line)), None)
    if place is None:
        return top(one)
    return one.made(
        "\n".join([one.wrote, *lines[: place + 1], *(f"> {line}" for line in one.lines), *lines[place + 1 :], ""])
    )


@style
def attachment(one):
    made = one.made(f"Hi,\n\nmy orders are in the file.\n\n{one.name}\n")
    made.add_attachment(
        "\n".join([*one.header, *one.lines, "--", ""]).encode(), maintype="text", subtype="plain", filename="orders.txt"
    )
    return made


@style
def tap(one):
    """A mail as a link in the HTML of a report opens it; what is not among its answers is typed into the same mail."""
    page = one.mail.get_body(("html",))
    found = re.search(r'href="mailto:([^"?]+)\?([^"]+)"', page.get_content()) if page is not None else None
    if not found:
        return header(one)
    fields = parse_qs(found[2].replace("&amp;", "&"))
    given = [
        line
        for line in fields["body"][0].replace("\r\n", "\n").split("\n")
        if line.split(" ")[0] in ("game", "seat", "entry", "head")
    ]
    made = one.made("\n".join([*given, "", *one.lines, "--", "", "Von meinem iPhone gesendet", ""]), is_reply=False)
    made.replace_header("To", unquote(found[1]))
    made.replace_header("Subject", fields["subject"][0])
    return made


@style
def header(one):
    """A new mail, with the header of orders and nothing that says what it answers."""
    made = one.made("\n".join([*one.header, *one.lines, ""]), is_reply=False)
    made.replace_header("Subject", "my move")
    return made
