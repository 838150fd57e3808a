"""The tables that the rules read; `components.py` fills them."""

from typing import Annotated

from shoal.engine.errors import ComponentError
from shoal.engine.hints import python
from shoal.engine.state import Box

from .notation import (
    ADS,
    CARDS,
    CARPETS,
    FEEDINGS,
    GROUPS,
    KIND_WORDS,
    KINDS,
    MIXES,
    REGULAR,
    SEATS,
    SPACES,
    Groups,
    Kinds,
)

ByPlayers = Annotated[list[int], "int", SEATS + 1]
Bags = Annotated[list[int], "int", (SEATS + 1) * REGULAR]
Spaces = Annotated[list[int], "int", SPACES]
Places = Annotated[list[int], "int", SEATS]
Carpets = Annotated[list[int], "int", CARPETS]
Needs = Annotated[list[int], "int", CARDS * KINDS]
CardNumbers = Annotated[list[int], "int", CARDS]
CardPlaces = Annotated[list[int], "int", CARDS * SEATS]
Rewards = Annotated[list[int], "int", GROUPS * KINDS]
FeedingSets = Annotated[list[int], "int", FEEDINGS * KINDS]
FeedingNumbers = Annotated[list[int], "int", FEEDINGS]
AdTables = Annotated[list[int], "int", ADS * KINDS]
Mixes = Annotated[list[int], "int", MIXES]


class AquaGardenBox(Box):
    """`names`: the ids of the Milestone cards, and those of the Feeding Event cards."""

    # tokens
    oxygen: Kinds
    adds: Kinds
    """What a token adds to the oxygen supply of its tank."""
    worth: Kinds
    """Points of each token of the kind."""
    single: int
    """The kinds of which a tank holds one at most, a bit for each."""
    shuns: Kinds
    """The kinds that may not share a tank with it, a bit for each; symmetric."""
    needs: Kinds
    """The kinds of which one must be in its tank, a bit for each; none: 0."""
    fish: int
    """The kinds that are fish, a bit for each."""
    advanced: int
    """The advanced kinds, a bit for each."""
    price: Kinds
    """From the Sea board."""
    fee: Kinds
    """Of an advanced kind at an advertising space."""
    beside: Kinds
    """Tokens beside the Fair board in the advanced game."""
    on_sea: Kinds
    """Tokens on the Sea board before any is drawn, less what lies beside Milestone cards."""

    # setup
    rounds: ByPlayers
    lucy: ByPlayers
    """1 where Lucy plays."""
    bags: Bags
    """[players * REGULAR + kind]."""
    sea_fish: int
    """Tokens drawn onto the Sea board."""
    funds: int
    """At the start."""
    most_funds: int

    # Fair board
    spaces: int
    """Spaces are 1 … spaces."""
    fish_space: Spaces
    """1 for fish spaces, 0 for advertising spaces."""
    section: Spaces
    """Of a fish space from 1; an advertising space has that of the fish spaces before it."""
    sections: int
    standby: Places
    """Points of the places on the Standby track, from the bottom."""
    ad_per: AdTables
    """[ad * KINDS + kind]: `ad_pays` funds for so many of the kind; 0: nothing."""
    ad_pays: AdTables

    # Aquarium board
    supply: int
    """Oxygen of a tank without seaweed."""
    near_first: Carpets
    near_second: Carpets
    """The two tanks that a carpet touches, the lower number first."""
    start: int
    """The carpet on which Employees begin."""
    bucket: int
    """The carpet whose next step crosses the Feeding Event icon."""
    event: int
    """The event tanks, a bit for each."""
    free_steps: int
    most_steps: int
    step_price: int

    # Feeding Event cards
    feeding_base: int
    feedings: int
    feeding_set: FeedingSets
    """[card * KINDS + kind]."""
    feeding_mix: FeedingNumbers
    """The kinds of the set, a bit for each."""
    feeding_pays: FeedingNumbers
    """Funds for each set."""

    # Milestone cards
    cards: int
    card_group: CardNumbers
    card_needs: Needs
    """[card * KINDS + kind]: at least so many in one tank."""
    card_mix: CardNumbers
    """The kinds that the card shows, a bit for each."""
    card_points: CardPlaces
    """[card * SEATS + place], place 0 for the first to achieve it."""
    rewards: Rewards
    """[group * KINDS + kind]: for the first."""
    reward_size: Groups

    # scoring
    pair: int
    """Points of a small and a large fish in the same tank."""
    funds_per_point: int
    flapjack: int
    """Points for each kind of fish in its tank."""
    manta: int
    """Points for each fish of the commonest kind."""
    remora_one: int
    remora_both: int
    target: int
    """Solo: more than so many points are a great aquarium."""

    # worked out from the above: what depends only on which kinds a tank holds
    sound: Mixes
    """[mix]: 1 when these kinds may share a tank."""
    supplies: Mixes
    """[mix]: the oxygen supply of a tank with these kinds."""
    keeps: Mixes
    """[mix]: the kinds of which a tank with these kinds could keep one more, if other tokens make room."""
    lowest: Mixes
    """[mix]: the lowest kind of the mix, 0 for none."""

    def __init__(self) -> None:
        self.blank()

    @python
    def work_out(self) -> None:
        """Fill the tables of mixes; called by who has filled the rest."""
        self.fill_mixes()
        self.fill_feedings()

    def fill_feedings(self) -> None:
        for card in range(FEEDINGS):
            self.feeding_mix[card] = 0
            for kind in range(KINDS):
                self.feeding_mix[card] |= 1 << kind if self.feeding_set[card * KINDS + kind] > 0 else 0

    def fill_mixes(self) -> None:
        for mix in range(MIXES):
            self.sound[mix] = 1
            self.supplies[mix] = self.supply
            self.keeps[mix] = 0
            self.lowest[mix] = 0
            for i in range(KINDS):
                kind = KINDS - 1 - i
                inside: bool = (mix >> kind) & 1 == 1
                hosted: bool = self.needs[kind] == 0 or self.needs[kind] & mix != 0
                if inside:
                    self.lowest[mix] = kind
                    self.supplies[mix] += self.adds[kind]
                    if not hosted or self.shuns[kind] & mix != 0:
                        self.sound[mix] = 0
                if hosted and not (inside and (self.single >> kind) & 1 == 1):
                    self.keeps[mix] |= 1 << kind

    @python
    def check(self) -> None:
        """Whether the numbers fit each other and the arrays that rules index with them."""
        self.check_worked_out("tokens: the tables of kinds in a tank, or of a feeding, are not those of these tokens")
        if not SEATS <= self.spaces < SPACES:
            raise ComponentError(f"fair.track: {SEATS} to {SPACES - 1} spaces are expected, not {self.spaces}")
        if not 0 <= self.funds <= self.most_funds:
            raise ComponentError(f"setup.funds: players begin with {self.funds}, but the track ends at {self.most_funds}")
        self.check_tokens()

    @python
    def check_tokens(self) -> None:
        """Every kind can be in some tank, and a tank that is being repaired can always become valid."""
        kinds = list(range(KINDS))
        rewards = {kind for kind in kinds if any(self.rewards[group * KINDS + kind] for group in range(GROUPS))}
        for kind in kinds:
            hosts = [host for host in kinds if self.needs[kind] >> host & 1]
            word = f"tokens[{KIND_WORDS[kind]}]"
            if self.adds[kind] and not self.single >> kind & 1:
                raise ComponentError(f"{word}.supply: only a kind of which a tank holds one may add oxygen")
            if any(self.needs[host] for host in hosts) or any(self.shuns[kind] >> host & 1 for host in [kind, *hosts]):
                raise ComponentError(f"{word}.needs: what it needs may need nothing itself, and may not be shunned by it")
            if any(self.oxygen[kind] + self.oxygen[host] > self.supply + self.adds[host] for host in hosts) or self.oxygen[kind] > self.supply:
                raise ComponentError(f"{word}.oxygen: a tank does not even have the oxygen for one and what it needs")
            if kind in rewards and any(self.oxygen[host] or self.shuns[host] for host in hosts):
                raise ComponentError(f"{word}.needs: what a reward needs may use no oxygen and shun nobody")
