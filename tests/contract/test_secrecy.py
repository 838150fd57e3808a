"""Secrets: what a seat may not know cannot be told from anything it gets; sealed choices; worlds dealt from masks."""

from collections.abc import Iterator
from typing import Any

from shoal.engine.state import Rng
from tests.contract.walks import Case, Event, fingerprint, games_to_play, next_event, observers, positions, text, walk


def everything(game: Any, state: Any, observer: int) -> str:
    """All that an observer gets of a position, byte for byte."""
    masked = state.masked(observer)
    sheets = [game.score_sheet(masked.state, seat).to_json() for seat in range(state.players)]
    named = [game.action_to_text(action) for action in masked.legal_actions()]
    refusals = [str(masked.state.why_not(observer, action)) for action in range(0, game.max_actions, 5)] if observer >= 0 else []
    prompt = game.prompt(masked)
    return text([masked.to_json(), masked.actors(), masked.decision(), masked.is_chance(), named, sheets, refusals, [prompt.step, prompt.ask, prompt.because]])


def twin_of(game: Any, state: Any, observer: int, rng: Rng) -> Any:
    """Another true position that differs only in what the observer may not know: a dealt world with the observer's memory.

    Others who have answered in the open stage have answered there too, with something of their own.
    """
    masked = state.masked(observer)
    data = masked.dealt(rng).to_json() | {"keeps_memory": state.to_json()["keeps_memory"], "memory": masked.to_json()["memory"]}
    twin = game.state_from_json(data)
    for seat in twin.actors():
        if seat != observer and seat not in state.actors() and state.decision() == twin.decision():
            legal = twin.legal_actions(seat)
            twin.apply_action(seat, legal[rng.pick(len(legal))])
    return twin


def hidden_event(state: Any, event: Event, observer: int, sees: Any) -> bool:
    """Whether the observer learns nothing of an event but that something happened."""
    return observer != event.seat and not sees.public and observer not in sees.seats


def test_two_worlds_that_differ_only_in_secrets_look_the_same(case: Case) -> None:
    game = case.game
    for seed in range(1 if case.given else games_to_play(3, 1)):
        rng = Rng(seed, "twins")
        for n, (state, event) in enumerate(walk(case, seed)):
            if n % (3 * case.players * (1 + n // 150)) != seed:
                continue                            # of long games the later positions are looked at more rarely
            for observer in observers(state):
                twin = twin_of(game, state, observer, rng)
                assert everything(game, state, observer) == everything(game, twin, observer)
                follow(game, state, twin, event, observer, rng)


def follow(game: Any, state: Any, twin: Any, event: Event, observer: int, rng: Rng) -> None:
    """What happens next behind the observer's back may be something else in the other world, and still nothing shows."""
    sees = state.witnesses(event.seat, event.number)
    if not hidden_event(state, event, observer, sees):
        return
    one = state.copy()
    event.apply(one)
    if one.reveals != state.reveals or one.is_terminal():
        return
    for _ in range(2):
        other = twin.copy()
        another = next_event(other, rng)
        while another.seat != event.seat:
            another = next_event(other, rng)
        assert other.witnesses(another.seat, another.number) == sees
        another.apply(other)
        if another.seat is None and other.is_chance() != one.is_chance():
            continue                                # the last card of several: what follows is seen again
        if another.seat is None and not one.is_chance():
            continue
        assert everything(game, one, observer) == everything(game, other, observer)


def test_masks_do_not_change_what_they_are_made_of_and_are_always_the_same(case: Case) -> None:
    for state in positions(case, 3, every=4):
        before = fingerprint(state)
        for observer in observers(state):
            masked = state.masked(observer)
            assert masked == state.masked(observer) and hash(masked) == hash(state.masked(observer)) and masked.observer == observer
            seen = text(masked.to_json())
            masked.dealt(Rng(1))
            assert text(masked.to_json()) == seen
            assert masked.legal_actions() == (state.legal_actions(observer) if observer >= 0 else [])
            assert masked.actors() == state.actors() and masked.decision() == state.decision() and masked.is_terminal() == state.is_terminal()
        assert fingerprint(state) == before


def test_dealt_worlds_are_positions_that_look_the_same_and_play_on(case: Case) -> None:
    """Every world fits its mask, passes the game's own check and can be played to the end."""
    game, rng = case.game, Rng(5, "dealt")
    for n, state in enumerate(positions(case, 4, every=6)):
        for observer in observers(state):
            masked = state.masked(observer)
            world = masked.dealt(rng)
            world.check()
            assert world.memory is None and world.is_terminal() == state.is_terminal() and world.scores() is not None
            if observer >= 0:
                assert world.legal_actions(observer) == state.legal_actions(observer)
            if n % 5 == 0:
                play_out(world, rng)
        assert masked.dealt(Rng(7)) == masked.dealt(Rng(7))
    assert game.result(state).scores


def play_out(world: Any, rng: Rng) -> None:
    while not world.is_terminal():
        world.advance(rng)
        for seat in world.actors()[:1]:
            legal = world.legal_actions(seat)
            world.apply_action(seat, legal[rng.pick(len(legal))])


# ---- sealed choices

def orders(seats: list[int]) -> Iterator[list[int]]:
    yield seats[::-1]
    yield seats[1:] + seats[:1]
    yield sorted(seats, key=lambda seat: (seat % 2, seat))


def test_sealed_choices_in_every_order_give_the_same_position(case: Case) -> None:
    for seed in range(games_to_play(3, 1)):
        rng = Rng(seed, "sealed")
        state = case.start()
        while not state.is_terminal():
            state.advance(rng)
            actors = state.actors()
            if not actors:
                continue
            chosen = {seat: legal[rng.pick(len(legal))] for seat in actors if (legal := state.legal_actions(seat))}
            if len(actors) > 1:
                check_orders(state, actors, chosen)
            for seat in actors:
                state.apply_action(seat, chosen[seat])


def check_orders(state: Any, actors: list[int], chosen: dict[int, int]) -> None:
    """What a seat may choose, and what spectators see of it, does not depend on who has chosen what before."""
    done = state.copy()
    for seat in actors:
        done.apply_action(seat, chosen[seat])
    before = {seat: state.legal_actions(seat) for seat in actors}
    for order in orders(actors):
        other = state.copy()
        for i, seat in enumerate(order):
            assert all(other.legal_actions(waiting) == before[waiting] for waiting in order[i:])
            other.apply_action(seat, chosen[seat])
            assert seat not in other.actors() or i == len(order) - 1
        assert other == done and hash(other) == hash(done) and fingerprint(other) == fingerprint(done)


def test_memory_changes_nothing_that_happens(case: Case) -> None:
    """A table remembers, a simulation does not, and both play the same game."""
    for (one, event), (other, same) in zip(walk(case, 6), walk(case, 6, memory=False), strict=True):
        assert event == same and one.legal_actions(0) == other.legal_actions(0) and one.chance_outcomes() == other.chance_outcomes()
        assert text({**one.to_json(), "memory": 0, "keeps_memory": 0}) == text({**other.to_json(), "memory": 0, "keeps_memory": 0})
