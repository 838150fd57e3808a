"""The table of Acqua Dolce for pages and terminal: all moves are there, prices and forecasts are the engine's, and nothing hidden shows."""

import re
from types import SimpleNamespace

import pytest

from shoal.bots.bot import GreedyBot
from shoal.bots.hints import hints
from shoal.engine.facts import SPECTATOR
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.advice import reason
from shoal.games.acqua_dolce.exits import best_kept
from shoal.games.acqua_dolce.forecast import forecast, hurdles, price_of
from shoal.games.acqua_dolce.notation import KINDS, OBJECTIVES
from shoal.games.acqua_dolce.table import board, log_lines, score_board
from shoal.games.acqua_dolce.table_log import chronicle
from shoal.games.acqua_dolce.table_text import text_board
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from tests.games.pages import PAGES, SYMBOLS, elements, matches, moves_on, words_of

from .tables import GAME, NAMES, cards, control, play, position, settle

def games(players, seed, **options):
    return matches(GAME, players, seed, max_rounds=10, **options)


def page(view, select=""):
    return PAGES.get_template("acqua_dolce/table.html.jinja").render(**board(view, {"select": select}))


def view_of(state, seat):
    """What a page shows of a position that no match has played; seats are 1-based, 0 is a spectator."""
    masked = state.masked(seat - 1 if seat else SPECTATOR)
    legal = tuple((action, GAME.action_to_text(action)) for action in masked.legal_actions())
    seats = [SimpleNamespace(name=name) for name in ("North", "East", "South", "West", "Guest")[: state.players]]
    return SimpleNamespace(game=GAME, observer=masked.observer, masked=masked, legal=legal, seats=seats, over=masked.is_terminal())


# ---- every page of random games


@pytest.mark.parametrize(("players", "options"), [(2, {"temperature": True}), (3, {}), (5, {"unique_deck": True, "actions_mandatory": False})])
def test_every_move_is_on_the_page_or_two_taps_away(players, options):
    for number, match in enumerate(games(players, players, **options)):
        if number % 29 and match.state.decision() != "expel":
            continue
        for observer in {SPECTATOR, 0, match.state.turn}:
            view = match.view(observer)
            legal = {text for _, text in view.legal}
            found = set()
            for select in ["", *sorted(text for text in legal if text.startswith("play"))[:5]]:
                check_page(view, select)
                found |= moves_on(page(view, select)) | buttons_of(view, select)
            assert found <= legal
            missing = legal - found
            assert all(text.startswith(("swap", "play")) for text in missing)
            assert text_board(view)


def buttons_of(view, select):
    context = board(view, {"select": select})
    return {item[key] for item in [context["main"] or {}, *context["more"]] for key in ("cmd", "select") if key in item}


def check_page(view, select):
    found = elements(page(view, select))
    assert all("style" not in a and not [key for key in a if key.startswith("on")] for _, a in found)
    ids = [a["id"] for _, a in found if "id" in a]
    assert len(set(ids)) == len(ids) and not set(ids) & SYMBOLS
    assert {a["href"][1:] for tag, a in found if tag == "use"} <= SYMBOLS


def test_every_seat_has_a_last_page():
    *_, match = games(3, 5, temperature=True, first_king=0)
    for seat in range(3):
        for small in (False, True):
            html = PAGES.get_template("acqua_dolce/score.html.jinja").render(small=small, **score_board(match.view(0), seat, frozenset({"neon", "deco"})))
            assert elements(html) and "card" in html


NAMES_OF_SEATS = ["You", "North", "East", "South", "West"]


LOGGED = [(3, {"temperature": True, "first_king": 0}), (2, {"unique_deck": True}), (5, {"runout_moves_king_card": True})]


@pytest.mark.parametrize(("players", "options"), LOGGED)
def test_every_choice_has_a_line_under_the_heading_of_its_round(players, options):
    *_, match = games(players, 5, **options)
    for observer in (0, SPECTATOR):
        view = match.view(observer)
        lines = log_lines(view, NAMES_OF_SEATS)
        told = {index: (seat, heading) for index, seat, heading, _ in lines if seat is not None}
        assert all(told[event.index][0] == event.seat for event in view.events if event.seat is not None)
        assert all(heading and words for _, _, heading, words in lines)
    last = max(int(heading.split()[1]) for _, _, heading, _ in lines if heading.startswith("Round"))
    assert last in (match.state.rounds, match.state.rounds + 1)
    headings = list(dict.fromkeys(heading for _, _, heading, _ in lines))
    assert headings[0] == "Before the first turn" and any(heading.endswith("second turn as King") for heading in headings)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"unique_deck": True}), (4, {"runout_moves_king_card": True})])
def test_rounds_of_the_log_are_those_of_the_game(players, options):
    """Greedy players run out of cards now and then."""
    match, rng = Match.new(GAME, players, {"max_rounds": 10, "need": 3} | options, chance=SeededChance(6)), Rng(2, "log")
    while not match.over:
        seat = match.waiting_for()[0]
        match.choose(seat, [GreedyBot().choose(match.state.masked(seat), rng)])
        if match.over or match.state.decision() in ("eat", "starve", "expel"):
            continue
        told = chronicle(match.view(0))
        assert told.rounds == match.state.rounds, "the chronicle counts other rounds"
        if match.state.decision() != "open":
            assert told.now.seat == match.state.turn and told.hands[match.state.turn] == match.state.hand_size[match.state.turn]


class Stacked(SeededChance):
    """Draws these cards, one after the other."""

    def __init__(self, text):
        super().__init__(1)
        self.cards = [NAMES.index(word) for part in text.split(", ") for word in [part.split()[-1]] * int((part.split()[:-1] or [1])[0])]

    def draw(self, outcomes, position):
        super().draw(outcomes, position)
        return outcomes[0][0] // KINDS * KINDS + self.cards[position]


def test_the_log_says_what_a_play_cost_and_who_left_and_why():
    deal = "3 neon, 2 krib, plant, guppy, 3 cory, 3 agassiz, bee, molly, bee, neon"
    match = Match.new(GAME, 2, {}, chance=Stacked(f"{deal}, guppy, 3 angel, 2 molly, 2 fighter, cory, cory, glass, platy, 3 platy"))
    for text in [*["draw"] * 9, "play krib", "take neon", "draw"]:
        match.choose(match.state.turn, [GAME.text_to_action(text)])
    lines = {seat: [(heading, re.sub(r" <code>.*", "", words)) for _, _, heading, words in log_lines(match.view(seat), ["Ann", "Bob"])] for seat in (0, 1)}
    assert lines[0][-6:] == [
        ("Round 1 · Ann, second turn as King", "Ann drew a card: corydoras"),
        ("Round 1 · Ann, second turn as King", "Ann played krib; it cost 1 card: corydoras"),
        ("Round 1 · Ann, second turn as King", "Ann took neon, it lay open; turned up: glassfish"),
        ("Round 1 · Ann, second turn as King", "Ann drew a card, as an action: platy"),
        ("Round 1 · Control Phase, Ann as King", "Krib left: no decoration"),
        ("Round 1 · Control Phase, Ann as King", "Turned up: platy ×3"),
    ]
    assert [words for _, words in lines[1][-6:-4]] == ["Ann drew a card", "Ann played krib; it cost 1 card"]
    assert lines[0][:3] == [
        ("Before the first turn", "Ann: 7 cards dealt: neon ×3, krib ×2, plant, guppy"),
        ("Before the first turn", "Bob: 7 cards dealt"),
        ("Before the first turn", "Turned up: molly, bumble bee, neon"),
    ]


def test_hidden_cards_are_not_in_the_log():
    for match in games(2, 3):
        view = match.view(SPECTATOR)
        hidden = [event for event in view.events if not event.text]
        if len(hidden) > 20:
            break
    lines = log_lines(view, ["A", "B"])
    assert {words for _, _, _, words in lines if "dealt" in words} == {"A: 7 cards dealt", "B: 7 cards dealt"}
    assert all(": " not in words for _, _, _, words in lines if "drew a card" in words)


def test_pages_of_worlds_that_differ_in_secrets_only_are_equal():
    state = settle(GAME.new_state(3, {"temperature": True}), seed=4)
    state.remember()
    rng = Rng(3, "twins")
    for number in range(40):
        state.advance(rng)
        for observer in (0, 1, 2, 3) if number % 3 == 0 else (state.turn + 1,):
            masked = state.masked(observer - 1 if observer else SPECTATOR)
            data = masked.dealt(rng).to_json() | {"keeps_memory": True, "memory": masked.to_json()["memory"]}
            twin = GAME.state_from_json(data)
            assert page(view_of(state, observer)) == page(view_of(twin, observer)) and text_board(view_of(state, observer)) == text_board(
                view_of(twin, observer)
            )
            if compiled() and observer == state.turn + 1 and number % 8 == 0:
                assert hints(GAME, masked, worlds=1) == hints(GAME, twin.masked(masked.observer), worlds=1)
        legal = state.legal_actions(state.turn)
        state.apply_action(state.turn, legal[rng.pick(len(legal))])


def test_logs_of_matches_that_differ_in_secrets_only_are_equal():
    """Seat 2 draws other cards and does the same with them: nobody else reads a difference."""
    said = []
    for cards_of_two in ("3 cory, 3 agassiz, bee", "3 platy, 3 molly, krib"):
        match = Match.new(GAME, 2, {}, chance=Stacked(f"3 neon, 2 krib, plant, guppy, {cards_of_two}, glass, fighter, gourami, guppy, 3 angel, 2 deco, 2 cory"))
        for _ in range(8):
            match.choose(match.state.turn, [GAME.text_to_action("draw")])
        said.append([log_lines(match.view(observer), ["Ann", "Bob"]) for observer in (0, SPECTATOR)] + [text_board(match.view(0)), page(match.view(SPECTATOR))])
    assert said[0] == said[1] and "cory" not in str(said[0])


# ---- what it says

TANK = "2 neon, 3 guppy, 3 platy, 3 cory, molly, bee, 3 deco, 2 plant, feed4"


def middle(**more):
    """Action 2 of 3, five cards in hand."""
    return position(
        3, tank=TANK, hands={1: "2 neon, krib, angel, glass", 2: 4, 3: 3}, row="feed5, agassiz, plant", options={"temperature": True}, turns=1, taken=1, **more
    )


def price(state, text, number=1):
    return price_of(GAME, state.masked(0).state, NAMES.index(text), number)


def test_the_price_says_why():
    state = middle()
    assert price(state, "neon", 2).words == "free: school of 4" and price(state, "krib").words == "free"
    assert price(state, "angel").words == "draw 1: guppies are here" and [need.met for need in price(state, "angel").needs] == [True, False]
    assert price(state, "glass").words == "draw 1: school fish are here"
    alone = position(hands={1: "2 guppy, bee", 2: 5})
    assert price(alone, "guppy", 2).words == "draw 2: not a school, 2 of 3" and price(alone, "bee").words == "draw 2: no decoration, no plant"


def test_nothing_to_draw_costs_nothing():
    state = position(hands={1: "bee, neon", 2: "krib"}, row="platy", only_these=True)
    assert price(state, "bee").cards == 0 and price(state, "bee").words.startswith("nothing to draw")


def test_the_price_is_what_a_play_costs():
    for seed in range(3):
        for match in games(2, seed):
            state = match.state
            if state.decision() != "act":
                continue
            for action, text in match.view(state.turn).legal:
                words = text.split()
                if words[0] == "play":
                    after = state.copy()
                    after.apply_action(state.turn, action)
                    card, number = NAMES.index(words[1]), int(words[2][1:]) if len(words) > 2 else 1
                    owed = after.owed if after.chance_name() == "draw" and after.goal == 4 else 0
                    assert price_of(GAME, state, card, number).cards == min(owed, state.deck_size + state.discards_size)
            if match.state.rounds > 2:
                break


def test_the_forecast_explains_step_by_step():
    said = [(step.key, step.words, step.tag) for step in forecast(GAME, middle().masked(0).state)]
    assert said == [
        ("feed", "all 13 fish eat, 3 rations spare", "ok"),
        ("expel", "neon ×2: not a school, 2 of 3", "−2"),
        ("temp", "suits every fish in the tank", "ok"),
    ]
    starving = position(tank="7 platy, 7 cory, feed4", hands={1: 4, 2: 3})
    assert forecast(GAME, starving)[0].words == "3 fish would starve: 11 rations for 14 fish; the judge chooses"
    conflict = position(tank="2 guppy, glass", hands={1: 4, 2: 3})
    assert "guppy, glassfish do not get on" in forecast(GAME, conflict)[1].words
    eats = position(tank="3 platy, piranha", hands={1: 4, 2: 3})
    assert [step.words for step in forecast(GAME, eats)][0] == "a platy is eaten"


def test_what_is_missing_to_win():
    said = [(hurdle.met, hurdle.words, hurdle.short) for hurdle in hurdles(GAME, middle().masked(0).state, 0)]
    assert said == [
        (False, "5 cards in your hand, and it must be empty", "5 cards"),
        (True, "2 of 2 objectives needed are on (3 in play)", "2/2 on"),
        (False, "without your hand: 11 rations for 13 fish, 2 would starve", "2 starve"),
        (False, "would be expelled: neon ×2", "2 expelled"),
        (True, "you could keep through a Control Phase: School Number, Ornaments", "2/2 kept"),
    ]


def test_a_judge_reads_what_can_be_kept_and_others_only_what_is_sure():
    state = control("2 guppy, angel, glass, molly, plant", {1: 3, 2: 5})
    assert [hurdle.key for hurdle in hurdles(GAME, state.masked(0).state, 0)] == ["hand", "objectives", "judging"]
    assert [hurdle.key for hurdle in hurdles(GAME, state.masked(1).state, 1)] == ["hand", "objectives"]
    assert "To win: 5 cards in your hand, and it must be empty; 0 of 2 objectives" in " ".join(text_board(view_of(state, 2)).split())


def test_a_judge_is_told_who_leaves_anyway():
    """Two guppies are no school whoever else goes; the angelfish could be saved."""
    tank = "2 guppy, angel, 2 krib, 3 neon, agassiz, deco, plant"
    found = {choice["text"]: choice for choice in board(view_of(control(tank, {1: 2, 2: 5}), 1), {})["choices"]}
    assert found["starve guppy"]["words"].startswith("leaves anyway: not a school, 2 of 3") and found["starve neon"]["words"].startswith("breaks the school")
    assert found["starve krib"]["words"].startswith("1 stays") and found["starve agassiz"]["words"].startswith("the last one here")
    assert found["starve guppy"]["tags"][0] == {"words": "leaves anyway", "tone": "good"} and "leaves anyway" not in found["starve angel"]["words"]


def test_what_is_missing_to_win_is_on_the_page_at_every_moment():
    """On a phone it stands below the objectives, in a Control Phase too; of every objective one sees how far it is."""
    for match in games(3, 12, temperature=True):
        html = page(match.view(1))
        if not match.over:
            assert words_of(html).count("To win ") == 1 and 'id="to-win"' in html and 'id="to-win-line"' in html
            assert len(re.findall(r'class="short"[^>]*>\d+/\d+<', html)) == 3
        if match.state.rounds > 4:
            break


def test_what_a_judge_could_keep_is_kept_by_judging_so():
    """The promise is what the best choices bring, on tanks large and small; if that is too little, it may be less."""
    rng, promised, best = Rng(5, "kept"), 0, 0
    for _ in range(40):
        parts = [f"{1 + rng.pick(min(4, kind.copies))} {kind.id}" for kind in GAME.kinds[1:] if kind.card != "feed" and rng.pick(10) < 5]
        fish = sum(number for card, number in cards(", ".join(parts)).items() if card <= GAME.box.fish)
        options = {"temperature": rng.pick(2) == 1, "unique_deck": True, "objectives": ",".join(OBJECTIVES)}
        state = control(", ".join(parts), {1: 1, 2: max(0, fish - 2 - rng.pick(2))}, options=options)
        if state.decision() in ("eat", "starve", "expel"):
            kept, most = best_kept(state, 0).bit_count(), best_of(state, {})
            assert kept <= most
            promised, best = promised + (kept >= state.need), best + (most >= state.need)
    assert promised == best > 3


def best_of(state, known):
    """Most objectives that stand after the phase, over all choices of the judge."""
    if state.rounds > 0:
        return state.on.bit_count()
    key = (state.stage, tuple(state.tank), state.meals, state.food)
    if key not in known:
        known[key] = max(best_of(after(state, action), known) for action in state.legal_actions(0))
    return known[key]


def after(state, action):
    new = state.copy()
    new.apply_action(0, action)
    return new


def test_a_tapped_school_shows_its_price_and_the_food_after_it():
    view = view_of(middle(), 1)
    context = board(view, {"select": "play neon x2"})
    assert context["main"] == {"label": "Play Neon ×2", "cmd": "play neon x2"} and context["more"][0]["select"] == "play neon"
    assert context["because"] == "Neon ×2: free: school of 4."
    html = words_of(page(view, "play neon x2"))
    assert "16 rations" in html and "After this: 14 rations for 15 fish. One would starve." in html and "+2 → 4" in html
    chosen = [card for card in context["hand"]["cards"] if card["chosen"]]
    assert len(chosen) == 2 and all(card["tap"]["name_of"] == "cmd" for card in chosen)


def test_a_swap_is_two_taps():
    view = view_of(middle(), 1)
    assert "swap angel krib" in moves_on(page(view, "play krib")) and "swap angel krib" in moves_on(page(view, "play angel"))
    assert board(view, {"select": "swap angel krib"})["main"]["label"] == "Swap krib and angelfish"
    assert "swap neon neon" in moves_on(page(view, "play neon"))


def test_the_last_card_warns():
    state = position(tank="krib, deco", hands={1: "deco", 2: 5})
    assert "you judge at once" in board(view_of(state, 1), {"select": "play deco"})["because"]


def test_a_judge_sees_only_real_choices_and_where_they_lead():
    view = view_of(control("2 guppy, angel, glass, molly, plant"), 1)
    context = board(view, {"select": "expel guppy"})
    assert [choice["text"] for choice in context["choices"]] == ["expel guppy", "expel angel", "expel glass"]
    assert context["choices"][0]["words"] == "all others stay" and "do not get on" in context["choices"][1]["words"]
    assert [phase["sort"] for phase in context["phases"]] == ["done", "done", "now", "next"]
    assert context["main"]["label"] == "Expel Guppy ×2"
    html = page(view)
    assert moves_on(html) == {"expel guppy", "expel angel", "expel glass"} and 'id="ad-molly"' in html


def test_forced_removals_are_explained_one_by_one():
    state = position(
        tank="2 neon, krib, angel, plant, 3 guppy, gourami",
        hands={1: 10, 2: 10},
        options={"temperature": True, "actions_mandatory": False},
        turns=2,
        taken=1,
        memory=True,
    )
    settle(play(state, "1 stop"))
    lines = [(line["title"], line["words"]) for line in board(view_of(state, 2), {})["last"]]
    assert lines == [("Neon ×2", "not a school, 2 of 3"), ("Krib", "no decoration"), ("Angelfish", "guppies are here"), ("Gourami", "lives at 26–29 °C")]
    assert "Last Control Phase: Neon ×2 (not a school, 2 of 3)" in " ".join(text_board(view_of(state, 0)).split())


def test_cards_taken_openly_are_named_beside_their_seat():
    state = position(3, hands={1: 5, 2: 5, 3: 5}, row="molly, neon, bee", memory=True)
    settle(play(state, "1 take molly"))
    assert board(view_of(state, 2), {})["facts"][0] == "6 cards · took openly: molly · King"
    assert board(view_of(state, 1), {})["facts"][0] == "6 cards · King"


def test_hints_have_a_reason_for_every_move():
    for match in games(3, 9, temperature=True, actions_mandatory=False):
        seat = match.state.turn
        if match.state.turns == 1 or match.state.decision() in ("eat", "expel", "starve"):
            masked = match.state.masked(seat)
            assert all(reason(GAME, masked, action) for action in masked.legal_actions())
        if match.state.rounds > 3:
            break
