"""What a forger may do to a game file, one alteration a function.

Every function changes a document and returns what both verifiers must name: "entry 5", "step 3".  The forger is

    sloppy    and changes one thing only,
    careful   and makes the heads of entries and the digests of steps anew (`reheaded`, `redigested`), or
    a master  who makes everything anew that needs no envelope; then only the rules can tell (RULES_ONLY).
"""

from pbem.core.record.entries import digest, first_head, game_id, next_head, step_digest

from . import games

BOTH, RULES_ONLY = [], []


def both(maker):
    """Register an alteration of a game that both verifiers must notice."""
    return lambda function: BOTH.append((maker, function)) or function


def rules_only(maker):
    """Register an alteration that can only be noticed by playing the game again."""
    return lambda function: RULES_ONLY.append((maker, function)) or function


# -- the forger's tools -----------------------------------------------------------------------------------


def reheaded(document):
    """The heads of all entries, made anew."""
    head = first_head(game_id(document["charter"]))
    for entry in document["entries"]:
        head = next_head(head, entry)
        entry["head"] = head.hex()


def redigested(document):
    """The digests of all closed steps, made anew."""
    before = first_head(game_id(document["charter"]))
    for step in document["steps"]:
        step["digest"] = step_digest(before, step)
        before = bytes.fromhex(step["digest"])


def covered_anew(document):
    """Digests of steps, of the facts in every entry, and heads: for games without notes."""
    redigested(document)
    facts = [fact for step in document["steps"] for fact in step["facts"]]
    facts += document["open"]["facts"] if document["open"] else []
    start = 0
    for entry in document["entries"]:
        entry["facts"]["digest"] = digest("facts", facts[start : entry["facts"]["to"]])
        start = entry["facts"]["to"]
    reheaded(document)


def first(document, right):
    """The first play entry of which ``right(entry)`` is true."""
    return next(entry for entry in document["entries"] if entry["kind"] == "play" and right(entry))


def named(entry):
    return f"entry {entry['n']}"


def drawn(document, kind="dice"):
    """``(entry, draw)``: the first draw of a kind."""
    entry = first(document, lambda entry: any(draw["kind"] == kind for draw in entry["draws"]))
    return entry, next(draw for draw in entry["draws"] if draw["kind"] == kind)


def note(document, what):
    return next(entry for entry in document["entries"] if entry.get("what") == what)


def flipped(digits):
    """Other digits of the same length."""
    return ("0" if digits[0] != "0" else "1") + digits[1:]


def step_with(document, fact_type):
    """``(step, fact)``: the first closed fact of a type."""
    return next((step, fact) for step in document["steps"] for fact in step["facts"] if fact["type"] == fact_type)


# -- draws ------------------------------------------------------------------------------------------------


@both(games.toy_sealed)
def a_die(document):
    entry, draw = drawn(document)
    draw["result"][0] = draw["result"][0] % 6 + 1
    return named(entry)


@both(games.toy_sealed)
def a_die_and_all_heads(document):
    place = a_die(document)
    reheaded(document)
    return place


@both(games.red_dragon_shared)
def the_last_die_of_all_and_all_heads(document):
    entry = [entry for entry in document["entries"] if entry.get("draws")][-1]
    draw = [draw for draw in entry["draws"] if draw["kind"] == "dice"][-1]
    draw["result"][-1] = draw["result"][-1] % draw["of"]["sides"] + 1
    reheaded(document)
    return named(entry)


@both(games.red_dragon_sealed)
def what_was_picked_and_all_heads(document):
    entry = first(document, lambda entry: any(len(set(draw["of"].get("items", ()))) > 1 for draw in entry["draws"]))
    draw = next(draw for draw in entry["draws"] if len(set(draw["of"].get("items", ()))) > 1)
    draw["result"][0] = next(item for item in draw["of"]["items"] if item != draw["result"][0])
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def a_label_and_all_heads(document):
    entry, draw = drawn(document)
    draw["label"] += "/again"
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def the_use_of_a_label_and_all_heads(document):
    entry, draw = drawn(document)
    draw["n"] += 1
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def the_sides_of_a_die_and_all_heads(document):
    entry, draw = drawn(document)
    draw["of"]["sides"] = 6000
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def the_kind_of_a_draw_and_all_heads(document):
    entry, draw = drawn(document)
    draw["kind"], draw["of"]["below"] = "number", "6"
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def one_die_more_and_all_heads(document):
    entry, draw = drawn(document)
    draw["result"].append(6)
    reheaded(document)
    return named(entry)


@both(games.red_dragon_alone)
def two_results_swapped_and_all_heads(document):
    entry = first(document, lambda entry: len({str(draw["result"]) for draw in entry["draws"]}) > 1)
    one = entry["draws"][0]
    other = next(draw for draw in entry["draws"] if draw["result"] != one["result"])
    one["result"], other["result"] = other["result"], one["result"]
    reheaded(document)
    return named(entry)


# -- envelopes --------------------------------------------------------------------------------------------


@both(games.toy_shared)
def a_link(document):
    entry = document["entries"][3]
    entry["envelopes"]["referee"] = flipped(entry["envelopes"]["referee"])
    return named(entry)


@both(games.toy_shared)
def a_link_and_all_heads(document):
    place = a_link(document)
    reheaded(document)
    return place


@both(games.toy_shared)
def the_link_of_another_entry(document):
    one, other = document["entries"][2:4]
    other["envelopes"]["referee"] = one["envelopes"]["referee"]
    reheaded(document)
    return named(other)


@both(games.toy_two_alone)
def envelopes_of_two_seats_swapped(document):
    links = document["entries"][4]["envelopes"]
    links["blue"], links["red"] = links["red"], links["blue"]
    reheaded(document)
    return "entry 5"


@both(games.toy_sealed)
def envelopes_of_two_entries_swapped(document):
    one, other = document["entries"][4:6]
    one["envelopes"], other["envelopes"] = other["envelopes"], one["envelopes"]
    reheaded(document)
    return named(one)


@both(games.toy_shared)
def an_envelope_less(document):
    entry = document["entries"][2]
    del entry["envelopes"]["referee"]
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def an_envelope_of_somebody_who_was_not_asked(document):
    entry = first(document, lambda entry: not entry["muster"] and "red" not in entry["envelopes"])
    earlier = [one for one in document["entries"][: entry["n"] - 1] if "red" in one["envelopes"]]
    entry["envelopes"]["red"] = earlier[-1]["envelopes"]["red"]
    reheaded(document)
    return named(entry)


@both(games.toy_sealed)
def an_envelope_at_sealed_of_a_seat(document):
    entry = document["entries"][4]
    entry["envelopes"]["blue"] = "ab" * 32
    reheaded(document)
    return named(entry)


@both(games.toy_sealed_muster)
def a_word_that_was_typed(document):
    entry = first(document, lambda entry: entry["muster"])
    entry["envelopes"]["blue"] = flipped(entry["envelopes"]["blue"])
    reheaded(document)
    return named(first(document, lambda entry: entry["draws"]))


# -- who was there ----------------------------------------------------------------------------------------


@both(games.toy_shared)
def an_absence_that_was_none(document):
    entry = first(document, lambda entry: entry["asked"] == ["red"])
    entry["absent"] = ["red"]
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def an_absence_and_its_envelope_taken_out(document):
    entry = first(document, lambda entry: entry["asked"] == ["red"] and not entry["muster"])
    entry["absent"] = ["red"]
    del entry["envelopes"]["red"]
    reheaded(document)
    return named(entry)


@both(games.toy_absent)
def an_absence_hushed_up(document):
    entry = first(document, lambda entry: entry["absent"])
    entry["absent"] = []
    reheaded(document)
    return named(entry)


@both(games.toy_absent)
def an_absence_of_a_seat_that_was_not_asked(document):
    entry = first(document, lambda entry: entry["absent"])
    entry["absent"] = ["south", "isles"]
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def one_more_who_was_asked(document):
    entry = first(document, lambda entry: entry["asked"] == ["red"] and not entry["muster"])
    entry["asked"] = ["blue", "red"]
    reheaded(document)
    return named(entry)


@both(games.toy_two_alone)
def the_opener(document):
    entry = first(document, lambda entry: entry["asked"] == ["red"])
    entry["opener"] = "red"
    reheaded(document)
    return named(entry)


@both(games.toy_passed_over)
def a_passing_over_hushed_up(document):
    entry = first(document, lambda entry: "passed_over" in entry)
    del entry["passed_over"]
    reheaded(document)
    return named(entry)


@both(games.toy_passed_over)
def a_passing_over_that_was_none(document):
    entry = first(document, lambda entry: not entry["muster"] and len(entry["asked"]) == 1)
    idle = [seat for seat in document["charter"]["openers"] if seat not in entry["asked"]]
    entry["passed_over"] = idle[:1]
    reheaded(document)
    return named(entry)


@both(games.toy_shared)
def a_muster_denied(document):
    document["entries"][0]["muster"] = False
    reheaded(document)
    return "entry 1"


@both(games.toy_shared)
def a_muster_that_was_not_due(document):
    document["entries"][3]["muster"] = True
    reheaded(document)
    return "entry 4"


# -- answers and seals ------------------------------------------------------------------------------------


@both(games.toy_sealed)
def an_answer(document):
    entry = first(document, lambda entry: any(row["by"] == "seat" for row in entry["answers"]))
    entry["answers"][0]["value"] = []
    return named(entry)


@both(games.toy_sealed)
def the_seat_of_an_answer_and_all_heads(document):
    entry = first(document, lambda entry: entry["asked"] == ["red"] and entry["answers"][0]["by"] == "seat")
    entry["answers"][0]["seat"] = "blue"
    reheaded(document)
    return named(entry)


@both(games.toy_absent)
def a_default_given_out_as_the_seat_s_own(document):
    entry = first(document, lambda entry: entry["absent"])
    next(row for row in entry["answers"] if row["by"] == "default")["by"] = "seat"
    reheaded(document)
    return named(entry)


@both(games.toy_two_alone)
def a_seal(document):
    entry = first(document, lambda entry: entry["seals"])
    entry["seals"] = {seat: flipped(seal) for seat, seal in entry["seals"].items()}
    reheaded(document)
    return named(entry)


@both(games.toy_two_alone)
def no_seal(document):
    entry = first(document, lambda entry: entry["seals"])
    entry["seals"], entry["opened"] = {}, []
    reheaded(document)
    return named(entry)


@both(games.toy_two_alone)
def what_was_sealed(document):
    entry = first(document, lambda entry: entry["seals"])
    entry["opened"][0]["text"] = entry["opened"][0]["text"].replace("bid", "act")
    reheaded(document)
    return named(entry)


@both(games.toy_lines)
def a_nonce(document):
    entry = first(document, lambda entry: entry.get("opened"))
    entry["opened"][0]["nonce"] = flipped(entry["opened"][0]["nonce"])
    reheaded(document)
    return named(entry)


@both(games.toy_lines)
def the_text_of_a_secret_line(document):
    entry = first(document, lambda entry: entry.get("opened"))
    entry["opened"][0]["text"] = entry["opened"][0]["text"].replace("no", "yes", 1)
    reheaded(document)
    return named(entry)


@both(games.toy_lines)
def the_seal_of_a_line(document):
    entry = first(document, lambda entry: any("seal" in row for row in entry["lodged"]))
    row = next(row for row in entry["lodged"] if "seal" in row)
    row["seal"] = flipped(row["seal"])
    reheaded(document)
    return named(first(document, lambda entry: entry.get("opened")))


@both(games.toy_lines)
def a_line_that_is_never_opened(document):
    entry = [entry for entry in document["entries"] if entry.get("opened")][-1]
    lodged = entry["opened"].pop()["entry"]
    reheaded(document)
    return f"entry {lodged}"


@both(games.toy_lines_closed)
def a_sealed_line_forgotten(document):
    document["sealed"] = []
    return "standing"


@both(games.toy_lines_closed)
def a_standing_line(document):
    document["standing"]["south"][0]["value"] = "no"
    return "standing"


# -- facts, steps, the board ------------------------------------------------------------------------------


@both(games.toy_sealed)
def the_text_of_a_fact(document):
    step, fact = step_with(document, "turn-begun")
    fact["turn"] = 7
    return f"step {step['n']}"


@both(games.toy_sealed)
def a_fact_and_all_digests_of_steps(document):
    _, fact = step_with(document, "attack-rolled")
    fact["dice"][0] = fact["dice"][0] % 6 + 1
    redigested(document)
    return named(first(document, lambda entry: entry["draws"]))


@both(games.toy_sealed)
def a_fact_and_the_digests_of_facts_and_steps_but_no_head(document):
    place = a_fact_and_all_digests_of_steps(document)
    heads = [entry["head"] for entry in document["entries"]]
    covered_anew(document)
    for entry, head in zip(document["entries"], heads):
        entry["head"] = head
    return place


@both(games.toy_sealed)
def a_digest_of_facts_and_all_heads(document):
    entry = document["entries"][4]
    entry["facts"]["digest"] = flipped(entry["facts"]["digest"])
    reheaded(document)
    return named(entry)


@both(games.toy_sealed)
def where_an_entry_ends_and_all_heads(document):
    entry = document["entries"][4]
    entry["facts"]["to"] -= 1
    reheaded(document)
    return named(entry)


@both(games.red_dragon_sealed)
def a_fact_of_the_open_step(document):
    document["open"]["facts"].append({"type": "corrected", "rule": "GM", "entry": 1, "patch": []})
    return f"{named(document['entries'][-1])}|last entry"


@both(games.toy_sealed)
def a_step_is_missing(document):
    del document["steps"][2]
    return "step 3"


@both(games.toy_sealed)
def a_step_is_missing_and_the_rest_renumbered(document):
    del document["steps"][2]
    for number, step in enumerate(document["steps"], 1):
        step["n"] = number
    redigested(document)
    return named(first(document, lambda entry: entry["draws"]))


@both(games.toy_sealed)
def steps_swapped(document):
    steps = document["steps"]
    steps[1], steps[2] = steps[2], steps[1]
    return "step 2"


@both(games.toy_sealed)
def the_last_step_cut_off(document):
    document["steps"].pop()
    return named(document["entries"][-1])


@both(games.toy_sealed)
def the_procedure_of_a_step(document):
    document["steps"][3]["procedure"] = "set-up"
    return "step 4"


@both(games.toy_lines_closed)
def a_unit_on_the_board(document):
    unit = next(unit for unit in document["open"]["rest"]["units"].values() if unit["area"] == "hill")
    unit["area"] = "dale"
    return "open"


@both(games.red_dragon_sealed)
def a_unit_on_the_board_of_red_dragon(document):
    rest = document["open"]["rest"]
    name = next(name for name in sorted(rest) if isinstance(rest[name], dict) and rest[name])
    rest[name].pop(sorted(rest[name])[0])
    return "open"


@both(games.toy_lines_closed)
def the_board_after_the_last_step_and_all_digests(document):
    step = document["steps"][-1]
    step["board"] = flipped(step["board"])
    redigested(document)
    return f"step {step['n']}|open, rest"


@both(games.toy_lines_closed)
def a_question_that_is_open(document):
    document["open"]["waiting"][0]["rule"] = "9"
    return "open"


@both(games.toy_sealed)
def no_result(document):
    document["result"] = None
    return "result"


@both(games.toy_lines_closed)
def a_result_before_the_end(document):
    document["result"] = {"winner": "north", "by": "points", "rule": "4"}
    return "result"


# -- entries and notes ------------------------------------------------------------------------------------


@both(games.toy_sealed)
def a_head(document):
    entry = document["entries"][5]
    entry["head"] = flipped(entry["head"])
    return named(entry)


@both(games.toy_sealed)
def entries_cut_off(document):
    del document["entries"][-2:]
    return f"{named(document['entries'][-1])}|last entry"


@both(games.toy_sealed)
def an_entry_left_out(document):
    del document["entries"][4]
    return "entry 5"


@both(games.toy_sealed)
def an_entry_left_out_and_all_made_anew(document):
    del document["entries"][4]
    for number, entry in enumerate(document["entries"], 1):
        entry["n"] = number
    reheaded(document)
    return "entry 5"


@both(games.toy_sealed)
def an_entry_moved(document):
    document["entries"].insert(3, document["entries"].pop(6))
    for number, entry in enumerate(document["entries"], 1):
        entry["n"] = number
    reheaded(document)
    return "entry 4"


@both(games.toy_sealed)
def the_number_of_an_entry(document):
    document["entries"][5]["n"] = 60
    reheaded(document)
    return "entry 6"


@both(games.toy_repaired)
def a_correction(document):
    entry = note(document, "correction")
    entry["patch"][0]["value"] = 5
    return named(entry)


@both(games.toy_repaired)
def a_correction_and_all_heads(document):
    entry = note(document, "correction")
    entry["patch"][0]["value"] = 5
    reheaded(document)
    return named(entry)


@both(games.toy_repaired)
def what_a_correction_changed_and_all_digests_of_steps(document):
    step, fact = step_with(document, "corrected")
    fact["patch"][0]["value"] = 5
    redigested(document)
    return f"entry {fact['entry'] + 1}"


@both(games.toy_repaired)
def the_reason_of_a_note(document):
    entry = note(document, "redo")
    entry["why"] = "nothing of importance"
    return named(entry)


@both(games.toy_repaired)
def a_note_left_out(document):
    document["entries"].remove(note(document, "correction"))
    for number, entry in enumerate(document["entries"], 1):
        entry["n"] = number
    reheaded(document)
    return "entry 4"


@both(games.toy_repaired)
def an_envelope_called_spent(document):
    entry = note(document, "correction")
    entry["spent"] = {"red": "ab" * 32}
    reheaded(document)
    return named(entry)


@both(games.toy_twice_undone)
def how_far_a_redo_goes_back(document):
    entry = note(document, "redo")
    entry["to"] -= 1
    reheaded(document)
    return f"entry {entry['n'] + 1}"


@both(games.toy_twice_undone)
def steps_that_were_undone(document):
    document["undone"].pop(0)
    return "redo took back"


@both(games.toy_twice_undone)
def a_fact_of_a_step_that_was_undone(document):
    block = next(block for block in document["undone"] if block["steps"])
    block["steps"][0]["facts"][0]["type"] = "step-ended"
    return f"step {block['steps'][0]['n']}"


@both(games.toy_new_chains)
def the_anchor_of_a_new_chain(document):
    entry = note(document, "chain")
    entry["anchor"]["first"] = flipped(entry["anchor"]["first"])
    reheaded(document)
    return f"entry {entry['n'] + 1}"


# -- the charter ------------------------------------------------------------------------------------------


@both(games.toy_sealed)
def the_charter(document):
    document["charter"]["deadline"] = "never"
    return "entry 1"


@both(games.toy_sealed)
def the_charter_and_all_made_anew(document):
    document["charter"]["deadline"] = "never"
    covered_anew(document)
    return named(first(document, lambda entry: entry["draws"]))


@both(games.toy_shared)
def an_anchor_and_all_made_anew(document):
    anchor = document["charter"]["anchors"]["red"]
    anchor["first"] = flipped(anchor["first"])
    covered_anew(document)
    return "entry 1"


@both(games.toy_shared)
def one_anchor_for_two(document):
    document["charter"]["anchors"]["red"] = dict(document["charter"]["anchors"]["blue"])
    covered_anew(document)
    return "charter"


@both(games.toy_shared)
def sealed_instead_of_shared(document):
    document["charter"]["fairness"] = "sealed"
    covered_anew(document)
    return "charter"


@both(games.toy_two_alone)
def the_order_of_openers(document):
    document["charter"]["openers"].reverse()
    covered_anew(document)
    return named(first(document, lambda entry: entry["seals"]))


# -- what only the rules can tell -------------------------------------------------------------------------


@rules_only(games.toy_sealed)
def another_winner(document):
    document["result"]["winner"] = "nobody"
    return "result"


@rules_only(games.toy_sealed)
def a_fact_and_everything_made_anew(document):
    _, fact = step_with(document, "attack-rolled")
    fact["dice"][0] = fact["dice"][0] % 6 + 1
    covered_anew(document)
    return named(first(document, lambda entry: entry["draws"]))


@rules_only(games.toy_sealed)
def an_answer_and_all_heads(document):
    entry = first(document, lambda entry: entry["answers"])
    entry["answers"][0]["value"] = []
    reheaded(document)
    return named(entry)


@rules_only(games.toy_sealed)
def an_answer_left_out_and_all_heads(document):
    entry = document["entries"][1]
    entry["answers"] = []
    reheaded(document)
    return named(entry)


@rules_only(games.toy_sealed)
def a_draw_left_out_and_all_heads(document):
    entry = first(document, lambda entry: entry["draws"])
    entry["draws"].pop()
    reheaded(document)
    return named(entry)


@rules_only(games.toy_sealed)
def where_a_step_began(document):
    step = document["steps"][2]
    step["from"] = [1, 0, 0]
    redigested(document)
    return f"step {step['n']}"


@rules_only(games.toy_sealed)
def the_board_of_an_entry_in_mid_step(document):
    ends, count = set(), 0
    for step in document["steps"]:
        count += len(step["facts"])
        ends.add(count)
    entry = first(document, lambda entry: entry["facts"]["to"] not in ends)
    entry["board"] = flipped(entry["board"])
    reheaded(document)
    return named(entry)


@rules_only(games.toy_sealed)
def what_a_question_was(document):
    entry = document["entries"][1]
    entry["answers"][0]["question"] = "1.1/set-up/north"
    reheaded(document)
    return named(entry)
