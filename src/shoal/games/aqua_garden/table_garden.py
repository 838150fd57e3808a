"""Aquariums of Aqua Garden on the page: six tanks around the walk, their oxygen, what a tapped move would do to them, and the choices of a walk."""

from shoal.engine.table import Words

from .chronicle import tank_zone
from .components import CARPET_NAMES
from .forecast import Fit, oxygen
from .notation import CARPETS, KIND_WORDS, KINDS, NONE, TANK_WORDS, TANKS, is_remove, is_walk, kind_of, remove, steps_of, walk
from .prompts import near_tanks
from .sheets import advanced_parts, tank_points
from .table_scene import IN_TANK, Scene, face, hand, spread, tap

TANK_AT = ((1, 1), (1, 3), (1, 5), (3, 5), (3, 3), (3, 1))
"""(row, column) of the tanks A to F."""

CARPET_AT = ((1, 2), (1, 4), (2, 5), (3, 4), (3, 2), (2, 1))
"""(row, column) of the carpets AB to FA."""

BUCKET_AT = ((2, 3), (2, 4), (2, 4), (2, 3), (2, 2), (2, 2))
"""(row, column) of the bucket, by the carpet before it."""

FILLING = ("place", "buy", "aim", "adv")
"""Verbs that put a token into a tank."""


# ---- one's own aquarium


def own(scene: Scene, seat: int) -> Words:
    """A seat's aquarium, large; it is asked about if it is its seat's turn."""
    state = scene.state
    mine = bool(scene.asked) and seat == state.turn
    tanks = [tank(scene, seat, number, mine) for number in range(TANKS)]
    return {
        "seat": seat,
        "tanks": tanks,
        "carpets": carpets(scene, seat, mine),
        "bucket": place_at(BUCKET_AT[scene.box.bucket]) | {"pays": f"+{state.feeding_pay(seat)}"},
        "hand": hand(scene) if seat == state.turn else [],
        "hand_title": scene.t("table.hand.reward" if state.prize_size else "table.hand.title"),
        "hand_note": hand_note(scene) if mine else "",
        "end_why": scene.t("refuse.hands", n=state.hand_size).capitalize() + "." if mine and scene.stage == "tend" and state.hand_size else "",
        "remove": removing(scene) if mine else None,
        "note": own_note(scene, seat),
        "funds": funds(scene, seat),
        "money": scene.t("table.money.note", price=scene.box.price[0], step=scene.box.step_price, each=scene.box.funds_per_point),
        "feeding": feeding(scene, seat),
    }


def own_note(scene: Scene, seat: int) -> str:
    """`11 points as it stands · 5 funds`"""
    points, money = scene.t("table.points", n=scene.points(seat)), scene.t("table.funds", n=scene.state.funds[seat])
    return str(scene.t("table.own_note", points=points, funds=money))


def removing(scene: Scene) -> Words | None:
    """The button after which tokens in the tanks can be tapped to leave; None while that is so, or where nothing can leave."""
    removals = [text for text, action in scene.legal.items() if is_remove(action)]
    return {"text": removals[0]} if removals and scene.verb != "remove" and scene.asked != "repair" else None


def place_at(at: tuple[int, int]) -> Words:
    return {"row": at[0], "col": at[1]}


def hand_note(scene: Scene) -> str:
    if scene.stage == "walk":
        return str(scene.t("table.hand.walk"))
    if scene.stage == "tend":
        return str(scene.t("table.hand.tend")) if scene.state.hand_size else ""
    return str(scene.t("table.hand.prize")) if scene.stage in ("reward", "aim") else ""


def tank(scene: Scene, seat: int, number: int, mine: bool) -> Words:
    """A tank with its tokens and gauge; of the seat that is asked, with what the tapped move would do to it."""
    held = scene.state.tank(seat, number)
    used, supply = oxygen(scene.box, held)
    broken = seat == scene.state.turn and scene.state.broken == number
    words: Words = {
        "id": f"tank-{TANK_WORDS[number]}", "letter": TANK_WORDS[number], "event": bool(scene.box.event >> number & 1), "used": used, "supply": supply,
        "tokens": spread(scene, held, tank_zone(seat, number)), "coming": None, "meter": meter(used, supply, used, supply), "note": "", "tap": None,
        "why": "", "off": False,
        "broken": broken, "key": TANK_WORDS[number], **place_at(TANK_AT[number]),
    }
    if mine:
        ask(scene, words, number)
    words["label"] = scene.t("table.tank.oxygen", tank=TANK_WORDS[number], used=used, supply=supply)
    return words


def ask(scene: Scene, words: Words, number: int) -> None:
    """What may be done with a tank now."""
    if scene.verb in FILLING and scene.asked in ("tend", "reward", "aim", "ad"):
        fill(scene, words, number)
    elif scene.verb == "remove" or scene.asked == "repair" and words["broken"]:
        empty(scene, words, number)
    elif scene.asked == "walk" and scene.verb == "walk":
        words["note"] = near_note(scene, number)
        words["off"] = number not in near_after(scene)
    elif scene.asked == "tend" and number not in scene.near(scene.state.turn):
        words["note"] = scene.t("table.tank.far")


def fill(scene: Scene, words: Words, number: int) -> None:
    """A token is chosen: the tanks that may receive it glow, and say what would happen."""
    kind = scene.chosen_kind
    one = scene.fit(kind, number)
    words["tap"] = tap(scene, scene.text(IN_TANK[scene.verb](kind, number)))
    if words["tap"] is None:
        words["note"], words["why"] = no_place(scene, number, kind, one)
        words["off"] = True
        return
    words["note"] = fit_words(scene, one)
    if words["tap"]["chosen"]:
        words["coming"] = face(scene, kind, cls="coming")
        words["meter"] = meter(words["used"], words["supply"], one.uses, one.supply)


def fit_words(scene: Scene, one: Fit) -> str:
    """`5 of 6`, or who would have to leave."""
    if one.clash:
        return str(scene.t("table.fit.clash", kinds=scene.listed([scene.t(f"token.{KIND_WORDS[kind]}.many_bare") for kind in one.clash])))
    if one.uses > one.supply:
        return str(scene.t("table.fit.over", n=one.uses - one.supply))
    return str(scene.t("table.fit.fits", uses=one.uses, supply=one.supply))


def no_place(scene: Scene, number: int, kind: int, one: Fit) -> tuple[str, str]:
    """(a word, a sentence) about a tank that cannot receive a token."""
    t, letter = scene.t, TANK_WORDS[number]
    if scene.asked == "tend" and number not in scene.near(scene.state.turn):
        return t("table.tank.far"), t("table.fit.far_why", tank=letter)
    if one.full:
        return t("table.fit.full"), t("table.fit.full_why", token=scene.one(kind), tank=letter)
    if one.lacks:
        needs = scene.listed([scene.one(other) for other in range(KINDS) if scene.box.needs[kind] >> other & 1], "or")
        return t("table.fit.lacks", needs=needs), t("table.fit.lacks_why", token=scene.one(kind), needs=needs, tank=letter)
    return t("table.fit.elsewhere"), t("table.fit.elsewhere_why")


def empty(scene: Scene, words: Words, number: int) -> None:
    """Tokens that may leave a tank glow: one of each kind stands for all of them."""
    used: set[int] = set()
    for token in words["tokens"]:
        kind = token["kind"]
        token["tap"] = tap(scene, scene.text(remove(kind, number)))
        if token["tap"]:
            token["tap"]["chosen"] = token["tap"]["chosen"] and kind not in used
            used.add(kind)


def meter(used: int, supply: int, uses: int, after: int) -> list[str]:
    """A mark for each unit of oxygen: used, would be used, too many, free."""
    marks = []
    for i in range(max(supply, after, used, uses)):
        too_many = i >= max(after, 0)
        marks.append("over" if i < max(used, uses) and too_many else "on" if i < used else "add" if i < uses else "")
    return marks


# ---- the walk


def carpets(scene: Scene, seat: int, mine: bool) -> list[Words]:
    """Six carpets with the employee; those in reach are numbered by their steps."""
    here = scene.state.carpet[seat]
    reach = {(here + k) % CARPETS: k for k in range(1, CARPETS)} if mine and scene.asked == "walk" else {}
    found = []
    for carpet in range(CARPETS):
        steps = reach.get(carpet, 0)
        found.append({
            "id": f"carpet-{CARPET_NAMES[carpet]}", "name": CARPET_NAMES[carpet], "start": carpet == scene.box.start, "keeper": carpet == here, "steps": steps,
            "tap": tap(scene, scene.text(walk(steps))) if steps else None, **place_at(CARPET_AT[carpet]),
        })
    return found


def near_after(scene: Scene) -> tuple[int, int]:
    """The near tanks after the walk that is tapped."""
    assert scene.ahead is not None
    return near_tanks(scene.ahead.after(scene.action), scene.state.turn)


def near_note(scene: Scene, number: int) -> str:
    """What of the hand fits into a tank after the walk that is tapped."""
    if number not in near_after(scene):
        return str(scene.t("table.tank.far"))
    return str(scene.t("table.walk.near"))


def walks(scene: Scene) -> list[Words]:
    """Where the employee can go: what it costs and earns, and which of the fish in hand fit there."""
    found = []
    for text, action in scene.legal.items():
        if not is_walk(action):
            continue
        assert scene.ahead is not None
        after = scene.ahead.after(action)
        seat = scene.state.turn
        first, second = near_tanks(after, seat)
        change = after.funds[seat] - scene.state.funds[seat]
        found.append({
            "steps": steps_of(action), "text": text, "tap": tap(scene, text), "tanks": scene.listed([TANK_WORDS[first], TANK_WORDS[second]]),
            "carpet": CARPET_NAMES[after.carpet[seat]], "change": f"{'+' if change > 0 else '−'}{abs(change)}" if change else "", "gain": change > 0,
            "words": walk_words(scene, seat, action, (first, second)),
        })
    return found


def walk_words(scene: Scene, seat: int, action: int, near: tuple[int, int]) -> str:
    """`Past the bucket: +2. The turtle fits C.`"""
    state, t = scene.state, scene.t
    parts = []
    steps, to_bucket = steps_of(action), (scene.box.bucket - state.carpet[seat]) % CARPETS + 1
    if to_bucket <= steps:
        parts.append(t("table.walk.bucket", n=state.feeding_pay(seat)))
    paid = max(0, steps - scene.box.free_steps) * scene.box.step_price
    if paid:
        parts.append(t("table.walk.paid", n=paid))
    for kind in range(KINDS):
        if state.hand[kind]:
            fits = [tank for tank in near if scene.fit(kind, tank).fits]
            possible = [tank for tank in near if scene.fit(kind, tank).possible]
            key = "fits" if fits else "squeezes" if possible else "nowhere"
            parts.append(t(f"table.walk.{key}", token=scene.the(kind).capitalize(), tanks=scene.listed([TANK_WORDS[tank] for tank in fits or possible])))
    return " ".join(parts)


# ---- money


def funds(scene: Scene, seat: int) -> list[Words]:
    """The funds track; where a point more is reached is marked, and what is tapped shows what would be left."""
    now = scene.state.funds[seat]
    after = scene.ahead.after(scene.action).funds[seat] if scene.ahead and scene.action >= 0 and seat == scene.state.turn else now
    each = scene.box.funds_per_point
    return [{"n": n, "at": n == now, "then": n == after != now, "third": n > 0 and n % each == 0} for n in range(scene.box.most_funds + 1)]


def feeding(scene: Scene, seat: int) -> Words | None:
    """A seat's Feeding Event card, and what crossing the bucket would pay now."""
    if scene.state.feeding[seat] == NONE:
        return None
    card = scene.game.feedings[scene.state.feeding[seat]]
    pays = scene.state.feeding_pay(seat)
    return {"name": card.name, "tokens": [face(scene, kind) for kind in card.kinds], "words": scene.t("table.feeding.words", n=pays, tanks=event_tanks(scene))}


def event_tanks(scene: Scene) -> str:
    return scene.listed([TANK_WORDS[tank] for tank in range(TANKS) if scene.box.event >> tank & 1])


# ---- a tank out of order


def repairs(scene: Scene) -> Words | None:
    """The tank out of order, large: what each removal leads to."""
    state = scene.state
    if scene.asked != "repair" or scene.me is None or scene.ahead is None:
        return None
    held = state.tank(scene.me, state.broken)
    used, supply = oxygen(scene.box, held)
    tokens = spread(scene, held)
    for token in tokens:
        kind, last = token["kind"], token["ordinal"] == held[token["kind"]] - 1
        stays = kind == state.placed and last
        token["tap"] = None if stays else tap(scene, scene.text(remove(kind, state.broken)))
        token["note"] = scene.t("table.repair.stays") if stays else "" if token["tap"] else scene.t("table.repair.needed")
        if token["tap"]:
            token["tap"]["chosen"] = token["tap"]["chosen"] and token["ordinal"] == 0
    over = max(0, used - supply)
    return {
        "letter": TANK_WORDS[state.broken], "event": bool(scene.box.event >> state.broken & 1), "used": used, "supply": supply, "tokens": tokens,
        "meter": meter(used, supply, used, supply), "over": scene.t("table.repair.over", n=over) if over else "", "options": repair_options(scene),
    }


def repair_options(scene: Scene) -> list[Words]:
    """Each removal with what follows from it, and the points as they would stand."""
    found = []
    assert scene.ahead is not None and scene.me is not None
    best = max((scene.ahead.points_after(action) for action in scene.legal.values()), default=0)
    for text, action in scene.legal.items():
        if is_remove(action):
            points = scene.ahead.points_after(action)
            found.append(face(scene, kind_of(action)) | {
                "text": text, "tap": tap(scene, text), "title": scene.t("table.repair.leaves", token=scene.a(kind_of(action)).capitalize()),
                "words": repair_words(scene, action), "points": scene.t("table.points", n=points), "tone": "good" if points == best else "",
            })
    return found


def repair_words(scene: Scene, action: int) -> str:
    """`The turtle leaves too. C uses 4 of 4: in order.`"""
    t, state, seat = scene.t, scene.state, scene.me
    assert scene.ahead is not None and seat is not None
    after = scene.ahead.after(action)
    gone = scene.ahead.leaves_too(action)
    gone[kind_of(action)] -= 1
    parts = [t("table.repair.too", tokens=scene.listed([scene.a(kind, n) for kind, n in enumerate(gone) if n]).capitalize())] if any(gone) else []
    used, supply = oxygen(scene.box, after.tank(seat, state.broken))
    parts.append(t("table.repair.more" if scene.ahead.repairs(action) else "table.repair.done", tank=TANK_WORDS[state.broken], used=used, supply=supply))
    return " ".join(parts)


# ---- everybody's


def mini(scene: Scene, seat: int) -> Words:
    """An aquarium in small, with what is open about its seat."""
    tanks = []
    for number in range(TANKS):
        held = scene.state.tank(seat, number)
        used, supply = oxygen(scene.box, held)
        broken = seat == scene.state.turn and scene.state.broken == number
        names = scene.listed([scene.a(kind, n) for kind, n in enumerate(held) if n]) or scene.t("table.tank.empty")
        tanks.append({
            "letter": TANK_WORDS[number], "used": used, "supply": supply, "tokens": spread(scene, held, tank_zone(seat, number)),
            "event": bool(scene.box.event >> number & 1), "broken": broken, "row": TANK_AT[number][0] // 2 + 1, "col": TANK_AT[number][1] // 2 + 1,
            "names": names, "near": number in scene.near(seat), "id": f"garden-{seat + 1}-{TANK_WORDS[number]}",
        })
    state = scene.state
    return {
        "seat": seat, "id": f"garden-{seat + 1}", "tanks": tanks, "points": scene.t("table.points", n=scene.points(seat)), "funds": int(state.funds[seat]),
        "feeding": feeding(scene, seat), "hand": spread(scene, list(state.hand), "hand") if seat == state.turn and state.hand_size else [],
        "employee": scene.t("table.employee", carpet=CARPET_NAMES[state.carpet[seat]]),
    }


def final(scene: Scene, seat: int, lit: frozenset[str]) -> Words:
    """For the score page: six tanks with their points, and the tokens of a line of the sheet lit."""
    held = scene.tanks(seat)
    extra = advanced_parts(scene.game, held)
    tanks = []
    for number, contents in enumerate(held):
        used, supply = oxygen(scene.box, contents)
        tokens = spread(scene, contents)
        for token in tokens:
            ordinal = f".{token['ordinal'] + 1}" if token["ordinal"] else ""
            name = f"{TANK_WORDS[number]}.{KIND_WORDS[token['kind']]}{ordinal}"
            token["cls"] = "" if not lit else "is-lit" if name in lit else "is-dim"
        tags = [scene.t("table.points", n=points)] if (points := tank_points(scene.box, contents)) else []
        tags += [f"{scene.one(kind)} {points}" for tank_, kind, points, _, _ in extra if tank_ == number]
        names = scene.listed([scene.a(kind, n) for kind, n in enumerate(contents) if n]) or scene.t("table.tank.empty")
        tanks.append({
            "letter": TANK_WORDS[number], "event": bool(scene.box.event >> number & 1), "used": used, "supply": supply, "tokens": tokens, "tags": tags,
            "row": TANK_AT[number][0] // 2 + 1, "col": TANK_AT[number][1] // 2 + 1, "names": names,
        })
    return {"tanks": tanks}
