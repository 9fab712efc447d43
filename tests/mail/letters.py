"""Mails as people and their programs write them, made from a seed, each with what must become of it.

A mail is an opening, orders or none, a closing, a footer, and what its program puts below or above as a quotation: an
announcement or the header of another mail in one of many languages, with marks or without them, over a report of ours,
over orders of another day, or over words of somebody else.  The patterns are those of the public fixtures of reply
parsers (discourse/email_reply_trimmer, talon, mail-parser-reply, email_reply_parser); no wording of theirs is here but
field names and marks.

    python -m tests.mail.letters --mails 10000 --seed letters      what became of them, counted
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from email.message import EmailMessage
from html import escape
from pathlib import Path

from pbem.core.record.gamefile import read
from pbem.mail.compose import outgoing, report_id
from pbem.mail.letter import Letter, read_letter
from pbem.mail.letterbox import Letterbox
from pbem.mail.message_handler import MessageHandler

from .desk import NOW

ANNOUNCED = {
    "en gmail": "On Fri, Nov 20, 2026 at 4:58 AM {name} <{address}> wrote:",
    "en apple": "On Nov 20, 2026, at 10:00 AM, {name} <{address}> wrote:",
    "en mobile": 'On Fri, Nov 20, 2026 at 4:58 AM -0800, "{name}" <{address}> wrote:',
    "en broken": "On Fri, Nov 20, 2026 at 4:58 AM {name} <\n{address}> wrote:",
    "en zoho": "---- On Fri, 20 Nov 2026 14:17:36 +0530 {name} <{address}> wrote ----",
    "en plain": "{name} wrote:",
    "iso": "2026-11-20 10:00 GMT+02:00 {name} <{address}>:",
    "de": "Am 20.11.2026 um 10:00 schrieb {name} <{address}>:",
    "de gmail": "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb {name} <{address}>:",
    "fr": "Le ven. 20 nov. 2026 à 10:00, {name} <{address}> a écrit :",
    "es": "El vie, 20 nov 2026 a las 10:00, {name} (<{address}>) escribió:",
    "it": "Il giorno ven 20 nov 2026 alle ore 10:00 {name} <{address}> ha scritto:",
    "pt": "Em sex., 20 de nov. de 2026 às 10:00, {name} <{address}> escreveu:",
    "nl": "Op vr 20 nov 2026 om 10:00 schreef {name} <{address}>:",
    "da": "Den fre. 20. nov. 2026 kl. 10.00 skrev {name} <{address}>:",
    "nb": "fre. 20. nov. 2026 kl. 10:00 skrev {name} <{address}\n>:",
    "sv": "Den fre 20 nov. 2026 kl 10:00 skrev {name} <{address}>:",
    "fi": "pe 20. marrask. 2026 klo 10.00 {name} ({address}) kirjoitti:",
    "pl": "pt., 20 lis 2026 o 10:00 {name} <{address}> napisał(a):",
    "cs": "pá 20. 11. 2026 v 10:00 odesílatel {name} <{address}> napsal:",
    "sk": "pi 20. 11. 2026 o 10:00 {name} <{address}> napísal(a):",
    "hu": "{name} <{address}> ezt írta (időpont: 2026. nov. 20., P, 10:00):",
    "ro": "În vin., 20 nov. 2026 la 10:00, {name} <{address}> a scris:",
    "tr": "{name} <{address}>, 20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:",
    "el": "Στις Παρ 20 Νοε 2026 στις 10:00 π.μ., ο/η {name} <{address}> έγραψε:",
    "ru": "пт, 20 нояб. 2026 г. в 10:00, {name} <{address}>:",
    "uk": "пт, 20 лист. 2026 р. о 10:00 {name} <{address}> пише:",
    "bg": "На пт, 20.11.2026 г. в 10:00 ч. {name} <{address}> написа:",
    "et": "Kuupäev R, 20. november 2026 kell 10:00, kirjutas {name} <{address}>:",
    "he": "\u202bבתאריך ו׳, 20 בנוב׳ 2026 ב-10:00 מאת \u202a{name}\u202c\u200f <\u202a{address}\u202c\u200f>:\u202c",
    "ar": "في الجمعة، 20 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة {name} <{address}>:",
    "ja": "2026年11月20日(金) 10:00 {name} <{address}>:",
    "zh": "{name} <{address}> 于2026年11月20日周五 10:00写道：",
    "zh-tw": "{name} <{address}> 於 2026年11月20日 週五 上午10:00寫道：",
    "ko": "2026년 11월 20일 (금) 오전 10:00, {name} <{address}>님이 작성:",
    "vi": "Vào Th 6, 20 thg 11, 2026 vào lúc 10:00 {name} <{address}> đã viết:",
}
HEADED = {
    "en": ("From", "Sent", "To", "Subject"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "pt": ("De", "Enviada em", "Para", "Assunto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "cs": ("Od", "Odesláno", "Komu", "Předmět"),
    "hu": ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    "ro": ("De la", "Trimis", "Către", "Subiect"),
    "tr": ("Kimden", "Gönderme Tarihi", "Kime", "Konu"),
    "el": ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "et": ("Saatja", "Saadetud", "Adressaat", "Teema"),
    "he": ("מאת", "נשלח", "אל", "נושא"),
    "ar": ("من", "تم الإرسال", "إلى", "الموضوع"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
    "zh": ("发件人", "发送时间", "收件人", "主题"),
    "zh-tw": ("寄件者", "寄件日期", "收件者", "主旨"),
    "ko": ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    "vi": ("Từ", "Đã gửi", "Tới", "Chủ đề"),
}
ABOVE_HEADED = ("", "", "-----Original Message-----\n", "-----Ursprüngliche Nachricht-----\n", f"{'_' * 32}\n")
OPENINGS = (
    *("", "", "", "Hi,", "Hello Bob,", "Hi Cora and Bob,", "Dear all,", "Good morning,", "Hey!", "Hallo zusammen,"),
    *("Moin,", "Liebe Cora,", "Bonjour,", "Salut Cora,", "Hola,", "Ciao Cora,", "Hej,", "Olá,", "Cześć,", "Ahoj,"),
    *("Здравствуйте,", "Merhaba,", "Szia,", "Γεια σας,", "こんにちは。", "你好，", "안녕하세요,", "Xin chào,"),
    *("Here are my orders:", "My orders for this turn:", "Orders below.", "PRC orders", "Move 1", "Take two"),
    *("On reflection, and\nthinking it over", "Sorry for being late!", "Hope you are well.", "As discussed:"),
    *("Anbei meine Befehle.", "Voici mes ordres :", "Thanks for the report.", "Nice move last week!"),
    *("Guten Abend,", "Grüß dich,", "Sehr geehrte Frau Example,", "Servus!", "Cher Bob,", "Buenos días a todos,"),
    *("Buongiorno Cora,", "Bom dia,", "Beste Cora,", "Hallo Cora,", "Kære Cora,", "Hei,", "Hei kaikki,", "Dobrý den,"),
    *("Tisztelt Cora,", "Bună ziua,", "Selam,", "Καλημέρα,", "Добрый день!", "Добрий день,", "Здравей,", "Tere,"),
    *(
        "שלום,",
        "مرحبا,",
        "お世話になっております。",
        "早上好，",
        "Chào Cora,",
        "See my orders below.",
        "Orders:",
        "My turn.",
    ),
    *("Here goes...", "OK then.", "Finally!", "I think this is it:", "Hier kommt mein Zug.", "Mes ordres ci-dessous."),
)
CLOSINGS = (
    *(
        "",
        "",
        "",
        "Best",
        "Best regards,",
        "Kindest regards,",
        "Warmest regards,",
        "KR",
        "BR",
        "Cheers",
        "Thanks!",
        "xx",
    ),
    *("EOM", "Peace", "Enjoy", "Take care", "All the best,", "Yours", "Over and out.", "Written in haste", "TTFN"),
    *(
        "See you on Monday",
        "Good luck",
        "Mit freundlichen Grüßen",
        "Viele Grüße",
        "LG",
        "Herzlich",
        "Bis Montag",
        "Gruß",
    ),
    *("Cordialement", "Bien cordialement", "Cdlt", "Bien cdlt,", "Amitiés", "À demain", "Saludos", "Atentamente"),
    *("Un abrazo", "Atenciosamente", "Cumprimentos", "Abraços", "Distinti saluti", "Cordialmente", "Saluti", "Groet,"),
    *("Met vriendelijke groet,", "Vennlig hilsen", "Med vennlig hilsen", "Med venlig hilsen", "Hälsningar", "Mvh"),
    *("Terveisin", "Ystävällisin terveisin", "Z poważaniem", "Pozdrawiam", "S pozdravem", "S pozdravom", "Üdvözlettel"),
    *("Cu stimă", "Saygılarımla", "Με εκτίμηση", "С уважением", "З повагою", "Поздрави", "Lugupidamisega", "בברכה"),
    *("مع تحياتي", "よろしくお願いします。", "敬具", "此致", "祝好", "감사합니다", "Trân trọng"),
)
NAMES = ("", "Ann", "Ann Lee", "A.", "Ann\nMinistry of War", "/ann", "Ann / China", "Annie", "ANN LEE, Beijing office")
FOOTERS = (
    *(
        "",
        "",
        "",
        "",
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS",
        "Sent with Proton",
    ),
    *("Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App", "Envoyé de mon iPhone", "Enviado desde mi iPhone"),
    *(
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Wysłano z iPhone'a",
        "Sendt fra min iPhone",
        "iPhoneから送信",
    ),
    *("Skickat från min iPhone", "Lähetetty iPhonesta", "Отправлено с iPhone", "iPhone'umdan gönderildi"),
    *("-- \nAnn Lee\nExample Ltd, 5 Some Street\n+1 555 0100 200", "--\nhttps://example.org", "Tel. +49 30 1234567"),
    *("[EXTERNAL EMAIL]", "** Confidential **", "This e-mail and any attachments are confidential.", "Virus-free."),
    *("Please consider the environment before printing.", "Unsubscribe: https://example.org/u", "ann@example.org"),
)
FOREIGN = ("Hello,\nI suggest to wait for the spring.", "Fine with me.", "Danke!\nBis bald", "Could you have a look?")
MOST_DOUBT, MOST_REFUSED = 0.03, 0.01
SHAPES = ("above", "below", "between", "alone", "quoted only", "above and quoted", "nothing")
MARKS = ("marked", "marked twice", "unmarked", "html quote", "html unmarked")


@dataclass
class Place:
    """A game that waits for a seat, what it may order, and other orders of the same kind."""

    file: object
    box: object
    seat: str
    orders: list
    others: list
    report: str = ""
    body: str = ""


@dataclass
class Made:
    """A mail: its parts by name, the message, and the orders that its sender means."""

    parts: dict
    message: EmailMessage
    meant: list = field(default_factory=list)


def letters(places, seed, count):
    """The mails of a seed."""
    for number in range(count):
        yield _letter(random.Random(f"{seed}-{number}"), places, number)


def _letter(chance, places, number):
    place = chance.choice(places)
    shape, marks = chance.choice(SHAPES), chance.choice(MARKS)
    if shape in ("below", "between"):
        marks = chance.choice(("marked", "html quote") if shape == "below" else ("marked",))
    what = chance.choice(("report", "words")) if shape not in ("quoted only", "above and quoted") else "orders"
    parts = {"title": place.file.game.name, "shape": shape, "marks": marks, "what": what}
    said = {
        "opening": chance.choice(OPENINGS),
        "closing": chance.choice(CLOSINGS),
        "name": chance.choice(NAMES),
        "footer": chance.choice(FOOTERS),
    }
    has_orders = shape not in ("quoted only", "nothing")
    own = "\n".join(place.orders) if has_orders else chance.choice(("Did you get my orders?", "I shall be late.", ""))
    signed = "\n".join(one for one in (said["closing"], said["name"]) if one)
    words = "\n\n".join(one for one in (said["opening"], own, signed, said["footer"]) if one)
    quotation = None if shape == "alone" else _quotation(chance, place, parts)
    message = _message(place, number, *_laid_out(shape, marks, words, own, said, quotation))
    return Made({**parts, **said}, message, place.orders if has_orders else [])


def _quotation(chance, place, parts):
    """``(what announces it, its lines)``."""
    name, address = chance.choice(
        (("pbem", place.box.own_address(place.file.name)), ("Bob", "bob@example.net"), ("Ann Lee", "ann@example.org"))
    )
    if chance.random() < 0.6 or parts["marks"].startswith("marked"):
        language = chance.choice(list(ANNOUNCED))
        announced = ANNOUNCED[language].format(name=name, address=address)
    else:
        language = chance.choice(list(HEADED))
        values = (f"{name} <{address}>", "20.11.2026 10:00", "Ann <ann@example.org>", "Re: the game")
        rows = [f"{word}: {value}" for word, value in zip(HEADED[language], values)]
        announced = chance.choice(ABOVE_HEADED) + "\n".join(rows)
    parts["announced"] = language
    text = {
        "report": place.body.rstrip("\n"),
        "words": chance.choice(FOREIGN),
        "orders": "\n".join(["Hello", *place.others, "", "Ann"]),
    }[parts["what"]]
    return announced, text.split("\n")


def _laid_out(shape, marks, words, own, said, quotation):
    """``(text, kind)`` of the mail."""
    if quotation is None:
        return words, "plain"
    announced, lines = quotation
    if marks.startswith("html"):
        above = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in words.split("\n"))
        head = "".join(f"<div>{escape(line)}</div>" for line in announced.split("\n"))
        body = "<br>".join(map(escape, lines))
        if marks == "html quote":
            quoted = f'<div class="gmail_quote">{head}<blockquote class="gmail_quote">{body}</blockquote></div>'
            return (quoted + above if shape == "below" else above + quoted), "html"
        return f"{above}<div><br></div>{head}<div><br></div><div>{body}</div>", "html"
    mark = {"marked": "> ", "marked twice": ">> ", "unmarked": ""}[marks]
    quoted = [f"{mark}{line}".rstrip() for line in lines]
    if shape == "below":
        return "\n".join([announced, *quoted, "", words]), "plain"
    if shape == "between":
        middle = max(1, len(quoted) // 2)
        return "\n".join([announced, *quoted[:middle], "", own, "", *quoted[middle:], "", said["name"]]), "plain"
    return "\n".join([words, "", announced, "" if not mark else ">", *quoted]), "plain"


def _message(place, number, text, kind):
    made = EmailMessage()
    made["From"], made["To"] = "Ann Lee <ann@example.org>", place.box.own_address(place.file.name)
    made["Subject"] = f"Re: [pbem {place.file.name} e{place.file.n}] your orders, please"
    made["Message-ID"], made["In-Reply-To"] = f"<letter-{number}@example.org>", place.report
    page = text if kind == "plain" else f"<html><body>{text}</body></html>"
    made.set_content(f"{page}\n", subtype=kind, cte="base64")
    return made


# -- what becomes of them ----------------------------------------------------------------------------------------


def place_of(path, seat, orders, others):
    """The Place of a game that has a desk; its report goes out."""
    file, box = read(str(path)), Letterbox.open(str(path))
    made = dict(zip((seat for seat in file.charter["seats"] if box.seats.get(seat)), outgoing(box, file, file.n)))
    body = made[seat].get_body(("plain",)).get_content().replace("\r\n", "\n")
    return Place(file, box, seat, orders, others, report_id(file, file.n, seat, "club.example"), body)


def became(place, made):
    """``(verdict, order lines)`` of a mail, read in this process; nothing is kept."""
    data = made.message.as_bytes()
    letter = Letter(data, read_letter(data))
    row = {
        "n": 1,
        "seat": None,
        "verdict": "unreadable",
        "warned": [],
        "returned": [],
        "complete": False,
        "reading": None,
        "from": letter.sender,
    }
    handler = MessageHandler(place.file, place.box, letter, row, data, NOW)
    handler.decide()
    lines = (handler.text or "").split("\n")
    header = ("game", "seat", "entry", "head", "--", "link")
    return handler.arrival["verdict"], [line for line in lines if line and line.split()[0] not in header]


def judged(made, verdict, lines):
    """``(class of expectation, outcome)``: as meant, doubt, refused, lost, invented."""
    expected = "orders count" if made.meant else "nothing counts"
    if verdict == "accepted":
        is_meant = [one.casefold() for one in lines] == [one.casefold() for one in made.meant]
        return expected, "as meant" if is_meant else "invented" if len(lines) > len(made.meant) else "lost"
    if verdict in ("unsure", "refused"):
        return expected, {"unsure": "doubt", "refused": "refused"}[verdict]
    return expected, "lost" if made.meant else "as meant"


def counted(places, seed, count):
    """``(Counter of (class, outcome), the mails that were not read as meant)``."""
    found, odd = Counter(), []
    by_game = {id(place): place for place in places}
    for made in letters(list(by_game.values()), seed, count):
        place = next(one for one in places if one.report == made.message["In-Reply-To"])
        verdict, lines = became(place, made)
        row = judged(made, verdict, lines)
        found[row] += 1
        if row[1] != "as meant":
            odd.append((row, verdict, lines, made))
    return found, odd


def told(found):
    """The counts as lines, nothing left out."""
    total = sum(found.values())
    return [f"{total:7} mails", *(f"{count:7} {one}: {outcome}" for (one, outcome), count in sorted(found.items()))]


def faults(found):
    """What is not as it should be in counts: an order invented or lost, too many doubts or refusals of orders that
    stand alone on their lines."""
    own = sum(count for (expected, _), count in found.items() if expected == "orders count")
    bounds = {"lost": 0, "invented": 0, "doubt": MOST_DOUBT * own, "refused": MOST_REFUSED * own}
    over = [row for row, count in found.items() if row[0] == "orders count" and count > bounds.get(row[1], own)]
    return over + [row for row in found if row[0] == "nothing counts" and row[1] in ("lost", "invented")]


def main():
    import os
    import tempfile

    from .letter_desks import desks

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", default="letters")
    parser.add_argument("--show", type=int, default=0, help="so many mails of each outcome that is not as meant")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PBEM_MEMORY"] = os.path.join(folder, "memory")
        begun = time.perf_counter()
        found, odd = counted(desks(Path(folder)), options.seed, options.mails)
    shown = Counter()
    for row, verdict, lines, made in odd:
        shown[row] += 1
        if shown[row] <= options.show:
            print("=" * 80, row, verdict, lines, made.parts, made.message.get_content(), sep="\n")
    print("\n".join([*told(found), f"{time.perf_counter() - begun:7.0f} seconds, seed {options.seed}"]))
    sys.exit(f"Not as it should be: {faults(found)}" if faults(found) else 0)


if __name__ == "__main__":
    main()
