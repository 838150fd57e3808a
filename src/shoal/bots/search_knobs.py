"""What a search tree can be told."""

from shoal.engine.fields import Fields

TO_THE_END = -1
"""`depth` of rollouts that are not cut off."""


class Knobs(Fields):
    """How a tree is searched. bots/settings.py says what each means; the values here are the bare search: no glance, random rollouts to the end."""

    explore: float
    bias: float
    scale: float
    win: float
    rivalry: float
    own_greed: float
    greed: float
    tree_greed: float
    depth: int
    expand: int
    foresee: bool
    mixing: bool
    gamma: float

    def __init__(self) -> None:
        self.blank()
        self.explore = 0.5
        self.scale = 10.0
        self.rivalry = 1.0
        self.depth = TO_THE_END
        self.expand = 8
        self.gamma = 0.1
