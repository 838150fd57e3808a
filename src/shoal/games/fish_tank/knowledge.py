"""What a seat of Fish Tank may know, what it remembers, and how the unknown is dealt anew.

With three or more players a hand that a seat has seen and passed on stays known to it, since every card that leaves it is shown.

With two players one card of each passed hand is discarded unseen and another drawn unseen. A seat knows `kept`, the hand as it passed it on,
and the card `picked_from` it; when the hand comes back, what is missing tells most of what went away. What it cannot tell is one unseen card
in the discards for each exchange: a *blind discard* with a weight for each kind. All weights are exact: the number of ways in which the blind
draws can have fallen, nothing is inferred from what the other player chose.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.facts import MOVES, TRUTH, Moves
from shoal.engine.hints import scratch
from shoal.engine.state import Memory, Rng

from .notation import DISCARD, DRAW, END, FLIP, HIDDEN, KINDS, NONE, SEATS, Kinds, Seats, cell_of

if TYPE_CHECKING:
    from .rules import FishTank

BLIND = 16
"""Most blind discards of one observer: one for each round."""

MOST_TRIES = 100_000
"""So often blind cards are drawn anew; a true memory needs a few tries."""

TwoSeats = Annotated[list[int], "int", 2]
TwoHands = Annotated[list[int], "int", 2 * KINDS]
Weights = Annotated[list[int], "int", 2 * BLIND * KINDS]
BlindCards = Annotated[list[int], "int", BLIND]


class FishTankMemory(Memory):
    players: int
    seen: Seats
    """Three and more: a bit for each seat that has seen the hand which this seat holds now."""

    # two players, by observer
    drawn: TwoSeats
    """The kind that the observer drew new into its hand, until picks are revealed (R41)."""
    knows: TwoSeats
    """1: `kept` tells the other hand, but for the exchange."""
    kept: TwoHands
    exchanged: TwoSeats
    """1: one card of `kept` was discarded blindly before one was drawn; 0: only one was drawn."""
    picked_from: TwoSeats
    """The kind that the other has picked from it since."""
    passed: TwoHands
    """The own hand as it is passed on now; it becomes `kept` when hands are renewed."""
    discarded: TwoHands
    """Cards known to lie in the discards."""
    blind: TwoSeats
    """How many more unseen cards are known to lie there …"""
    weights: Weights
    """… and, [(observer * BLIND + card) * KINDS + kind], in how many ways each can be of a kind, for each copy of the kind that is still unseen."""

    def __init__(self, players: int) -> None:
        self.blank()
        self.players = players


# ---- remembering: called by the rules when something has happened

def picks_revealed(recall: FishTankMemory, state: "FishTank") -> None:
    if state.players != 2:
        return
    for seat in range(2):
        recall.drawn[seat] = NONE
        recall.picked_from[seat] = state.revealed[1 - seat]
        for kind in range(KINDS):
            recall.passed[seat * KINDS + kind] = state.hands[seat * KINDS + kind]


def hands_passed(recall: FishTankMemory, state: "FishTank", direction: int) -> None:
    if state.players == 2:
        return
    was: Seats = [0] * SEATS
    for seat in range(state.players):
        was[seat] = recall.seen[seat] | (1 << seat)
    for seat in range(state.players):
        recall.seen[(seat + direction + state.players) % state.players] = was[seat]


def hands_renewed(recall: FishTankMemory, state: "FishTank") -> None:
    """Two players: both look at their new hands; only the card just drawn is known to be new."""
    rest: Kinds = scratch(KINDS)
    pair: bool = state.is_pair_round(state.hands_round())
    for seat in range(2):
        for kind in range(KINDS):
            rest[kind] = state.hands[seat * KINDS + kind]
        rest[recall.drawn[seat]] -= 1
        conclude(recall, seat, rest, not pair)
        for kind in range(KINDS):
            recall.kept[seat * KINDS + kind] = recall.passed[seat * KINDS + kind]
        recall.knows[seat] = 1 if cards_in(recall.passed, seat * KINDS) > 0 else 0
        recall.exchanged[seat] = 0 if pair else 1


def pair_decided(recall: FishTankMemory, state: "FishTank") -> None:
    """Two players: of each pair one card has been shown and the other is put away unseen."""
    nothing: Kinds = [0] * KINDS
    for seat in range(2):
        for kind in range(KINDS):
            recall.discarded[seat * KINDS + kind] += state.hands[seat * KINDS + kind]
        conclude(recall, seat, nothing, True)


def phase_ended(recall: FishTankMemory, state: "FishTank") -> None:
    nothing: Kinds = [0] * KINDS
    if state.players == 2:
        for seat in range(2):
            if recall.knows[seat] == 1:
                conclude(recall, seat, nothing, False)
    for seat in range(SEATS):
        recall.seen[seat] = 0


def conclude(recall: FishTankMemory, seat: int, rest: Kinds, second: bool) -> None:
    """What `seat` learns about blind discards when it sees (or knows to be empty) the rest of the hand that the other held.

    The hand was `kept`, less a blind discard d (if exchanged), plus an unseen draw x, less the card picked, less a second blind discard (if
    `second`). With known = kept - picked - rest, the discarded cards are known + x.
    """
    known: Kinds = scratch(KINDS)
    if recall.knows[seat] == 0:
        recall.picked_from[seat] = NONE
        if second:
            blind_discard(recall, seat)
        return
    forced = NONE
    for kind in range(KINDS):
        known[kind] = recall.kept[seat * KINDS + kind] - rest[kind]
    known[recall.picked_from[seat]] -= 1
    for kind in range(1, KINDS):
        if known[kind] < 0:
            forced = kind
    if forced != NONE:
        known[forced] += 1
    else:
        at = blind_discard(recall, seat)
        for kind in range(1, KINDS):
            recall.weights[at + kind] = ways(recall, seat, rest, kind, second)
    for kind in range(1, KINDS):
        recall.discarded[seat * KINDS + kind] += known[kind]
    recall.knows[seat] = 0
    recall.picked_from[seat] = NONE


def blind_discard(recall: FishTankMemory, seat: int) -> int:
    """One more unseen card in the discards, each kind in one way; returns where its weights stand."""
    at = (seat * BLIND + recall.blind[seat]) * KINDS
    for kind in range(1, KINDS):
        recall.weights[at + kind] = 1
    recall.blind[seat] += 1
    return at


def ways(recall: FishTankMemory, seat: int, rest: Kinds, drawn: int, second: bool) -> int:
    """In how many ways the blind discards can have fallen if the unseen draw was of the kind `drawn`."""
    total = 0
    if recall.exchanged[seat] == 0:
        return exchange_ways(recall, seat, drawn, NONE) * ways_after(recall, seat, rest, drawn, NONE, second)
    for first in range(1, KINDS):
        if recall.kept[seat * KINDS + first] > 0:
            total += exchange_ways(recall, seat, drawn, first) * ways_after(recall, seat, rest, drawn, first, second)
    return total


def ways_after(recall: FishTankMemory, seat: int, rest: Kinds, drawn: int, first: int, second: bool) -> int:
    """Of one first discard: how many cards of the hand then left can have been the second one."""
    gone = NONE
    missing = 0
    copies = 1
    for kind in range(1, KINDS):
        held = held_after(recall, seat, drawn, first, kind)
        if held < rest[kind]:
            return 0
        if held > rest[kind]:
            missing += held - rest[kind]
            gone = kind
            copies = held
    if missing != (1 if second else 0):
        return 0
    return copies if gone != NONE else 1


def held_after(recall: FishTankMemory, seat: int, drawn: int, first: int, kind: int) -> int:
    """Copies of a kind that the other holds after exchange and pick; negative if the card picked could not have been there."""
    held = recall.kept[seat * KINDS + kind]
    if kind == drawn:
        held += 1
    if kind == first:
        held -= 1
    if kind == recall.picked_from[seat]:
        held -= 1
    return held


def forget_others(recall: FishTankMemory, seat: int) -> None:
    """On a mask: only what its observer has seen stays (nothing for spectators)."""
    for other in range(SEATS):
        recall.seen[other] = recall.seen[other] & (1 << seat) if seat >= 0 else 0
    for observer in range(2):
        if observer != seat or recall.players > 2:
            forget_observer(recall, observer)


def forget_drawn(recall: FishTankMemory) -> None:
    """While both hands lie face down nobody has looked at the card drawn (R43)."""
    for observer in range(2):
        recall.drawn[observer] = NONE


def forget_observer(recall: FishTankMemory, observer: int) -> None:
    recall.drawn[observer] = NONE
    recall.knows[observer] = 0
    recall.exchanged[observer] = 0
    recall.picked_from[observer] = NONE
    recall.blind[observer] = 0
    for kind in range(KINDS):
        recall.kept[observer * KINDS + kind] = 0
        recall.passed[observer * KINDS + kind] = 0
        recall.discarded[observer * KINDS + kind] = 0
    for i in range(observer * BLIND * KINDS, (observer + 1) * BLIND * KINDS):
        recall.weights[i] = 0


# ---- hiding

def hide_cards(state: "FishTank", seat: int) -> None:
    """In place: what the observer may not know goes back among the unseen cards of the pile."""
    if state.stage == END:
        return
    for other in range(state.players):
        if not knows_hand(state, seat, other):
            for kind in range(KINDS):
                state.pile[kind] += state.hands[other * KINDS + kind]
                state.hands[other * KINDS + kind] = 0
        if other != seat:
            if state.picked[other] != NONE:
                state.picked[other] = HIDDEN
            if state.placed[other] != NONE:
                state.placed[other] = HIDDEN
            if state.flipped[other] != NONE:
                state.flipped[other] = HIDDEN
    for kind in range(KINDS):
        state.pile[kind] += state.discards[kind]
        state.discards[kind] = 0


def knows_hand(state: "FishTank", seat: int, other: int) -> bool:
    """One's own, unless it lies face down (R43); with three and more, one that was seen before."""
    if other == seat:
        return state.stage != DISCARD and state.stage != DRAW
    if state.recall is None or seat < 0:
        return False
    return state.players > 2 and (state.recall.seen[other] >> seat) & 1 == 1


# ---- dealing the unknown anew

def deal_unknown_cards(state: "FishTank", rng: Rng) -> None:
    """In place, on a mask."""
    if state.stage != END:
        take_back_choices(state, rng)
        done: bool = False
        if state.players == 2 and state.recall is not None and state.observer >= 0:
            done = deal_two_players(state, state.recall, rng)
        if not done:
            deal_hands(state, rng)
            draw_cards(state, state.discards_size, state.discards, 0, rng)
    state.observer = TRUTH


def take_back_choices(state: "FishTank", rng: Rng) -> None:
    """Open commitments of others are taken back; a card already placed but not shown lies on any cell it could."""
    moves: Moves = scratch(MOVES)
    for seat in range(state.players):
        if seat != state.observer:
            state.answered = state.answered & ~(1 << seat)
        if state.picked[seat] == HIDDEN:
            state.picked[seat] = NONE
        if state.flipped[seat] == HIDDEN:
            state.flipped[seat] = NONE
        if state.placed[seat] == HIDDEN:
            state.placed[seat] = NONE
            if state.stage == FLIP:
                state.placed[seat] = 1 + cell_of(moves[rng.below(state.fill_places(seat, moves))])


def deal_hands(state: "FishTank", rng: Rng) -> None:
    """Every hand that is not known gets its number of cards from the unseen."""
    for seat in range(state.players):
        held = 0
        for kind in range(KINDS):
            held += state.hands[seat * KINDS + kind]
        draw_cards(state, state.hand_size[seat] - held, state.hands, seat * KINDS, rng)


def draw_cards(state: "FishTank", number: int, to: Kinds, at: int, rng: Rng) -> None:
    for _ in range(number):
        kind = draw_from(state.pile, 0, rng)
        state.pile[kind] -= 1
        to[at + kind] += 1


def cards_in(bag: Kinds, at: int) -> int:
    """How many cards a bag (from index `at` on) holds."""
    total = 0
    for kind in range(KINDS):
        total += bag[at + kind]
    return total


def draw_from(bag: Kinds, at: int, rng: Rng) -> int:
    """A kind of a bag (from index `at` on), each card equally likely."""
    total = cards_in(bag, at)
    point = rng.below(total)
    kind = 0
    while point >= bag[at + kind]:
        point -= bag[at + kind]
        kind += 1
    return kind


def deal_two_players(state: "FishTank", recall: FishTankMemory, rng: Rng) -> bool:
    """Known cards to their places, blind ones by their weights, then the exchange in progress and the hands.

    False, and nothing dealt, where the memory does not go back far enough or fits no deal.
    """
    pile: Kinds = scratch(KINDS)
    discards: Kinds = scratch(KINDS)
    blind: BlindCards = scratch(BLIND)
    seat = state.observer
    renewing: bool = state.stage == DISCARD or state.stage == DRAW
    for kind in range(KINDS):
        pile[kind] = state.pile[kind]
        discards[kind] = state.discards[kind]
    fits: bool = accounts_for_all(state, recall, renewing) and take_known_out(state, recall, renewing) and draw_all_blind(state, recall, blind, rng)
    if not fits:
        for kind in range(KINDS):
            state.pile[kind] = pile[kind]
            state.discards[kind] = discards[kind]
        return False
    for i in range(recall.blind[seat]):
        state.discards[blind[i]] += 1
    holder = seat if renewing else 1 - seat
    if recall.knows[seat] == 1:
        rebuild_hand(state, recall, holder, blind[recall.blind[seat]], rng)
    if renewing:
        finish_exchange(state, recall, holder, rng)
    else:
        deal_hands(state, rng)
    return True


def take_known_out(state: "FishTank", recall: FishTankMemory, renewing: bool) -> bool:
    """Take the cards whose place the observer knows from the unseen; False where more of a kind are known than there are."""
    seat = state.observer
    fits: bool = True
    if recall.knows[seat] == 1 and recall.picked_from[seat] != NONE:
        state.pile[recall.picked_from[seat]] += 1
    for kind in range(KINDS):
        state.pile[kind] -= recall.discarded[seat * KINDS + kind]
        state.discards[kind] += recall.discarded[seat * KINDS + kind]
        if recall.knows[seat] == 1:
            state.pile[kind] -= recall.kept[seat * KINDS + kind]
        if renewing:
            state.pile[kind] -= recall.passed[seat * KINDS + kind]
        if state.pile[kind] < 0:
            fits = False
    return fits


def draw_all_blind(state: "FishTank", recall: FishTankMemory, blind: BlindCards, rng: Rng) -> bool:
    """Draw the blind cards from the pile until a draw is accepted; False, with the pile as it was, where none is."""
    unseen: Kinds = scratch(KINDS)
    for kind in range(KINDS):
        unseen[kind] = state.pile[kind]
    for _ in range(MOST_TRIES):
        if draw_blind(state, recall, unseen, blind, rng):
            return True
        for kind in range(KINDS):
            state.pile[kind] = unseen[kind]
    return False


def accounts_for_all(state: "FishTank", recall: FishTankMemory, renewing: bool) -> bool:
    """Whether the memory of the observer has a place for every card put away and for the hands held: not if it began in mid-game."""
    seat = state.observer
    whole = full_hand(state) if renewing else state.hand_size[1 - seat]
    away = cards_in(recall.discarded, seat * KINDS) + recall.blind[seat]
    if recall.knows[seat] == 1:
        away += recall.exchanged[seat]
        picked = 1 if recall.picked_from[seat] != NONE else 0
        if cards_in(recall.kept, seat * KINDS) + 1 - recall.exchanged[seat] - picked != whole:
            return False
    if renewing:
        if cards_in(recall.passed, seat * KINDS) != whole:
            return False
        if not state.is_pair_round(state.hands_round()):
            away += 2 if state.stage == DRAW else state.turn
    return away == state.discards_size and recall.blind[seat] + recall.knows[seat] <= BLIND


def draw_blind(state: "FishTank", recall: FishTankMemory, unseen: Kinds, blind: BlindCards, rng: Rng) -> bool:
    """One try to draw all blind cards (and the unseen draw of the other hand, last) from the pile.

    Each card is drawn by its weights from what the others have left, and the whole is accepted with the probability that makes it exact.
    """
    accept = 1.0
    number = recall.blind[state.observer] + recall.knows[state.observer]
    for i in range(number):
        before = 0
        now = 0
        for kind in range(1, KINDS):
            weight = blind_weight(state, recall, i, kind)
            before += weight * unseen[kind]
            now += weight * state.pile[kind]
        if now <= 0:
            return False
        accept = accept * now / before
        point = rng.below(now)
        kind = 1
        while point >= blind_weight(state, recall, i, kind) * state.pile[kind]:
            point -= blind_weight(state, recall, i, kind) * state.pile[kind]
            kind += 1
        state.pile[kind] -= 1
        blind[i] = kind
    return rng.fraction() < accept


def blind_weight(state: "FishTank", recall: FishTankMemory, i: int, kind: int) -> int:
    """Of the i-th blind card; the one after the last is the unseen draw of the hand that the other holds (or just passed back)."""
    seat = state.observer
    if i < recall.blind[seat]:
        return recall.weights[(seat * BLIND + i) * KINDS + kind]
    if recall.exchanged[seat] == 0:
        return exchange_ways(recall, seat, kind, NONE)
    total = 0
    for first in range(1, KINDS):
        total += exchange_ways(recall, seat, kind, first)
    return total


def exchange_ways(recall: FishTankMemory, seat: int, drawn: int, first: int) -> int:
    """In how many ways a card of the kind `first` (NONE: none) can have left the hand that was kept, if one of the kind `drawn` came in.

    Cards are labelled: each copy of the kind that the other has picked since can have been the one, so more copies are more ways.
    """
    number = 1 if first == NONE else recall.kept[seat * KINDS + first]
    picked = recall.picked_from[seat]
    if number == 0 or picked == NONE:
        return number
    return number * (held_after(recall, seat, drawn, first, picked) + 1)


def rebuild_hand(state: "FishTank", recall: FishTankMemory, holder: int, drawn: int, rng: Rng) -> None:
    """The hand that was kept, with an exchange that fits the card drawn, less the card picked."""
    first = NONE
    seat = state.observer
    if recall.exchanged[seat] == 1:
        total = 0
        for kind in range(1, KINDS):
            total += exchange_ways(recall, seat, drawn, kind)
        point = rng.below(total)
        for kind in range(1, KINDS):
            if first == NONE:
                point -= exchange_ways(recall, seat, drawn, kind)
                if point < 0:
                    first = kind
        state.discards[first] += 1
    for kind in range(1, KINDS):
        state.hands[holder * KINDS + kind] = held_after(recall, seat, drawn, first, kind)


def finish_exchange(state: "FishTank", recall: FishTankMemory, own: int, rng: Rng) -> None:
    """In the middle of the exchange both hands lie face down: what has been discarded and drawn of each so far."""
    other = 1 - own
    for kind in range(KINDS):
        state.hands[other * KINDS + kind] = recall.passed[own * KINDS + kind]
    if recall.knows[own] == 0:
        draw_cards(state, full_hand(state), state.hands, own * KINDS, rng)
    for seat in range(2):
        if not state.is_pair_round(state.hands_round()) and (state.stage == DRAW or state.turn > seat):
            kind = draw_from(state.hands, seat * KINDS, rng)
            state.hands[seat * KINDS + kind] -= 1
            state.discards[kind] += 1
        if state.stage == DRAW and state.turn > seat:
            draw_cards(state, 1, state.hands, seat * KINDS, rng)


def full_hand(state: "FishTank") -> int:
    """Cards of a hand as it was passed."""
    played = (state.hands_round() - 1) % state.tables.hand
    return state.tables.hand - played
