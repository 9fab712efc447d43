"""The page of a tournament on the site: its table, its rounds with links, its acts with their reasons."""

import json
import re
from html.parser import HTMLParser

import pytest

from pbem.core.data import schemas
from tests.cli.tools import done

WORDS = (
    "--title",
    "red-dragon/ready",
    "--rounds",
    "2",
    "--referee",
    "zoe=Zoe",
    "--team",
    "p0=Reds",
    "--team",
    "p1=Blues",
)


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """The site of a tournament of five: two games and a bye in its first round, of which one is adjudicated."""
    folder = tmp_path_factory.mktemp("cup")
    cup, games = folder / "cup.json", folder / "games"
    games.mkdir()
    people = [word for n in range(5) for word in ("--player", f"p{n}=P{n} <i>")]
    done("tournament", "new", cup, "--name", "spring", *WORDS, *people)
    done("tournament", "pair", cup, "--games", games, "-o", cup)
    done("tournament", "games", cup, "--games", games)
    decide = ("tournament", "decide", cup, "spring-1-1", "adjudicated", "--mark", "prc=drawn", "--mark", "allied=drawn")
    done(*decide, "--reason", "level & <b>late</b>", "--now", "2027-03-01", "-o", cup)
    (games / "spring-1-2.json").rename(folder / "kept-back.json")
    done("site", *sorted(games.glob("*.json")), "-o", folder / "public", "--cup", cup)
    return folder


class Text(HTMLParser):
    """The text of a page, and where its links lead."""

    def __init__(self, page):
        super().__init__()
        self.words, self.links = [], []
        self.feed(page)

    def handle_data(self, data):
        self.words.append(data)

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name == "href"]

    @property
    def text(self):
        return " ".join("".join(self.words).split())


def page_of(folder):
    return (folder / "public" / "tournament-spring.html").read_text()


def test_the_table_is_that_of_the_command(public):
    rows = done("tournament", "standings", public / "cup.json", "--games", public / "games", "--rating", "--json").json
    table = re.search(r"(?s)<table class=\"numbers\">.*?</table>", page_of(public))[0]
    shown = [Text(row).words for row in re.findall(r"(?s)<tr>(<td>.*?)</tr>", table)]
    names = ("rank", "name", "points", "played", "won", "drawn", "lost")
    names += ("buchholz_cut_1", "buchholz", "sonneborn_berger")
    assert shown == [[*[str(row[name]) for name in names], f"{row['rating']['rating']:.2f}"] for row in rows["players"]]
    told = json.loads((public / "public" / "tournament-spring.json").read_text())
    assert [str(one) for one in schemas.problems("standings", told)] == []
    assert told == rows


def test_every_link_leads_to_a_page_and_the_games_lead_back(public):
    page = Text(page_of(public))
    folder = public / "public"
    assert "spring-1-1/index.html" in page.links and "spring-1-2/index.html" not in page.links
    assert all((folder / link).exists() for link in page.links)
    assert "../tournament-spring.html" in Text((folder / "spring-1-1" / "index.html").read_text()).links
    assert "tournament-spring.html" in Text((folder / "index.html").read_text()).links


def test_rounds_draws_byes_teams_and_acts_are_told(public):
    page = Text(page_of(public)).text
    cup = json.loads((public / "cup.json").read_text())
    rows = json.loads((public / "public" / "tournament-spring.json").read_text())["teams"]
    teams = [(row["team"], str(row["points"])) for row in rows]
    assert {team for team, _ in teams} == {"Reds", "Blues"}
    seats = {seat: int(player[1]) for seat, player in cup["pairings"][0]["seats"].items()}
    assert f"P{seats['prc']} <i> (prc) 1 – P{seats['allied']} <i> (allied) 1 spring-1-1: adjudicated" in page
    assert "spring-1-2: not begun" in page
    assert f"Bye: P{cup['byes'][0]['player'][1]} <i>." in page and "bye 2" in page
    assert re.findall(r'<th scope="row">(Reds|Blues)</th><td><strong>(\d)</strong>', page_of(public)) == teams
    assert "adjudicated, prc drawn, allied drawn (2027-03-01, level & <b>late</b>)" in page
    assert "<b>" not in page_of(public) and "<i>" not in page_of(public)


def test_two_runs_give_the_same_bytes_and_an_act_makes_its_game_anew(public):
    folder, cup = public / "public", public / "cup.json"
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done("site", public / "games" / "spring-1-1.json", "-o", folder, "--cup", cup)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    other = public / "other.json"
    done("tournament", "decide", cup, "spring-1-1", "abandoned", "--reason", "x", "-o", other)
    done("site", public / "games" / "spring-1-1.json", "-o", public / "again", "--cup", other)
    assert "Abandoned: no points (x)." in (public / "again" / "spring-1-1" / "index.html").read_text()
