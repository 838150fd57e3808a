"""Whether the fields of a position of Fish Tank fit together, for positions that come from outside."""

from typing import Any

from shoal.engine.facts import SPECTATOR, TRUTH

from .knowledge import BLIND
from .notation import CELLS, CENTRE, DEAL, DISCARD, DRAW, EMPTY, END, FLIP, FLIPPED, HIDDEN, KEPT, KINDS, NONE, PICK, PLACE, SEATS, WIDTH


def check_position(state: Any) -> None:
    """Raise ValueError when this is no position (or mask) that the rules can reach as far as its numbers of cards and stages go."""
    check_ranges(state)
    check_aquariums(state)
    check_stage(state)
    check_sizes(state)
    check_cards(state)


def cards_needed(tables: Any, players: int) -> int:
    """Cards dealt and drawn in a whole game."""
    return int(players * tables.rounds + (2 * (tables.rounds - tables.phases) if players == 2 else 0))


def expect(fits: bool, field: str, expected: str) -> None:
    if not fits:
        raise ValueError(f"{field}: {expected}")


def check_ranges(state: Any) -> None:
    tables = state.tables
    single = {"players": (2, SEATS), "stage": (DEAL, END), "round": (1, tables.rounds), "reveals": (0, 2 * tables.rounds), "answered": (0, 2**SEATS - 1)}
    for name, (low, high) in single.items():
        expect(low <= getattr(state, name) <= high, name, f"{low} to {high} is expected")
    expect(TRUTH <= state.observer < state.players, "observer", f"{TRUTH} (nobody), {SPECTATOR} (a spectator) or a seat is expected")
    expect(0 <= state.turn < state.players or (state.stage == END and state.turn == state.players), "turn", "a seat is expected")
    low = NONE if state.observer == TRUTH else HIDDEN
    each = {"picked": (low, tables.animals), "revealed": (NONE, tables.animals), "placed": (low, CELLS), "flipped": (low, KEPT)}
    each |= dict.fromkeys(("pile", "discards", "hands", "hand_size"), (0, 1000))
    for name, (low, high) in each.items():
        values = getattr(state, name)
        expect(low <= min(values) and max(values) <= high, name, f"each from {low} to {high} is expected")
    expect(all(cell <= CELLS or cell == KEPT for cell in state.flipped), "flipped", f"each up to {CELLS}, or {KEPT}, is expected")
    known = all(card == EMPTY or (card < 2 * FLIPPED and 0 < card % FLIPPED <= tables.animals) for card in state.cards)
    expect(known, "cards", "a card is of no kind")


def check_aquariums(state: Any) -> None:
    """Bounds and numbers are those of the cards that lie there, and all lie within some frame."""
    for seat in range(SEATS):
        lying = [cell for cell in range(CELLS) if state.cards[seat * CELLS + cell] != EMPTY]
        columns, rows = [cell % WIDTH for cell in lying or [CENTRE]], [cell // WIDTH for cell in lying or [CENTRE]]
        expect(state.count[seat] == len(lying), "count", f"seat {seat + 1} has {len(lying)} cards lying")
        expect(not lying or CENTRE in lying, "cards", f"the first card of seat {seat + 1} lies on d4")
        bounds = (state.left[seat], state.right[seat], state.top[seat], state.bottom[seat])
        expect(bounds == (min(columns), max(columns), min(rows), max(rows)), "left, right, top, bottom", f"those of the cards of seat {seat + 1} are expected")
        expect(max(bounds[1] - bounds[0], bounds[3] - bounds[2]) < state.tables.side, "cards", f"those of seat {seat + 1} exceed the aquarium")


def check_stage(state: Any) -> None:
    """What has been chosen and shown fits what is asked now."""
    exchanging = state.stage in (DISCARD, DRAW)
    before_placing = exchanging and state.revealed[0] != NONE
    expect(not exchanging or state.players == 2, "stage", "only two players exchange cards")
    expect(not before_placing or state.pass_first, "revealed", "cards are exchanged before the picks")
    sealed_places = not (state.seat_order and state.stage != PICK)
    for seat in range(SEATS):
        here = seat < state.players
        answered = bool(state.answered >> seat & 1)
        laid = here and state.stage in (PLACE, FLIP) and not sealed_places and (seat < state.turn or seat == state.turn and state.stage == FLIP)
        showing = here and (state.stage in (PLACE, FLIP) and not laid or before_placing)
        expect((state.revealed[seat] != NONE) == showing, "revealed", f"does not fit the stage for seat {seat + 1}")
        for field, stage in (("picked", PICK), ("placed", PLACE), ("flipped", FLIP)):
            chosen = answered and state.stage == stage or here and field == "placed" and state.stage == FLIP and sealed_places
            value = getattr(state, field)[seat]
            expect((value != NONE) == chosen, field, f"does not fit who has answered (seat {seat + 1})")
            expect(value != HIDDEN or seat != state.observer, field, "one's own choice is no secret")
        rounds = state.round if state.stage == END or laid else state.round - 1
        expect(state.count[seat] == (rounds if here else 0), "count", f"{rounds} cards of seat {seat + 1} are expected to lie")
        check_choices(state, seat)
    everybody = (1 << state.players) - 1
    expect(not state.answered or (sealed_places and state.stage in (PICK, PLACE, FLIP)), "answered", "nobody can have answered now")
    expect(state.answered & ~everybody == 0 and state.answered != everybody, "answered", "the stage would be over")


def check_choices(state: Any, seat: int) -> None:
    """What a seat has chosen, it could choose."""
    if state.picked[seat] > NONE:
        expect(state.hands[seat * KINDS + state.picked[seat]] > 0, "picked", f"is not in the hand of seat {seat + 1}")
    placed = state.placed[seat] - 1
    if placed >= 0:
        side = state.tables.side
        free = state.cards[seat * CELLS + placed] == EMPTY and (state.count[seat] > 0 or placed == CENTRE)
        wide = max(state.right[seat], placed % WIDTH) - min(state.left[seat], placed % WIDTH)
        high = max(state.bottom[seat], placed // WIDTH) - min(state.top[seat], placed // WIDTH)
        expect(free and max(wide, high) < side, "placed", f"seat {seat + 1} cannot place there")
    flipped = state.flipped[seat] - 1
    if 0 <= flipped < CELLS:
        animal = EMPTY < state.cards[seat * CELLS + flipped] < FLIPPED
        expect(animal or flipped == placed, "flipped", f"seat {seat + 1} has no animal there")


# ---- numbers of cards

def check_sizes(state: Any) -> None:
    """How many cards everybody holds, and how many are put away, follows from the round and the stage."""
    for seat in range(SEATS):
        size = state.hand_size[seat]
        low, high = hand_sizes(state, seat) if seat < state.players else (0, 0)
        expect(low <= size <= high, "hand_size", f"seat {seat + 1} does not hold {size} cards now")
        held = sum(state.hands[seat * KINDS : (seat + 1) * KINDS])
        possible = (size,) if is_open(state, seat) else (0,) if state.players == 2 or state.observer < 0 else (0, size)
        expect(held in possible, "hands", f"{size} cards of seat {seat + 1} are expected")
    expect(state.discards_size == discards(state), "discards_size", f"{discards(state)} is expected")
    put_away = sum(state.discards)
    there = state.discards_size if state.observer == TRUTH or state.stage == END else 0
    expect(put_away == there, "discards", f"{there} cards are expected")
    unseen = state.pile_size + (state.discards_size - put_away) + (sum(state.hand_size) - sum(state.hands))
    expect(sum(state.pile) == unseen, "pile", f"{unseen} cards are expected")


def is_open(state: Any, seat: int) -> bool:
    """Whether the observer must know this hand."""
    return bool(state.observer == TRUTH or state.stage == END or (seat == state.observer and state.stage not in (DISCARD, DRAW)))


def passing_round(state: Any) -> int:
    """The round for which the hands lie or are prepared."""
    before_placing = state.stage in (PLACE, FLIP) or (state.stage in (DISCARD, DRAW) and state.revealed[0] != NONE)
    return int(state.round) + (1 if state.pass_first and before_placing and state.round % state.tables.hand else 0)


def is_pair_round(state: Any, number: int) -> bool:
    """Whether two players choose from a pair in this round (R13)."""
    last_of_phase = number % state.tables.hand == 0
    return bool(state.players == 2 and last_of_phase and (state.pair_each_phase or number == state.tables.rounds))


def full_hand(state: Any, number: int) -> int:
    """Cards in a hand when a round opens."""
    return 2 if is_pair_round(state, number) else int(state.tables.hand - (number - 1) % state.tables.hand)


def hand_sizes(state: Any, seat: int) -> tuple[int, int]:
    """The fewest and the most cards that a seat can hold now."""
    number = passing_round(state)
    size = full_hand(state, number)
    if state.stage == DEAL:
        size = int(state.tables.hand)
        return (0, size - 1) if seat == state.turn else (size, size) if seat < state.turn else (0, 0)
    if state.stage in (DISCARD, DRAW):
        done = state.turn > seat
        less = not done if is_pair_round(state, number) or state.stage == DRAW else done
        size -= 1 if less else 0
    elif state.stage == END or (state.stage in (PLACE, FLIP) and number == state.round):
        size = 0 if state.stage == END or is_pair_round(state, number) else size - 1
    return size, size


def discards(state: Any) -> int:
    """Cards put away so far."""
    if state.players > 2:
        return 0
    total = 0
    for number in range(1, passing_round(state) + 1):
        if is_pair_round(state, number):
            total += 2 if number < state.round or (number == state.round and state.stage in (PLACE, FLIP, END)) else 0
        elif (number - 1) % state.tables.hand:
            total += int(state.turn) if number == passing_round(state) and state.stage == DISCARD else 2
    return total


def check_cards(state: Any) -> None:
    """Every card of the box is somewhere, and none twice; and they are enough for the whole game."""
    tables = state.tables
    cards = sum(tables.copies[kind] for kind in range(KINDS) if not (state.fewer_kinds and tables.removable[kind]))
    expect(cards >= cards_needed(tables, state.players), "players", f"{state.players} players need more than {cards} cards")
    for kind in range(KINDS):
        removed = state.fewer_kinds and state.tables.removable[kind]
        lying = sum(card % FLIPPED == kind for card in state.cards) if kind else 0
        held = sum(state.hands[seat * KINDS + kind] for seat in range(SEATS))
        shown = sum(card == kind for card in state.revealed) if kind else 0
        there = state.pile[kind] + state.discards[kind] + held + lying + shown
        expect(there == (0 if removed else state.tables.copies[kind]), "pile", f"there are {there} cards of kind {kind} in all")


# ---- what seats remember

def check_memory(state: Any, memory: Any) -> None:
    """Raise ValueError when no seats can remember this in the position: what they know must still be unseen by them."""
    expect(memory.players == state.players, "memory.players", f"{state.players} is expected")
    expect(0 <= min(memory.seen) and max(memory.seen) < 2**SEATS, "memory.seen", "bits of seats are expected")
    for name, most in (("drawn", KINDS - 1), ("picked_from", KINDS - 1), ("knows", 1), ("exchanged", 1), ("blind", BLIND)):
        values = getattr(memory, name)
        expect(0 <= min(values) and max(values) <= most, f"memory.{name}", f"0 to {most} is expected")
    for name in ("kept", "passed", "discarded", "weights"):
        values = getattr(memory, name)
        expect(0 <= min(values) and max(values) <= 10_000, f"memory.{name}", "0 to 10000 is expected")
    if state.players == 2 and state.stage != END:
        for seat in range(2):
            check_known(state, memory, seat)


def check_known(state: Any, memory: Any, seat: int) -> None:
    """Every card that a seat knows to lie face down is among those it cannot see."""
    face_down = state.stage in (DISCARD, DRAW)
    blind = [memory.weights[(seat * BLIND + i) * KINDS : (seat * BLIND + i + 1) * KINDS] for i in range(memory.blind[seat])]
    unseen = []
    for kind in range(KINDS):
        held = sum(state.hands[other * KINDS + kind] for other in range(2) if other != seat or face_down)
        known = memory.discarded[seat * KINDS + kind]
        known += memory.kept[seat * KINDS + kind] - (memory.picked_from[seat] == kind != NONE) if memory.knows[seat] else 0
        known += memory.passed[seat * KINDS + kind] if face_down else 0
        unseen.append(state.pile[kind] + state.discards[kind] + held - known)
    expect(min(unseen[1:]) >= 0, "memory", f"seat {seat + 1} knows cards that lie elsewhere")
    fits = all(any(weight and number for weight, number in zip(weights, unseen, strict=True)) for weights in blind)
    expect(fits and sum(unseen) >= len(blind) + memory.knows[seat], "memory.blind", f"the blind discards of seat {seat + 1} cannot be any card")
