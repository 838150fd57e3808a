"""At a table every step of the own turn can be taken back, until tokens are drawn or another person has moved."""

from shoal.play.chance import SeededChance
from shoal.play.match import Match

from .gardens import GAME


def table(players=2, seed=5, **options):
    return Match.new(GAME, players, options, None, SeededChance(seed))


def do(match, *texts):
    for text in texts:
        match.choose(match.waiting_for()[0], [GAME.text_to_action(text)])


def can(match):
    return [GAME.action_to_text(action) for action in match.legal(match.waiting_for()[0])]


def whole_turn(match, space):
    do(match, f"go {space}", "walk 1")
    while any(text.startswith("release") for text in can(match)):
        do(match, next(text for text in can(match) if text.startswith("release")))
    do(match, "end")


def test_every_step_of_a_turn_is_taken_back_one_by_one():
    match = table()
    first = match.waiting_for()[0]
    begun = match.state.to_json()
    do(match, "go 2", "walk 2")
    place = next(text for text in can(match) if text.startswith(("place", "release")))
    do(match, place, "buy coral d")
    steps = 0
    while match.can_undo(first):
        assert match.can_undo(first) == "free"
        match.undo(first)
        steps += 1
    assert steps == 4 and match.state.to_json() == begun


def test_the_end_of_a_turn_is_taken_back_until_the_next_player_moves():
    match = table(3)
    first = match.waiting_for()[0]
    whole_turn(match, 2)
    second = match.waiting_for()[0]
    assert second != first and match.can_undo(first) == "free"
    match.undo(first)
    assert match.waiting_for() == [first] and "end" in can(match)
    do(match, "end", "go 3")
    assert match.can_undo(first) == "ask" and match.can_undo(second) == "free"


def test_lucys_move_goes_back_with_the_turn_before_it():
    match = table(2)
    first = match.waiting_for()[0]
    whole_turn(match, 2)
    second = match.waiting_for()[0]
    before = match.state.to_json()
    whole_turn(match, 1)
    assert match.state.owner[2] == 3 and match.can_undo(second) == "free"
    for _ in range(match.decision_number):
        if match.state.to_json() == before:
            break
        match.undo(second)
    assert match.state.to_json() == before and match.can_undo(first) == "free"


def test_drawn_tokens_are_a_barrier():
    match = table(3)
    for space in (2, 3, 4):
        if GAME.box.fish_space[space]:
            whole_turn(match, space)
        else:
            do(match, f"go {space}", "ad small")
    last = match.waiting_for()[0]
    while match.state.round == 1:
        last = match.waiting_for()[0]
        do(match, "pass")
    assert match.can_undo(last) == "ask"
