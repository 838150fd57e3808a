"""Whether the fields of a position of Aquarium fit together, for positions that come from outside.

Compiled code indexes and counts with these fields, so whatever is accepted here must be a position that play can go on from. Every stage
says what else must be there, and that everything else is empty.
"""

from typing import Any

from shoal.engine.facts import SPECTATOR, TRUTH

from .notation import (
    ADD, BREEDING, BUYING, CARDS, COLOURS, DEALING, DRAWING, DROPPING, END, EXCHANGE, FEEDING, FISH, FOODS, FOR_EFFECT, FOR_FLUSH, FOR_TURN, GIVING, HALF,
    HIDDEN, HOLD, INFLUENCE1, INFLUENCE2, KINDS, NONE, PHASE1, PHASE2, PLUS1, RATIONING, REMOVE, REPLACE, SEATS, STARTING, SWAPPING, TAKING, TURN, bit_of,
    kind_at,
)
from .pricing import shown_steps

MANY = 10_000_000
EXECUTED = {DROPPING: (REMOVE,), SWAPPING: (REPLACE,), GIVING: (EXCHANGE,), TAKING: (EXCHANGE,)}
"""The action cards that ask for a fish."""
INTERRUPTED = (DRAWING, RATIONING, FEEDING, END)
"""Stages within a draw, which may belong to a turn or to an action card."""


def check_position(state: Any) -> None:
    """Raise ValueError when this is no position (or mask) that the rules can reach as far as its cards, coins and stages go."""
    check_ranges(state)
    check_seats(state)
    check_cards(state)
    if state.stage in (DEALING, STARTING):
        check_setup(state)
        return
    check_deck(state)
    check_draw(state)
    check_action_cards(state)
    check_influence(state)
    check_revealed(state)
    check_question(state)


def expect(fits: bool, field: str, expected: str) -> None:
    if not fits:
        raise ValueError(f"{field}: {expected}")


# ---- single fields

def check_ranges(state: Any) -> None:
    single = {"players": (2, SEATS), "stage": (DEALING, END), "stall_limit": (0, 100), "stall": (-1, MANY), "purpose": (FOR_TURN, FOR_EFFECT),
              "food": (0, FOODS - 1), "feeding_ahead": (0, 1), "reveals": (0, MANY), "price": (0, MANY), "influence1": (NONE, HALF), "influence2": (NONE, HALF),
              "given": (NONE, FISH), "arrived": (0, (1 << KINDS) - 1), "executing": (0, SEATS), "market_size": (0, state.tables.market_limit)}
    for name, (low, high) in single.items():
        expect(low <= getattr(state, name) <= high, name, f"{low} to {high} is expected")
    expect(TRUTH <= state.observer < state.players, "observer", f"{TRUTH} (nobody), {SPECTATOR} (a spectator) or a seat is expected")
    expect(0 <= state.active < state.players and 0 <= state.asked < state.players, "active, asked", f"0 to {state.players - 1} is expected")
    each = {"coins": (0, MANY), "tank": (NONE, FISH), "spent": (0, 255), "frozen": (0, 255), "committed": (NONE if state.observer == TRUTH else HIDDEN, HALF),
            "shown1": (NONE, EXCHANGE), "shown2": (NONE, HALF)}
    each |= dict.fromkeys(("market", "discards", "aquariums", "unseen", "influence_spent", "influence_frozen"), (0, MANY))
    for name, (low, high) in each.items():
        values = getattr(state, name)
        expect(low <= min(values) and max(values) <= high, name, f"each from {low} to {high} is expected")


def check_seats(state: Any) -> None:
    """Nobody sits on the places that are left."""
    for name in ("coins", "tank", "spent", "committed", "frozen", "shown1", "shown2"):
        expect(not any(getattr(state, name)[state.players:]), name, f"there are {state.players} seats")
    expect(not any(state.aquariums[state.players * KINDS:]), "aquariums", f"there are {state.players} seats")


# ---- fish and plants

def copies_in_play(state: Any) -> list[int]:
    return [0 if kind == FISH - 1 and not state.fishybank else copies for kind, copies in enumerate(state.box.copies)]


def check_cards(state: Any) -> None:
    expect(state.market_size == sum(state.market) and state.market_fish == sum(state.market[:FISH]), "market", "its sizes are not the sums of its cards")
    expect(state.unseen_size == sum(state.unseen), "unseen_size", f"{sum(state.unseen)} is expected")
    expect(state.breeding_tank or not any(state.tank), "tank", "this game has no breeding tanks")
    aquariums, tank = state.aquariums, list(state.tank)
    for kind, copies in enumerate(copies_in_play(state)):
        there = state.market[kind] + state.discards[kind] + state.unseen[kind] + sum(aquariums[kind::KINDS]) + 2 * tank.count(kind + 1)
        expect(there == copies, str(state.box.names[kind]), f"{copies} cards are expected in all")


def check_setup(state: Any) -> None:
    """While starting fish are dealt nothing has happened yet: each seat that has one has one of its own colour."""
    dealt = state.asked if state.stage == DEALING else state.players
    starting = {kind_at(colour, state.tables.starting_size) for colour in range(COLOURS)}
    held = [[kind for kind in range(KINDS) for _ in range(state.aquariums[seat * KINDS + kind])] for seat in range(state.players)]
    fish = sum(held[:dealt], [])
    expect(all(len(cards) == (seat < dealt) for seat, cards in enumerate(held)), "aquariums", "each seat that has been dealt to has one fish")
    expect(set(fish) <= starting and len(set(fish)) == len(fish), "aquariums", "starting fish are of the starting size and of different colours")
    empty = ("market", "discards", "tank", "spent", "committed", "frozen", "shown1", "shown2", "influence_spent", "influence_frozen")
    expect(not any(any(getattr(state, name)) for name in empty), "stage", "the game has not begun")
    zero = ("food", "feedings", "deck_cards", "pile", "pile_left", "feeding_ahead", "executing", "influence1", "influence2", "given", "arrived", "price",
            "stall", "active", "purpose")
    expect(not any(getattr(state, name) for name in zero), "stage", "the game has not begun")
    expect(state.stage == DEALING or state.asked == 0, "asked", "0 is expected")


def check_deck(state: Any) -> None:
    """What is left in the pile on top and those below it is what has not been seen, Feeding Time cards included."""
    tables, players = state.tables, state.players
    piles, feeding, total = tables.piles[players], tables.feeding_piles[players], tables.feedings[players]
    expect(state.deck_cards == sum(copies_in_play(state)) - players and 0 <= state.pile < piles, "pile, deck_cards", "they do not belong to this box")
    sizes = [state.deck_cards // piles + (pile < state.deck_cards % piles) for pile in range(piles)]
    here = state.pile_left - state.feeding_ahead
    last = state.pile == piles - 1
    filled = 0 <= here <= sizes[state.pile] and here + sum(sizes[state.pile + 1:]) == state.unseen_size
    expect(filled, "pile_left", "the cards not yet seen do not fill the piles")
    expect(state.pile_left > 0 or last, "pile_left", "the next pile should be on top")
    expect(not state.feeding_ahead or feeding >> state.pile & 1, "feeding_ahead", "this pile has no Feeding Time card")
    later = bin(feeding >> (state.pile + 1)).count("1")
    expect(state.feedings + state.feeding_ahead + later == total, "feedings", "held and coming do not make up the number of the game")
    over = state.feedings == total
    expect(state.stage == END if over and state.stage not in (RATIONING, FEEDING) else state.stage != END, "stage", "the game ends with its last feeding")


def check_draw(state: Any) -> None:
    """What a card is drawn for, and the feeding that it may have turned up."""
    if state.stage in INTERRUPTED:
        held = state.market_size
        fitting = held == 0 if state.purpose in (FOR_TURN, FOR_FLUSH) else held < state.tables.market_limit
        expect(fitting, "market", "there is no room for the card that is drawn")
        expect((state.purpose == FOR_EFFECT) == (state.executing > 0), "purpose", "does not fit the action cards that are executed")
    if state.stage in (RATIONING, FEEDING):
        expect(state.feedings > 0, "feedings", "there is none to be held")
    if state.stage == FEEDING:
        expect(state.tables.food[state.food] > 0, "food", "there is no such card")
    else:
        expect(state.food == 0, "food", "there is no feeding")


# ---- action cards

def clockwise(state: Any, offset: int) -> int:
    return int(state.active + offset) % int(state.players)


def last_card(state: Any) -> int:
    """The number of the last card that is executed in Phase I: with two players that of the influence deck."""
    return 2 if state.players == 2 else int(state.players) - 1


def check_action_cards(state: Any) -> None:
    """Who has a card face down: all others once everybody has chosen, until it is turned up."""
    others = [clockwise(state, offset) for offset in range(1, state.players)]
    committed, frozen, spent = state.committed, state.frozen, state.spent
    choosing = state.stage in (PHASE1, PHASE2)
    second = state.stage in (PHASE2, INFLUENCE2)
    waiting = state.executing > 0 and not second
    for seat in range(state.players):
        card = committed[seat]
        place = others.index(seat) + 1 if seat in others else 0
        down = place and (state.stage == INFLUENCE2 or waiting and place > state.executing)
        expect(choosing and place > 0 or bool(card) == bool(down), "committed", f"does not fit what is asked now (seat {seat + 1})")
        first, end = (PLUS1, HALF) if second else (ADD, EXCHANGE)
        expect(card in (NONE, HIDDEN, HOLD) or first <= card <= end, "committed", f"is a card of the other phase (seat {seat + 1})")
        expect(card <= HOLD or not (spent[seat] | frozen[seat]) & bit_of(card), "committed", f"lies spent (seat {seat + 1})")
        known = state.observer in (TRUTH, seat) or state.stage == END
        expect(card == NONE or (card != HIDDEN) == known, "committed", f"is {'' if known else 'not '}known to this observer (seat {seat + 1})")
        expect(card != NONE or frozen[seat] == 0, "frozen", f"seat {seat + 1} has no card face down")
    expect(not choosing or not all(committed[seat] for seat in others), "committed", "all have chosen, so the phase should be over")


def check_influence(state: Any) -> None:
    """With two players, no more influence cards lie spent than there are; a Pass card never does."""
    copies = state.tables.influence
    for name in ("influence_spent", "influence_frozen"):
        number = getattr(state, name)
        expect(state.players == 2 or not any(number), name, "influence decks are for two players")
        known = number[NONE] == 0 and number[HOLD] == 0
        expect(known and all(number[card] <= copies[card if card < PLUS1 else CARDS + card] for card in range(ADD, CARDS)), name, "there are not so many cards")
    expect(state.players == 2 or state.stage not in (INFLUENCE1, INFLUENCE2), "stage", "influence decks are for two players")
    begun = state.executing > 0
    expect(begun or not any(state.influence_frozen), "influence_frozen", "no influence card is out")
    if state.stage == INFLUENCE1:
        fitting = all(state.influence_spent[card] in (0, state.influence_frozen[card]) for card in range(ADD, PLUS1))
        expect(fitting, "influence_spent", "more lie spent than when the face-down card was taken")


def check_revealed(state: Any) -> None:
    """Which cards of the purchase going on lie face up."""
    executing, last = state.executing, last_card(state)
    deck = state.players == 2 and executing == last and state.stage != INFLUENCE1
    expect((state.influence1 != NONE) == deck, "influence1", "does not fit how far Phase I has come")
    expect(state.influence1 <= EXCHANGE, "influence1", "is a card of the other phase")
    priced = state.stage == BUYING or state.stage == BREEDING and state.asked == state.active
    expect((state.influence2 != NONE) == (priced and state.players == 2), "influence2", "does not fit how far Phase II has come")
    expect(state.influence2 in (NONE, HOLD) or state.influence2 >= PLUS1, "influence2", "is a card of the other phase")
    for seat in range(state.players):
        place = (seat - state.active) % state.players
        expect((state.shown1[seat] != NONE) == (0 < place <= executing), "shown1", f"does not fit how far Phase I has come (seat {seat + 1})")
        expect((state.shown2[seat] != NONE) == (priced and place > 0), "shown2", f"does not fit how far Phase II has come (seat {seat + 1})")
        expect(state.shown2[seat] in (NONE, HOLD) or state.shown2[seat] >= PLUS1, "shown2", f"is a card of the other phase (seat {seat + 1})")
    expect(state.price == 0 or priced, "price", "nothing is sold now")


# ---- the question

def check_question(state: Any) -> None:
    """Who is asked what, and that there is something to choose."""
    stage, last = state.stage, last_card(state)
    expect(stage not in (TURN, DROPPING, BUYING) or state.asked == state.active, "asked", "the player whose turn it is decides")
    expect(stage not in (TURN, PHASE1) or state.executing == 0, "executing", "no action card is out")
    expect(stage not in (TURN, PHASE1) or state.market_size > 0, "market", "there is nothing to buy")
    expect(stage not in (PHASE2, INFLUENCE1, INFLUENCE2, BUYING) or state.executing == last, "executing", f"{last} is expected")
    expect(stage not in (PHASE2, INFLUENCE2, BUYING) or state.market_size > 0 or not state.skip_phase2, "market", "there is nothing to buy")
    expect(stage != BUYING or state.price == shown_steps(state)[-1].price, "price", "the market and the cards that are turned up make another one")
    expect(0 <= state.executing <= last, "executing", "there are not so many action cards")
    if stage in EXECUTED or stage in INTERRUPTED and state.executing:
        fitting = EXECUTED.get(stage, (ADD, REPLACE))
        expect(turned_up(state) in fitting, "executing", "the card that is turned up asks for something else")
    expect(stage not in EXECUTED or state.market_fish > 0, "market", "there is no fish to choose")
    owner = stage in (SWAPPING, GIVING, TAKING)
    expect(not owner or state.asked == executor(state), "asked", "the player of the card chooses")
    check_exchange(state)
    check_arrival(state)


def turned_up(state: Any) -> int:
    """The card of Phase I that is being executed."""
    return int(state.influence1 if state.players == 2 and state.executing == 2 else state.shown1[executor(state)])


def executor(state: Any) -> int:
    """Whose card of Phase I is being executed."""
    return clockwise(state, min(int(state.executing), int(state.players) - 1))


def check_exchange(state: Any) -> None:
    held = state.aquariums[state.asked * KINDS : state.asked * KINDS + FISH]
    expect(state.stage != GIVING or any(held), "asked", "has no fish to give")
    expect((state.given != NONE) == (state.stage == TAKING), "given", "a fish is expected while the other one is chosen, and only then")
    expect(state.given == NONE or held[state.given - 1] > 0, "given", "is not in the aquarium")


def check_arrival(state: Any) -> None:
    """A pair is offered to the buyer, or to the player of an exchange."""
    if state.stage != BREEDING:
        expect(state.arrived == 0, "arrived", "nothing has arrived")
        return
    expect(state.breeding_tank, "stage", "this game has no breeding tanks")
    bought = state.asked == state.active
    expect(bought or state.executing > 0 and state.asked == executor(state) and turned_up(state) == EXCHANGE, "asked", "nothing has arrived there")
    expect(not bought or state.executing == last_card(state) and state.market_size == 0, "market", "it has been bought")
    expect(len(state.legal_actions(state.asked)) > 1, "arrived", "there is no pair to breed")
