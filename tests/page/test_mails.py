"""What a seat gets by mail: the turn page beside the text, and answers to tap where scripts do not run."""

from email import message_from_bytes
from email.policy import default

import pytest

from pbem.page.letter import MOST
from tests.cli import tools
from tests.maps.test_map_pages import Page

from .test_turn import body_of, links_of


@pytest.fixture(scope="module")
def mails(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mails")
    path = tools.new_game(folder)
    tools.set_up_desk(path, "--watcher", "eve@example.org", prc="ann@example.org", allied="bob@example.org")
    outs = []
    for name in ("one", "two"):
        ran = tools.pbem("mail", "out", path, "-o", folder / name, "--step", 1)
        assert ran.code == 0, ran
        outs.append({file.name: file.read_bytes() for file in (folder / name / "new").iterdir()})
    assert outs[0] == outs[1]  # the same bytes whenever one looks
    found = [message_from_bytes(data, policy=default) for data in outs[0].values()]
    return path, {message["To"]: message for message in found}


def test_who_is_asked_gets_the_turn_page_and_links_that_are_orders(mails):
    path, found = mails
    seat = tools.pbem("status", path, "--json").json["waiting"][0]["seat"]
    asked = found[{"prc": "ann@example.org", "allied": "bob@example.org"}[seat]]
    body = asked.get_body(("html",)).get_content()
    links = [link for link in links_of(body) if link.startswith("mailto:")]
    assert not Page(body).faults and len(body.encode()) <= MOST
    assert len(links) >= 3
    for place, link in enumerate(links):
        order = path.parent / f"tapped-{place}.txt"
        order.write_text(body_of(link), encoding="utf-8")
        ran = tools.pbem("check", path, order)
        assert ran.code == 0, (body_of(link), ran)
    pages = [part for part in asked.iter_attachments() if part.get_content_type() == "text/html"]
    assert len(pages) == 1 and 'id="asked"' in pages[0].get_content()
    assert pages[0].get_filename() in body
    assert "mailto:pbem+g@club.example?" in body


def test_a_mail_links_to_the_page_on_the_web_where_the_desk_has_a_folder_there(mails, tmp_path):
    path, _ = mails
    ran = tools.pbem("mail", "out", path, "-o", tmp_path / "out", "--web", "https://club.example/games/")
    assert ran.code == 0, ran
    found = [message_from_bytes(file.read_bytes(), policy=default) for file in (tmp_path / "out" / "new").iterdir()]
    bodies = [part.get_content() for message in found if (part := message.get_body(("html",)))]
    seat = tools.pbem("status", path, "--json").json["waiting"][0]["seat"]
    assert len(bodies) == 1 and f"https://club.example/games/g/turn-{seat}.html" in links_of(bodies[0])
    assert tools.pbem("site", path, "-o", tmp_path / "site").code == 0
    assert (tmp_path / "site" / "g" / f"turn-{seat}.html").exists()
    refused = tools.pbem("mail", "out", path, "-o", tmp_path / "other", "--web", "javascript:alert(1)")
    assert refused.code == 2 and "https://" in refused.err and not (tmp_path / "other").exists()


def test_watchers_get_the_whole_report_and_no_page(mails):
    _, found = mails
    watcher = found["eve@example.org"]
    assert [part for part in watcher.walk() if part.get_content_type() == "text/html"] == []
    assert "The board now" in watcher.get_body(("plain",)).get_content()
