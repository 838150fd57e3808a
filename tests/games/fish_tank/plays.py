"""Games of Fish Tank played by hand in tests, and finished tables. Seats are 1-based here, as in every text."""

from collections import Counter
from typing import Any

from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.fish_tank.notation import CELLS, CENTRE, END, FLIPPED, KINDS, SIDE, WIDTH

GAME: Any = load_game("fish_tank")
LETTERS = {kind.letter: kind for kind in GAME.kinds}


def cards(text: str) -> list[str]:
    """Kinds by name: "danio 3 guppy" is three danios and a guppy."""
    found: list[str] = []
    for word in text.split():
        found += [found[-1]] * (int(word) - 1) if word.isdigit() else [word]
    return found


class Play:
    """A game whose draws and moves are named; what is not named is the first that is possible."""

    def __init__(self, players: int, hands: dict[int, str] | None = None, memory: bool = True, **options: Any) -> None:
        self.state = GAME.new_state(players, options)
        self.state.remember(memory)
        self.log: list[str] = []
        self.deal(hands or {})

    # ---- draws

    def deal(self, hands: dict[int, str]) -> None:
        """The deal of a phase, with these hands where they are given."""
        wanted = {seat: cards(text) for seat, text in hands.items()}
        named = Counter(kind for hand in wanted.values() for kind in hand)
        while self.state.chance_name() == "deal":
            hand = wanted.get(self.state.turn + 1, [])
            if hand:
                kind = hand.pop(0)
                named[kind] -= 1
                self.draw(f"deal {self.state.turn + 1} {kind}")
            else:
                self.draw(self.free_card(named))

    def free_card(self, named: Counter[str]) -> str:
        """The most frequent card that nobody is waiting for."""
        weighted = [(weight - named[text.split()[2]], text) for text, weight in self.chances().items()]
        return max(weighted)[1]

    def draw(self, text: str) -> None:
        self.log.append(f"* {text}")
        self.state.apply_outcome(GAME.text_to_outcome(text))

    def chances(self) -> dict[str, int]:
        return {GAME.outcome_to_text(outcome): weight for outcome, weight in self.state.chance_outcomes()}

    def settle(self) -> None:
        """Whatever must be drawn before the next decision."""
        while self.state.is_chance():
            self.draw(next(iter(self.chances())))

    # ---- moves

    def do(self, seat: int, text: str) -> None:
        self.log.append(f"{seat} {text}")
        self.state.apply_action(seat - 1, GAME.text_to_action(text))

    def legal(self, seat: int) -> list[str]:
        return [GAME.action_to_text(action) for action in self.state.legal_actions(seat - 1)]

    def actors(self) -> list[int]:
        return [seat + 1 for seat in self.state.actors()]

    def stage(self, moves: dict[int, str] | None = None) -> None:
        """Everybody answers the open stage: these moves, and the first that is legal of everybody else (`keep` rather than a flip)."""
        decision = self.state.decision()
        for seat in self.actors():
            self.do(seat, (moves or {}).get(seat) or ("keep" if decision == "flip" else self.legal(seat)[0]))

    def round(self, pick: dict[int, str] | None = None, place: dict[int, str] | None = None, flip: dict[int, str] | None = None, settle: bool = True) -> None:
        """A whole round; KIND, CELL and CELL for the seats that matter."""
        self.settle()
        self.stage({seat: f"pick {kind}" for seat, kind in (pick or {}).items()})
        self.settle()
        while self.state.decision() in ("place", "flip"):
            word, chosen = self.state.decision(), (place if self.state.decision() == "place" else flip) or {}
            self.stage({seat: f"{word} {cell}" for seat, cell in chosen.items()})
        if settle:
            self.settle()

    def until(self, number: int) -> None:
        """Play on to the beginning of a round, before its draws."""
        while self.state.round < number:
            self.round(settle=False)

    def finish(self) -> None:
        while not self.state.is_terminal():
            self.round()

    # ---- what is there

    def hand(self, seat: int, state: Any = None) -> Counter[str]:
        hands = (state or self.state).hands
        names = GAME.box.names
        return Counter({names[kind]: hands[(seat - 1) * KINDS + kind] for kind in range(1, len(names)) if hands[(seat - 1) * KINDS + kind]})

    def card(self, seat: int, cell: str) -> int:
        return int(self.state.cards[(seat - 1) * CELLS + GAME.text_to_action(f"place {cell}")])

    def frames(self, seat: int) -> int:
        """How many squares are still possible."""
        state, index = self.state, seat - 1
        return int((5 - (state.right[index] - state.left[index] + 1)) * (5 - (state.bottom[index] - state.top[index] + 1)))


def random_end(players: int, seed: int, **options: Any) -> Any:
    state = GAME.new_state(players, options)
    rng = Rng(seed, "random end")
    while not state.is_terminal():
        state.advance(rng)
        for seat in state.actors():
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[rng.pick(len(legal))])
    return state


def grid_of(rows: list[str]) -> list[int]:
    return [LETTERS[letter].number for row in rows for letter in row]


def finished(*grids: list[str]) -> Any:
    """The end of a game with these aquariums, the first seat's first; under plants lies whatever is left."""
    data = GAME.new_state(len(grids)).to_json()
    free = list(data["pile"])
    for rows in grids:
        for kind in grid_of(rows):
            free[kind] -= 1 if kind != GAME.box.plant else 0
    for seat, rows in enumerate(grids):
        for at, kind in enumerate(grid_of(rows)):
            card = kind
            if kind == GAME.box.plant:
                card = max(range(1, GAME.box.animals + 1), key=lambda k: free[k])
                free[card] -= 1
                card += FLIPPED
            data["cards"][seat * CELLS + at // SIDE * WIDTH + at % SIDE] = card
        data["left"][seat] = data["top"][seat] = 0
        data["right"][seat], data["bottom"][seat] = CENTRE % WIDTH, CENTRE // WIDTH
        data["count"][seat] = SIDE * SIDE
    away = [0] * KINDS
    for _ in range(28 if len(grids) == 2 else 0):
        kind = max(range(KINDS), key=lambda k: free[k])
        free[kind] -= 1
        away[kind] += 1
    data |= {"pile": free, "pile_size": sum(free), "discards": away, "discards_size": sum(away)}
    return GAME.state_from_json(data | {"round": 16, "stage": END})
