"""What a seat of Acqua Dolce may know, what it remembers, and how the unknown is dealt anew.

The table, the row, the discards and all hand sizes are public. Hidden are the order of the deck and the hands of others, and of these two
things are known: cards that were openly taken from the row (R41), and, once the deck has been renewed, what it was made of. Cards drawn from
the present deck are called *new*, those that were in hands before it was made *old*. Nobody sees which of the two a player plays, so after
such a play only bounds are certain: no more than `fresh` and `old` cards of a hand are new and old, no more than `pool` cards of a kind are
in the deck. As long as nothing of the kind has happened since the deck was made, the bounds are exact.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.facts import TRUTH
from shoal.engine.hints import scratch
from shoal.engine.state import Memory, Rng

from .notation import EAT, END, EXPEL, KINDS, SEATS, STARVE, Hands, Kinds, Seats
from .scoring import lacking, surroundings

if TYPE_CHECKING:
    from .rules_table import AcquaDolceTable

Numbers = Annotated[list[int], "int", SEATS]


class AcquaDolceMemory(Memory):
    openly: Hands
    """[seat * KINDS + card]: cards taken from the row that the seat still holds for certain."""
    pool: Kinds
    """How many of each card are in the present deck at most, as far as everybody can see."""
    fresh: Seats
    """How many cards of a hand, besides those openly taken, are new at most …"""
    old: Seats
    """… and how many of them are old at most."""
    seen: Hands
    """[seat * KINDS + card]: cards that only this seat has seen leave the deck and that `pool` still counts."""

    # what everybody saw in the latest Control Phase
    phases: int
    """How many there have been."""
    eaten: Kinds
    starved: Kinds
    expelled: Kinds
    unmet: Kinds
    """The requirements that an expelled species did not find met."""
    frozen: Kinds

    def __init__(self, state: "AcquaDolceTable") -> None:
        """From here on: what is hidden now can be anywhere."""
        self.blank()
        for card in range(KINDS):
            self.pool[card] = state.deck[card]
            for seat in range(SEATS):
                self.pool[card] += state.hands[seat * KINDS + card]
                self.seen[seat * KINDS + card] = state.hands[seat * KINDS + card]
        for seat in range(SEATS):
            self.fresh[seat] = state.hand_size[seat]


# ---- remembering: called by the rules when something happens


def card_drawn(recall: AcquaDolceMemory, seat: int, card: int) -> None:
    recall.fresh[seat] += 1
    recall.seen[seat * KINDS + card] += 1


def card_revealed(recall: AcquaDolceMemory, card: int) -> None:
    recall.pool[card] -= 1


def card_taken(recall: AcquaDolceMemory, seat: int, card: int) -> None:
    recall.openly[seat * KINDS + card] += 1


def cards_left_hand(recall: AcquaDolceMemory, state: "AcquaDolceTable", seat: int, card: int, number: int) -> None:
    """Called before they leave. Those that were openly taken are counted off first (R41)."""
    known = min(recall.openly[seat * KINDS + card], number)
    others = number - known
    hidden = state.hand_size[seat] - openly_held(recall, seat) - others
    recall.openly[seat * KINDS + card] -= known
    if recall.old[seat] == 0:
        recall.pool[card] -= others
        recall.seen[seat * KINDS + card] -= others
    recall.fresh[seat] = min(recall.fresh[seat], hidden)
    recall.old[seat] = min(recall.old[seat], hidden)


def openly_held(recall: AcquaDolceMemory, seat: int) -> int:
    n = 0
    for card in range(KINDS):
        n += recall.openly[seat * KINDS + card]
    return n


def deck_renewed(recall: AcquaDolceMemory, state: "AcquaDolceTable") -> None:
    """Everybody has seen what the new deck is made of."""
    for card in range(KINDS):
        recall.pool[card] = state.deck[card]
    for seat in range(SEATS):
        recall.old[seat] = state.hand_size[seat] - openly_held(recall, seat)
        recall.fresh[seat] = 0
    for i in range(SEATS * KINDS):
        recall.seen[i] = 0


def phase_began(recall: AcquaDolceMemory) -> None:
    recall.phases += 1
    for card in range(KINDS):
        recall.eaten[card] = 0
        recall.starved[card] = 0
        recall.expelled[card] = 0
        recall.unmet[card] = 0
        recall.frozen[card] = 0


def fish_left(recall: AcquaDolceMemory, state: "AcquaDolceTable", step: int, card: int, number: int) -> None:
    """Called before they leave."""
    if step == EAT:
        recall.eaten[card] += number
    elif step == STARVE:
        recall.starved[card] += number
    elif step == EXPEL:
        recall.expelled[card] += number
        recall.unmet[card] = lacking(state.tables, card, state.tank[card], surroundings(state.tables, state.tank))
    else:
        recall.frozen[card] += number


def species_left(recall: AcquaDolceMemory, state: "AcquaDolceTable", step: int, leaving: int) -> None:
    for card in range(1, state.tables.fish + 1):
        if (leaving >> card) & 1 == 1:
            fish_left(recall, state, step, card, state.tank[card])


def forget_others(recall: AcquaDolceMemory, seat: int) -> None:
    """On a mask: what others alone have seen (all of it, for spectators)."""
    for other in range(SEATS):
        if other != seat:
            for card in range(KINDS):
                recall.seen[other * KINDS + card] = 0


# ---- hiding


def hide_cards(state: "AcquaDolceTable", seat: int) -> None:
    """In place: of other hands only what was openly taken stays; the rest goes back among the unseen cards of the deck."""
    if state.stage == END:
        return
    for other in range(state.players):
        if other != seat:
            for card in range(KINDS):
                held = state.hands[other * KINDS + card]
                known = 0
                if state.recall is not None:
                    known = max(0, min(held, state.recall.openly[other * KINDS + card]))
                state.deck[card] += held - known
                state.hands[other * KINDS + card] = known


# ---- dealing the unknown anew


def deal_unknown_cards(state: "AcquaDolceTable", rng: Rng) -> None:
    """In place, on a mask: first the deck, then the new cards of other hands, then the old ones."""
    bag: Kinds = scratch(KINDS)
    rest: Kinds = scratch(KINDS)
    free: Numbers = scratch(SEATS)
    new: Numbers = scratch(SEATS)
    if state.stage != END:
        fill_bag(state, bag)
        for card in range(KINDS):
            rest[card] = state.deck[card] - bag[card]
            state.deck[card] = 0
        move_cards(bag, state.deck_size, state.deck, 0, rng)
        fill_free(state, free)
        fill_new(state, free, new, total_of(bag), rng)
        for seat in range(state.players):
            move_cards(bag, new[seat], state.hands, seat * KINDS, rng)
        for card in range(KINDS):
            rest[card] += bag[card]
        for seat in range(state.players):
            move_cards(rest, free[seat] - new[seat], state.hands, seat * KINDS, rng)
    state.observer = TRUTH


def fill_bag(state: "AcquaDolceTable", bag: Kinds) -> None:
    """The unseen cards that can be in the present deck, or come from it."""
    for card in range(KINDS):
        bag[card] = state.deck[card]
    if state.recall is not None:
        for card in range(KINDS):
            most = state.recall.pool[card]
            if state.observer >= 0:
                most -= state.recall.seen[state.observer * KINDS + card]
            bag[card] = max(0, min(bag[card], most))
        if total_of(bag) < state.deck_size:
            for card in range(KINDS):
                bag[card] = state.deck[card]


def fill_free(state: "AcquaDolceTable", free: Numbers) -> None:
    """How many cards of each hand are not known."""
    for seat in range(SEATS):
        free[seat] = state.hand_size[seat]
        for card in range(KINDS):
            free[seat] -= state.hands[seat * KINDS + card]


def fill_new(state: "AcquaDolceTable", free: Numbers, new: Numbers, number: int, rng: Rng) -> None:
    """How many cards of each hand come from the present deck; no more than `number` in all."""
    least: Numbers = scratch(SEATS)
    total = 0
    for seat in range(SEATS):
        new[seat] = free[seat]
        least[seat] = 0
        if state.recall is not None:
            new[seat] = max(0, min(free[seat], state.recall.fresh[seat]))
            least[seat] = max(0, free[seat] - state.recall.old[seat])
        total += new[seat]
    while total > number:
        seat = seat_with_doubt(new, least, rng)
        new[seat] -= 1
        total -= 1


def seat_with_doubt(new: Numbers, least: Numbers, rng: Rng) -> int:
    """A seat of whose new cards one can as well be old, each card equally likely; any card if none can."""
    sure: bool = True
    for seat in range(SEATS):
        if new[seat] > least[seat]:
            sure = False
    total = 0
    for seat in range(SEATS):
        total += new[seat] if sure or new[seat] > least[seat] else 0
    point = rng.below(total)
    seat = 0
    while True:
        here = new[seat] if sure or new[seat] > least[seat] else 0
        if point < here:
            return seat
        point -= here
        seat += 1


def total_of(bag: Kinds) -> int:
    n = 0
    for card in range(KINDS):
        n += bag[card]
    return n


def move_cards(bag: Kinds, number: int, to: Kinds, at: int, rng: Rng) -> None:
    """Cards from a bag, each equally likely."""
    left = total_of(bag) if number > 0 else 0
    for _ in range(number):
        point = rng.below(left)
        card = 0
        while point >= bag[card]:
            point -= bag[card]
            card += 1
        bag[card] -= 1
        to[at + card] += 1
        left -= 1
