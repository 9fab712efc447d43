"""What a person means and does not write as a line of the form is shown as an order, and taken for a yes."""

import pytest

from pbem.mail import reading

from .test_wishes import ANN, CORA, of_copy, waiting

OP, OTHER = "op 5 with 2 su-30", "op 12 china-central -> taiwan-strait with 2 ssk"

WORDY = f"Hi Cora,\n\nI'd like to {OP}\n\nThanks\nAnn\n\nOn 3 Jan 2027, Bob <bob@example.net> wrote:\n> pass"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return waiting(tmp_path_factory.mktemp("meant"))


@pytest.fixture
def desk(made, tmp_path):
    return of_copy(made, tmp_path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("airstike on taiwan with 2 su-30", OP),
        ("Morning! airstrike on taiwan with 2 su-30. Talk soon, A.", OP),
        ("im gonna do op 5 with 2 su30 vs taiwan", "op 5 with 2 su30"),
        ("im gonna do op 5 2 su-30", OP),
        ("I pass this time.", "pass"),
        ("Can you please strike SAG 2?", "strike SAG 2"),
        (f"op 5 no wait {OTHER}", OTHER),
        (f"{OP}, no, {OTHER}", OTHER),
        (f"{OTHER} or rather {OP}", OP),
        (f"{OP}\nno wait, {OTHER}", OTHER),
        (f"{OTHER}\n\nsorry, {OP} instead", OP),
        (f"{OP}\n\nactually op 5 with 1 su-30", "op 5 with 1 su-30"),
        ("op 12 china-central -> taiwan-strait with 2 sskk", OTHER),
    ],
)
def test_one_reading_is_shown_and_taken_for_a_yes(desk, said, order):
    verdict, mails = desk.says(said)
    assert verdict == "unsure" and desk.inbox == [] and set(mails) == {ANN}, mails
    assert "If this is what you mean -" in mails[ANN] and f"| {order} --- If it is not -" in mails[ANN], mails
    assert desk.says("yes")[0] == "accepted" and desk.inbox == [order]


@pytest.mark.parametrize(
    "said", ["op 5 using 2 su-30", "op 5, 2 su-30", "op 5 2 su-30", f"My order is {OP}, please.", WORDY]
)
def test_what_can_mean_one_order_alone_is_taken_as_that(desk, said):
    verdict, mails = desk.says(said)
    assert verdict == "accepted" and desk.inbox == [OP] and "Read as: op 5 with 2 su-30" in mails[ANN]


@pytest.mark.parametrize(
    "said", ["airstike on taiwan with 2 su-30", "im gonna do op 5 with 2 su30", f"op 5 no wait {OTHER}"]
)
def test_without_a_yes_nothing_of_it_counts(desk, said):
    assert desk.says(said)[0] == "unsure"
    assert desk.says("no")[0] != "accepted" and desk.inbox == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("can you please strike luzon with 2 su-30", "No unit type or unit is called luzon."),
        ("please op 5 with 2 su-99", "There is no unit type or unit called 2 su-99."),
    ],
)
def test_what_is_asked_for_and_is_no_order_is_asked_back_with_what_is_wrong(desk, said, wrong):
    verdict, mails = desk.says(said)
    assert verdict == "unsure" and set(mails) == {ANN} and desk.inbox == []
    assert "Then line 1 ordered nothing" in mails[ANN] and wrong in mails[ANN]


@pytest.mark.parametrize("said", ["Did you strike the SAG?", "Please forgive me for last turn", "I will do my best"])
def test_what_asks_for_no_order_is_talk(desk, said):
    verdict, mails = desk.says(said)
    assert verdict in ("talk", "question") and set(mails) <= {ANN, CORA}, mails


def test_what_answers_no_report_is_for_what_is_asked(desk):
    """The desk knows game, seat and entry."""
    desk.report = "<a-mail-of-her-own@example.org>"
    verdict, mails = desk.says(f"Hello\n\n{OP}\n\nAnn")
    assert verdict == "accepted" and desk.inbox == [OP] and "is missing" not in mails[ANN]


@pytest.mark.parametrize(
    ("said", "verdict", "told"),
    [
        (f"accept {'9' * 21}", "refused", "is not a mail of prc"),
        (f"report {'9' * 14}", "question", "The game has no entry"),
        (f"op {'9' * 5000}", "refused", "You can put here: 1, 2"),
        ("op 99999999", "refused", "You can put here: 1, 2"),
        ("555 123 4567", "talk", "We found no orders and no questions"),
    ],
)
def test_a_number_however_long_is_answered(desk, said, verdict, told):
    """A word and many figures are no telephone where the word begins an order."""
    found, mails = desk.says(said)
    assert found == verdict and told in mails[ANN]


@pytest.mark.parametrize("said", ["Thanks!\n\nAnn\nTel. 0151 1234567", "Bye\nMob: +49 (0)151 1234567"])
def test_a_telephone_below_thanks_is_silence(desk, said):
    assert desk.says(said) == ("talk", {})


def test_a_bare_no_takes_no_order_back_that_answers_already(desk):
    """Nothing waits for it: the order stands."""
    assert desk.says(OP)[0] == "accepted"
    assert desk.says("no")[0] == "refused" and desk.inbox == [OP]


def test_of_very_many_lines_none_is_passed_over(desk, monkeypatch):
    monkeypatch.setattr(reading, "MOST_READ", 4)
    monkeypatch.setattr(reading, "MOST_EXPLAINED", 2)
    verdict, mails = desk.says("\n".join(f"please strke taiwan with su-30 number {n}" for n in range(9)))
    assert verdict in ("unsure", "refused") and desk.inbox == [], mails
