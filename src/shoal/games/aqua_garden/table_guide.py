"""What each kind of token of Aqua Garden uses, pays and needs, for those who do not know it yet."""

from typing import Any

from shoal.engine.table import Words

from .notation import FLAPJACK, KIND_WORDS, KINDS, LARGE, MANTA, REMORA, SMALL
from .table_scene import Scene, face


def guide(scene: Scene) -> list[Words]:
    """A row for each kind that is in the game."""
    kinds = range(KINDS if scene.state.advanced else FLAPJACK)
    return [face(scene, kind, pays=pays(scene, kind), oxygen=oxygen(scene, kind), company=company(scene, kind)) for kind in kinds]


def pays(scene: Scene, kind: int) -> str:
    """What a token brings at the end."""
    t, box = scene.t, scene.box
    if kind in (SMALL, LARGE):
        return str(t("table.guide.pair", n=box.pair, other=scene.one(SMALL + LARGE - kind)))
    special: dict[int, dict[str, Any]] = {FLAPJACK: {"n": box.flapjack}, MANTA: {"n": box.manta}, REMORA: {"one": box.remora_one, "both": box.remora_both}}
    if kind in special:
        return str(t(f"table.guide.{KIND_WORDS[kind]}", **special[kind]))
    return str(t("table.points", n=box.worth[kind]) if box.worth[kind] else t("table.guide.nothing"))


def oxygen(scene: Scene, kind: int) -> str:
    box = scene.box
    if box.adds[kind]:
        return str(scene.t("table.guide.gives", n=box.adds[kind]))
    return str(scene.t("table.guide.uses", n=box.oxygen[kind]))


def company(scene: Scene, kind: int) -> str:
    """What must be in its tank, and what must not."""
    t, box = scene.t, scene.box
    named = [[scene.t(f"token.{KIND_WORDS[k]}.many_bare") for k in range(KINDS) if bits >> k & 1] for bits in (box.needs[kind], box.shuns[kind])]
    parts = [t("table.guide.needs", kinds=scene.listed(named[0], "or"))] if named[0] else []
    parts += [t("table.guide.shuns", kinds=scene.listed(named[1], "or"))] if named[1] else []
    parts += [t("table.guide.single")] if box.single >> kind & 1 else []
    return ", ".join(parts)
