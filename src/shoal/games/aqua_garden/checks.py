"""Whether the fields of a position of Aqua Garden fit together, for positions that come from outside."""

from typing import Any

from shoal.engine.facts import SPECTATOR, TRUTH

from .notation import (
    AD,
    AIM,
    CARPETS,
    END,
    FEED,
    FINISHED,
    FIRST,
    GROUPS,
    KINDS,
    MILESTONES,
    MIXES,
    NONE,
    OWNER,
    REGULAR,
    REPAIR,
    REWARD,
    SEA,
    SEATS,
    SPACES,
    STOCK,
    TANKS,
    TEND,
    WAITING,
    WALK,
)

MANY = 1_000


def check_position(state: Any) -> None:
    """Raise ValueError when this is no position (or mask) that the rules can go on from."""
    expect(1 <= state.players <= SEATS, "players", f"1 to {SEATS} are expected")
    check_ranges(state)
    check_tokens(state)
    check_tanks(state)
    check_track(state)
    check_cards(state)
    check_stage(state)


def expect(fits: bool, field: str, expected: str) -> None:
    if not fits:
        raise ValueError(f"{field}: {expected}")


def check_ranges(state: Any) -> None:
    for name, (low, high) in ranges_of_numbers(state).items():
        expect(low <= getattr(state, name) <= high, name, f"{low} to {high} is expected")
    for name, (low, high) in ranges_of_arrays(state).items():
        values = getattr(state, name)
        expect(low <= min(values) and max(values) <= high, name, f"{low} to {high} is expected")


def ranges_of_numbers(state: Any) -> dict[str, tuple[int, int]]:
    tables, players = state.tables, state.players
    return {
        "stage": (MILESTONES, END),
        "after": (0, END),
        "turn": (0, players - 1),
        "round": (0, tables.rounds[players]),
        "drawn": (0, MANY),
        "tokens": (players + tables.lucy[players], players + tables.lucy[players]),
        "finished": (0, state.tokens),
        "sea_mix": (0, MIXES - 1),
        "ads_used": (0, 15),
        "served": (0, (1 << TANKS) - 1),
        "aim_kind": (NONE, KINDS - 1),
        "aim_tank": (NONE, TANKS - 1),
        "broken": (NONE, TANKS - 1),
        "placed": (NONE, KINDS - 1),
        "reveals": (0, 0),
        "observer": (TRUTH, max(SPECTATOR, players - 1)),
    }


def ranges_of_arrays(state: Any) -> dict[str, tuple[int, int]]:
    tables, players = state.tables, state.players
    return dict.fromkeys(("bag", "fair", "sea", "side", "gone", "hand", "prize", "contents", "uses"), (0, MANY)) | {
        "mixes": (0, MIXES - 1),
        "owner": (WAITING, FINISHED),
        "standby": (0, SEATS),
        "cards": (NONE, tables.cards - 1),
        "cubes": (0, players),
        "achieved": (0, SEATS),
        "funds": (0, tables.most_funds),
        "carpet": (0, CARPETS - 1),
        "feeding": (NONE, tables.feedings - 1),
    }


def check_tokens(state: Any) -> None:
    """Every token of the game is somewhere, and none twice; sums and sets agree."""
    tables = state.tables
    expect(state.bag_size == sum(state.bag), "bag_size", "is not the number of tokens in the bag")
    expect(state.hand_size == sum(state.hand), "hand_size", "is not the number of tokens in hand")
    expect(state.prize_size == sum(state.prize), "prize_size", "is not the number of reward tokens")
    expect(state.sea_mix == mix_of(state.sea), "sea_mix", "is not what lies on the Sea board")
    contents, fair = state.contents, state.fair
    for kind in range(KINDS):
        there = state.sea[kind] + state.side[kind] + state.hand[kind] + state.prize[kind] + sum(contents[kind::KINDS])
        there += sum(tables.rewards[group * KINDS + kind] for group in range(GROUPS) if state.cubes[group] == 0)
        expected = tables.on_sea[kind] + sum(tables.rewards[kind::KINDS]) + (tables.beside[kind] if state.advanced else 0)
        if kind < REGULAR:
            there += state.bag[kind] + state.gone[kind] + sum(fair[kind::REGULAR])
            expected += tables.bags[state.players * REGULAR + kind]
        expect(there == expected, "contents", f"{expected} tokens number {kind} are expected in all, not {there}")


def mix_of(tokens: list[int]) -> int:
    return sum(1 << kind for kind, number in enumerate(tokens) if number > 0)


def check_tanks(state: Any) -> None:
    """Tanks keep the placement rules, except one that is being repaired; what is derived from their tokens agrees."""
    tables, contents, mixes, uses = state.tables, state.contents, state.mixes, state.uses
    oxygen, sound, supplies = tables.oxygen, tables.sound, tables.supplies
    broken = state.turn * TANKS + state.broken if state.stage == REPAIR else NONE
    for at in range(SEATS * TANKS):
        tokens = contents[at * KINDS : (at + 1) * KINDS]
        where = f"tank {at % TANKS + 1} of seat {at // TANKS + 1}"
        used = sum(number * each for number, each in zip(tokens, oxygen, strict=True))
        single = [number for kind, number in enumerate(tokens) if tables.single >> kind & 1]
        expect(at < state.players * TANKS or not any(tokens), "contents", f"there is no {where}")
        expect(mixes[at] == mix_of(tokens), "mixes", f"{where} holds other kinds")
        expect(uses[at] == used, "uses", f"{where} uses {used}")
        expect(max(single, default=0) <= 1, "contents", f"{where} holds a token twice that may be in it once")
        valid = bool(sound[mixes[at]]) and used <= supplies[mixes[at]]
        expect(valid or at == broken, "contents", f"{where} breaks the placement rules")
        expect(not valid or at != broken, "broken", f"{where} keeps the placement rules")


def check_track(state: Any) -> None:
    """Owner tokens stand on different spaces or places; those that have finished fill the Standby track from the bottom."""
    on_track = [at for at in state.owner[: state.tokens] if at not in (WAITING, FINISHED)]
    expect(len(set(on_track)) == len(on_track) and all(at <= state.tables.spaces for at in on_track), "owner", "two tokens on a space, or one beyond the track")
    expect(not any(state.owner[state.tokens :]) and not any(state.standby[state.tokens :]), "owner", "there is no such token")
    done = [state.standby[token] for token in range(state.tokens) if state.owner[token] == FINISHED]
    expect(sorted(done) == list(range(1, state.finished + 1)), "standby", "finished tokens fill the places from the bottom")
    waiting = [state.standby[token] for token in range(state.tokens) if state.owner[token] == WAITING]
    started = state.round > 0
    expect(len(set(waiting)) == len(waiting) and 0 not in waiting if started else not any(state.standby), "standby", "waiting tokens stand on different places")
    moving = [token for token in range(state.tokens) if state.owner[token] in on_track]
    expect(not any(state.standby[token] for token in moving), "standby", "a token stands on the Fair track already")
    beyond = range(state.tables.spaces + 1, SPACES)
    places = [space for space in range(SPACES) if space == 0 or space in beyond or not state.tables.fish_space[space]]
    fair = state.fair
    expect(not any(sum(fair[space * REGULAR : (space + 1) * REGULAR]) for space in places), "fair", "tokens lie on fish spaces only")


def check_cards(state: Any) -> None:
    """Milestone cards belong to their groups, cubes lie on them from the top, Feeding Event cards are dealt once."""
    tables = state.tables
    for group in range(GROUPS):
        card = state.cards[group]
        expect(card == NONE or tables.card_group[card] == group, "cards", f"card number {card} is of another group")
        expect(card != NONE or state.stage == MILESTONES, "cards", "a card is missing")
        places = sorted(place for place in state.achieved[group::GROUPS] if place)
        expect(places == list(range(1, state.cubes[group] + 1)), "achieved", "cubes fill a card from the top, one of each seat")
    dealt = [card for card in state.feeding[: state.players] if card != NONE]
    expect(len(set(dealt)) == len(dealt), "feeding", "a Feeding Event card is dealt twice")
    expect(all(card == NONE for card in state.feeding[state.players :]), "feeding", "there is no such seat")
    expect(not any(state.achieved[state.players * GROUPS :]), "achieved", "there is no such seat")
    expect(state.players == 1 or state.ads_used == 0, "ads_used", "ads are marked in solo only")


def check_stage(state: Any) -> None:
    """What is asked now can be answered, and what is drawn now can be drawn."""
    tables, stage, turn = state.tables, state.stage, state.turn
    playing = state.round > 0
    at = state.owner[turn]
    on_fish = WAITING < at <= tables.spaces and tables.fish_space[at] == 1
    prize = state.prize_size > 0
    fits = {
        MILESTONES: not playing and state.drawn < GROUPS and all((card == NONE) == (group >= state.drawn) for group, card in enumerate(state.cards)),
        STOCK: state.drawn <= tables.spaces and tables.fish_space[min(state.drawn, SPACES - 1)] == 1 and state.bag_size > 0,
        SEA: not playing and state.drawn < tables.sea_fish and state.bag_size > 0,
        FEED: not playing and [card == NONE for card in state.feeding[: state.players]] == [seat >= turn for seat in range(state.players)],
        FIRST: not playing and state.players > 1,
        OWNER: playing and at != FINISHED and state.next_to_move() == turn and solo_can_move(state),
        WALK: playing and on_fish,
        TEND: playing and on_fish,
        REWARD: playing and on_fish and prize,
        AIM: playing and on_fish and prize,
        REPAIR: playing and state.after in (OWNER, WALK, TEND, REWARD, AIM, AD),
        AD: playing and not on_fish and WAITING < at <= tables.spaces and (state.players > 1 or state.can_advertise()),
        END: state.round == tables.rounds[state.players] and state.finished == state.tokens,
    }
    expect(bool(fits[stage]), "stage", "what is to come now does not fit the table")
    expect(playing or stage < OWNER, "round", "the first round has not begun")
    begun = playing or stage > FEED
    dealt = [card != NONE for card in state.feeding[: state.players]]
    expect(stage == FEED or dealt == [begun] * state.players, "feeding", "is dealt before the first round, all cards at once")
    expect(stage != STOCK or not playing or state.finished == state.tokens, "finished", "tokens are drawn when all have finished")
    check_turn(state)


def solo_can_move(state: Any) -> bool:
    """In solo a token stands where the sections leave it a way on."""
    return bool(state.players > 1 or state.owner[0] == WAITING or state.tables.section[state.owner[0]] <= state.tables.sections)


def check_turn(state: Any) -> None:
    """What belongs to a stage of a turn is there in it, and nowhere else."""
    stage = state.stage
    inner = state.after if stage == REPAIR else stage
    expect(state.hand_size == 0 or inner in (WALK, TEND, REWARD, AIM), "hand", "nothing is held now")
    expect(state.prize_size == 0 or inner in (REWARD, AIM), "prize", "no reward is placed now")
    expect(state.served == 0 or inner in (REWARD, AIM), "served", "no reward is placed now")
    expect((state.aim_kind != NONE) == (inner == AIM) == (state.aim_tank != NONE), "aim_kind, aim_tank", "belong to AIM")
    rewards, first = state.tables.rewards, [group for group in range(GROUPS) if state.achieved[state.turn * GROUPS + group] == 1]
    won = any(all(state.prize[kind] <= rewards[group * KINDS + kind] for kind in range(KINDS)) for group in first)
    expect(won or state.prize_size == 0, "prize", "is no reward of a milestone that the seat was the first to achieve")
    expect((state.broken != NONE) == (stage == REPAIR), "broken", "belongs to REPAIR")
    expect(state.after == 0 or stage == REPAIR, "after", "belongs to REPAIR")
    expect(state.placed == NONE or stage == REPAIR, "placed", "belongs to REPAIR")
    if inner == AIM:
        seat, tank, kind = state.turn, state.aim_tank, state.aim_kind
        keeps = state.tables.keeps[state.mixes[seat * TANKS + tank]]
        expect(state.prize[kind] > 0, "aim_kind", "is no token of the reward")
        expect(bool(keeps >> kind & 1 or state.tables.needs[kind] & keeps & state.purchasable(seat)), "aim_kind", "could never be placed there")
    if stage == REPAIR:
        expect(bool(state.removable()), "broken", "no token of the tank may leave")
