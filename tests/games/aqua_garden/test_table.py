"""The table of Aqua Garden for pages and terminal: all moves are there, and what would come of them is what the engine says."""

import re
from types import SimpleNamespace

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.games.aqua_garden.chronicle import begun, chronicle
from shoal.games.aqua_garden.notation import AD, KIND_WORDS, KINDS, OWNER, REGULAR, SEATS, TANK_WORDS, TANKS, WALK
from shoal.games.aqua_garden.layout import read_layouts
from shoal.games.aqua_garden.table import board, log_lines, score_board
from shoal.games.aqua_garden.table_fair import space_at
from shoal.games.aqua_garden.table_text import text_board
from tests.games.pages import PAGES, SYMBOLS, Shown, elements, matches, moves_on, words_of

from .gardens import DONE, GAME, WAITS, play, position, turn

NAMES = ("Ada", "North", "East", "West")


PEOPLE = [SimpleNamespace(seat=seat, name=name, letter=name[0], sign=seat + 1, you=False, bot="") for seat, name in enumerate(NAMES)]


def page(view, select=""):
    return PAGES.get_template("aqua_garden/table.html.jinja").render(people=PEOPLE, **board(view, {"select": select}))


def view_of(state, seat=1):
    """What a page shows of a position that no match has played; seats are 1-based, 0 is a spectator."""
    masked = state.masked(seat - 1 if seat else SPECTATOR)
    legal = tuple((action, GAME.action_to_text(action)) for action in masked.legal_actions())
    seats = [SimpleNamespace(name=name) for name in NAMES[: state.players]]
    return Shown(game=GAME, observer=masked.observer, masked=masked, legal=legal, seats=seats, events=(), over=masked.is_terminal())


# ---- every page of random games


@pytest.mark.parametrize(("players", "options"), [(1, {"advanced": True}), (2, {"remove_window": "own_turn"}), (3, {"advanced": True}), (4, {})])
def test_every_move_is_on_the_page_or_two_taps_away(players, options):
    for number, match in enumerate(matches(GAME, players, players, **options)):
        if number % 19 and match.state.decision() not in ("repair", "reward", "aim"):
            continue
        for observer in range(SPECTATOR, players):
            view = match.view(observer)
            legal = {text for _, text in view.legal}
            found = check_page(view, "")
            for select in sorted(legal):
                found |= check_page(view, select)
            assert found == legal
            assert text_board(view)


def check_page(view, select):
    """The moves on a page, its buttons included."""
    context = board(view, {"select": select})
    assert not select or context["main"]["cmd"] == select
    html = PAGES.get_template("aqua_garden/table.html.jinja").render(people=PEOPLE, **context)
    found = elements(html)
    assert all("style" not in a and not [key for key in a if key.startswith("on")] for _, a in found)
    ids = [a["id"] for _, a in found if "id" in a]
    assert len(set(ids)) == len(ids) and not set(ids) & SYMBOLS
    pieces = [a["data-vt"] for _, a in found if "data-vt" in a]
    assert len(set(pieces)) == len(pieces)
    assert {a["href"][1:] for tag, a in found if tag == "use"} <= SYMBOLS
    assert "{" not in words_of(html)
    return moves_on(html) | {item[key] for item in [context["main"] or {}, *context["more"]] for key in ("cmd", "select") if key in item}


def test_every_event_has_a_heading_and_every_seat_a_last_page():
    *_, match = matches(GAME, 2, 5, advanced=True)
    view = match.view(0)
    lines = log_lines(view, ["You", "North"])
    told = {index for index, *_ in lines}
    assert {event.index for event in view.events if event.seat is not None} <= told
    assert all(heading and line and "{" not in line for _, _, heading, line in lines)
    headings = [heading for _, _, heading, _ in lines]
    assert headings[0] == "The fair opens" and "You · turn 1" in headings and "Round 2" in headings and "Round 3" in headings
    for seat in range(2):
        for small in (False, True):
            html = PAGES.get_template("aqua_garden/score.html.jinja").render(small=small, **score_board(view, seat, frozenset({"A.small"})))
            assert len([a for _, a in elements(html) if (a.get("class") or "").startswith("tank")]) == TANKS
    assert "Your aquarium" in words_of(page(view))


# ---- what has happened


def lines_of(match, names=NAMES):
    return [(heading, re.sub(r" <code>.*", "", str(line))) for _, _, heading, line in log_lines(match.view(SPECTATOR), names)]


def test_the_story_says_what_was_taken_and_what_lucy_did():
    for match in matches(GAME, 2, 3):
        if match.state.round == 2:
            break
    told = [line for _, line in lines_of(match)]
    assert any(re.fullmatch(r"\w+ went to \d+ and took .+", line) for line in told)
    assert any(re.fullmatch(r"Lucy went to \d+(: .+ to the sea|, an ad)", line) for line in told)
    assert "New fish have come to the fair" in told and sum(line.startswith("Milestone: ") for line in told) == 4


def test_every_token_keeps_its_number():
    """As many tokens in every zone as lie there, no number twice, and none changed but by the event that moved it."""
    before = {}
    for match in matches(GAME, 3, 4, advanced=True):
        state, story = match.state, chronicle(match.view(0))
        counts = {("sea", kind): state.sea[kind] for kind in range(KINDS)} | {("hand", kind): state.hand[kind] for kind in range(KINDS)}
        counts |= {(f"space.{i // REGULAR}", i % REGULAR): n for i, n in enumerate(state.fair)}
        counts |= {
            (f"{seat}.{TANK_WORDS[tank]}", kind): state.tank(seat, tank)[kind] for seat in range(3) for tank in range(TANKS) for kind in range(KINDS)
        }
        for zone, number in counts.items():
            assert len(story.zones.get(zone, [])) == number, zone
        where = {token: zone for zone, held in story.zones.items() for token in held}
        assert len(where) == sum(len(held) for held in story.zones.values())
        assert all(where[token][1] == kind for token, (_, kind) in before.items() if token in where)
        before = where


def test_a_story_goes_on_where_it_was_and_back_after_an_undo():
    played = [match.view(0) for match in matches(GAME, 2, 6)]
    late, early = played[-1], played[len(played) // 2]
    assert chronicle(early).facts == chronicle(late).facts[: len(chronicle(early).facts)]
    assert chronicle(early).facts == begun(early).facts + [fact for fact in chronicle(late).facts if fact.index < len(early.events)]


# ---- what a page says before a move is made


def test_the_walk_says_what_it_earns_and_what_fits():
    state = position(stage=WALK, near="BC", funds=2, hand="turtle small", tanks={"C": "small2", "D": "turtle2 seaweed"})
    walks = board(view_of(state), {})["walks"]
    assert [walk["steps"] for walk in walks] == [1, 2, 3, 4, 5]
    assert walks[0]["words"] == "Past the bucket: 3 funds. The small fish fits C and D. The turtle fits D." and walks[0]["change"] == "+3"
    assert walks[1]["tanks"] == "D and E" and walks[4]["change"] == "+1" and "Costs 2 funds." in walks[4]["words"]
    for walk in walks:
        after = turn(state.copy(), walk["text"])
        assert walk["change"] == (f"+{after.funds[0] - 2}" if after.funds[0] > 2 else "")


def test_a_fish_that_does_not_fit_shows_who_would_have_to_leave():
    state = position(near="BC", hand="shark", tanks={"C": "small2", "B": "whale"})
    view = view_of(state)
    context = board(view, {"select": "place shark c"})
    tanks = {tank["letter"]: tank for tank in context["own"]["tanks"]}
    assert tanks["C"]["note"] == "small fish must leave" and tanks["B"]["note"] == "over by 2: others must leave"
    assert tanks["A"]["why"] == "Your employee does not stand beside A." and tanks["C"]["coming"]["symbol"] == "shark"
    assert "With the shark C is not in order" in context["because"] and "Small fish and sharks cannot stay together." in context["because"]
    assert tanks["C"]["meter"] == ["on", "on", "add", "add"]
    over = board(view, {"select": "place shark b"})["own"]["tanks"][1]["meter"]
    assert over == ["on", "on", "on", "on", "over", "over"]


def test_of_fish_in_hand_the_first_that_fits_is_offered():
    state = position(near="BC", hand="shark seahorse", tanks={"B": "small", "C": "whale"})
    context = board(view_of(state), {})
    assert context["main"] == {"label": "Place seahorse in B", "cmd": "place seahorse b"}
    assert {item["cmd"] for item in context["more"]} == {"release seahorse"}
    homeless = view_of(position(near="BC", hand="turtle", funds=2))
    assert board(homeless, {})["main"] is None and {"release turtle", "buy seaweed b"} <= moves_on(page(homeless))
    assert board(view_of(position(near="BC", hand="turtle", funds=0)), {})["main"]["cmd"] == "release turtle"


def test_why_a_turtle_has_no_place():
    prompt = GAME.prompt(position(near="BC", hand="turtle").masked(0))
    assert "A turtle needs seaweed there: buy it first, or release the fish to the sea." in prompt.because

    poor = GAME.prompt(position(near="BC", hand="turtle", funds=1).masked(0))
    assert "A turtle needs seaweed there, which cannot be bought now" in poor.because


def test_a_purchase_asks_about_itself_and_not_about_the_hand():
    view = view_of(position(near="BC", hand="small", funds=3, sea="large"))
    assert "ask" not in board(view, {"select": "place small b"})
    context = board(view, {"select": "buy large c"})
    assert context["ask"] == "Buy a large fish for C?" and context["because"] == "C would use 1 of 4 oxygen. 1 fund stays yours. 1 point less."


def test_oxygen_is_red_only_where_it_is_the_trouble():
    clash = page(view_of(turn(position(near="BC", hand="shark", tanks={"C": "small2"}), "place shark c")))
    assert clash.count('class="num in-order"') >= 2
    heavy = page(view_of(turn(position(near="BC", hand="whale", tanks={"C": "small"}), "place whale c")))
    assert 'class="tank is-broken stage event"><span class="hd"><b>C</b><span class="num">' in heavy


def test_an_ad_that_pays_nothing_is_not_praised():
    html = page(view_of(position(stage=AD, tanks={"A": "large"})))
    assert html.count('class="worth tag good">+1') == 1 and html.count('class="worth tag">+0') == 3


def test_the_example_of_the_scorer_is_read():
    assert [garden.funds for garden in read_layouts(GAME.box, GAME.texts("scorer.example"))] == [7]


def test_the_shop_says_why_not():
    sea = {token["symbol"]: token for token in board(view_of(position(near="BC", funds=1, sea="small")), {})["fair"]["sea"]}
    assert sea["small"]["why"] == "It costs 2, and you have 1." and sea["coral"]["tap"] is None
    state = position(near="BC", funds=4, sea="turtle", tanks={"B": "coral", "C": "coral"})
    rich = {token["symbol"]: token for token in board(view_of(state), {})["fair"]["sea"]}
    assert rich["seaweed"]["tap"]["value"] == "buy seaweed b" and rich["turtle"]["why"].startswith("A turtle needs seaweed in its tank")
    assert rich["coral"]["why"] == "B has a coral, and a tank holds only one (R18)."


def test_a_tank_out_of_order_shows_what_each_removal_leads_to():
    state = turn(position(near="BC", hand="whale", tanks={"C": "seaweed turtle small large"}), "place whale c")
    context = board(view_of(state), {})
    stage = context["stage_tank"]
    assert (stage["letter"], stage["used"], stage["supply"], stage["over"]) == ("C", 8, 6, "2 too many")
    options = {option["text"]: option for option in stage["options"]}
    assert options["remove turtle c"]["words"] == "C uses 6 of 6: in order."
    assert options["remove small c"]["words"] == "C uses 7 of 6: more has to leave."
    assert options["remove seaweed c"]["words"] == "A turtle leaves too. C uses 6 of 4: more has to leave."
    assert options["remove turtle c"]["points"] == "7 points" and options["remove turtle c"]["tone"] == "good"
    stays = [token for token in stage["tokens"] if token["note"]]
    assert [(token["symbol"], token["note"], token["tap"]) for token in stays] == [("whale", "just placed, stays", None)]


def test_a_cascade_is_told_before_it_happens():
    state = position(near="BC", tanks={"A": "seaweed turtle small2 large2"})
    context = board(view_of(state), {"select": "remove seaweed a"})
    assert context["because"].startswith("To the sea board goes the seaweed. A turtle leaves too.") and "2 points less" in context["because"]
    assert context["ask"] == "Tap the token that leaves."


def test_where_one_can_go_says_what_it_means():
    state = position(stage=OWNER, track=[2, 7, 11], turn=1, tanks={"A": "shark"})
    context = board(view_of(state), {})
    rows = {row["n"]: row for row in context["reach"]}
    assert 7 not in rows and 11 not in rows and rows[4]["words"] == "up to 1 fund, no walk; you move again"
    assert "you move again" in rows[6]["words"] and "you move again" not in rows[8]["words"]
    assert rows["–"]["words"] == "1st on Standby: 1st to move in round 2"
    spaces = {space["n"]: space for space in context["fair"]["spaces"]}
    assert spaces[7]["why"] == "North stands there." and spaces[1]["why"] == "" and spaces[6]["tap"]["value"] == "go 6"
    last = position(stage=OWNER, track=[19, 7, DONE], round=3, turn=2)
    rows = {row["n"]: row for row in board(view_of(last, 2), {})["reach"]}
    assert rows["–"]["words"] == "2nd on Standby: 2 points"


@pytest.mark.parametrize(("round_", "note", "leaving"), [(1, "points in the last round", "this round is over"), (3, "points now", "1st on Standby: 3 points")])
def test_R43_alone_standby_says_when_it_counts(round_, note, leaving):
    view = view_of(position(1, stage=OWNER, track=[19], round=round_))
    context = board(view, {})
    assert [(place["place"], place["points"]) for place in context["fair"]["places"]] == [("1st", 3)] and context["fair"]["standby_note"] == note
    assert context["reach"][-1]["words"] == leaving and ("Leaving now pays 1st 3." in text_board(view)) == (round_ == 3)


def test_alone_closed_spaces_say_why():
    state = position(1, stage=OWNER, track=[2])
    spaces = {space["n"]: space for space in board(view_of(state), {})["fair"]["spaces"]}
    assert spaces[9]["why"].endswith("(R41).") and spaces[3]["why"].endswith("(R41).") and spaces[4]["tap"]


def test_ads_and_advanced_fish_show_what_they_bring():
    state = position(stage=AD, advanced=True, funds=4, tanks={"A": "small4", "C": "seaweed turtle small2", "E": "shark"})
    context = board(view_of(state), {})
    assert [(ad["text"], ad["pays"]) for ad in context["fair"]["ads"]] == [("ad small", 3), ("ad large", 0), ("ad shark", 1), ("ad turtle", 1)]
    offers = {row["symbol"]: {offer["tank"]: offer for offer in row["tanks"]} for row in context["advanced"]}
    assert offers["manta"]["B"]["gain"] == "+6" and offers["manta"]["B"]["note"] == "fits" and offers["manta"]["A"]["note"] == "over by 3"
    assert offers["flapjack"]["C"]["gain"] == "+3" and offers["remora"]["E"]["gain"] == "+2"
    assert offers["remora"]["A"]["note"] == "no host" and "needs shark or whale shark" in offers["remora"]["A"]["why"]
    poor = board(view_of(position(stage=AD, advanced=True, funds=0)), {})["advanced"]
    assert poor[0]["tanks"][0]["note"] == "too dear" and poor[0]["tanks"][0]["why"].startswith("A flapjack octopus costs 3")


def test_milestones_show_what_the_nearest_tank_lacks():
    state = position(near="BC", tanks={"A": "small2 large2 seaweed", "B": "seaweed turtle2"}, achieved={2: "fish"})
    cards = {card["id"]: card for card in board(view_of(state), {})["milestones"]}
    fish = cards["milestone-fish"]
    assert fish["status"] == "A holds it: claim 4" and fish["tap"]["value"] == "claim fish" and fish["reward"] == []
    assert [cube["seat"] for cube in fish["cubes"]] == [1, None, None, None]
    assert cards["milestone-turtle"]["status"] == "B lacks a turtle: 5"
    assert [token["cls"] for token in cards["milestone-turtle"]["need"]] == ["", "", "lack"]
    assert board(view_of(state), {})["main"]["label"] == "Claim fish: 4"
    done = turn(state.copy(), "claim fish")
    assert {card["id"]: card for card in board(view_of(done), {})["milestones"]}["milestone-fish"]["status"] == "you have it: 4"


def test_a_reward_goes_anywhere_and_may_be_bought_for_first():
    state = turn(position(near="BC", funds=4, tanks={"A": "turtle3 seaweed"}), "claim turtle")
    context = board(view_of(state), {"select": "place seaweed e"})
    assert context["own"]["hand_title"] == "Your reward" and {item["cmd"] for item in context["more"]} == {"release seaweed", "aim seaweed e"}
    assert {tank["letter"] for tank in context["own"]["tanks"] if tank["tap"]} == set("BCDEF")
    aimed = turn(state.copy(), "aim seaweed e")
    sea = {token["symbol"]: token for token in board(view_of(aimed), {})["fair"]["sea"]}
    assert sea["coral"]["tap"]["value"] == "buy coral e" and sea["seaweed"]["tap"] is None


def test_everybody_sees_the_hand_and_the_bag():
    state = position(2, stage=WALK, hand="turtle", turn=2)
    other = board(view_of(state, 1), {})
    assert [token["symbol"] for token in other["others"][0]["hand"]] == ["turtle"]
    bag = {KIND_WORDS.index(token["symbol"]): token["n"] or 1 for token in other["bag"]["tokens"]}
    assert bag == {kind: state.bag[kind] for kind in range(REGULAR) if state.bag[kind]}
    watching = board(view_of(state, 0), {})
    assert watching["own"] is None and len(watching["others"]) == 2


def test_the_track_lies_around_the_board():
    places = [space_at(space, 19) for space in range(1, 20)]
    assert len(set(places)) == 19 and places[0] == (1, 1) and places[7] == (1, 8) and places[11] == (5, 8) and places[18] == (5, 1)


def test_standby_tells_who_waits_from_who_has_left():
    state = position(stage=OWNER, track=[3, DONE, WAITS], order=[0, 1, 3], turn=3)
    standing = {place["place"]: place for place in board(view_of(state, 1), {})["fair"]["places"]}
    assert [owner["seat"] for owner in standing["1st"]["finished"]] == [1] and [owner["seat"] for owner in standing["3rd"]["waiting"]] == [2]
    assert [place["points"] for place in board(view_of(state, 1), {})["fair"]["places"]] == [0, 1, 2, 3] and len(standing) == SEATS


def test_the_text_board_keeps_to_80_columns():
    names = ("Bartholomew-Maximilian", "Wilhelmina", "Konstantin", "Oleander")
    for match in matches(GAME, 4, 8, advanced=True):
        view = match.view(0)
        if match.state.round == 4:
            break
    seats = [SimpleNamespace(name=name) for name in names]
    shown = Shown(game=GAME, observer=0, masked=view.masked, seats=seats, over=False, legal=view.legal)
    text = text_board(shown)
    assert max(map(len, text.splitlines())) <= 80
    assert all(word in text for word in ("Sea board", "Milestones", "the bucket pays", "Beside the fair", *names))
    assert "C* " in text and "\n  F" in text and "Leaving now pays 1st 3, 2nd 2, 3rd 1, 4th 0." in " ".join(text.split())


def test_what_is_asked_about_stands_next_to_the_question_in_text():
    """Where to go, the fair; what to do with a catch, one's own tanks. A screen of 24 lines shows no more."""
    where, what = (text_board(view_of(state)) for state in (position(stage=OWNER), position(near="BC", hand="small")))
    assert where.index("Milestones") < where.index("North:") < where.index("Ada: 0 points") < where.index("Sea board") < where.index("The fair")
    assert what.index("The fair") < what.index("Sea board") < what.index("Milestones") < what.index("Ada: 0 points")


def test_a_broken_tank_is_marked_in_text():
    state = turn(position(near="BC", hand="whale", tanks={"C": "small large"}), "place whale c")
    assert "C* 6/4! small, large, whale" in " ".join(text_board(view_of(state)).split())


def test_play_of_two_with_lucy_shows_her():
    state = play(position(2, stage=OWNER, track=[WAITS, WAITS, WAITS]), "1 go 5")
    assert [owner["name"] for space in board(view_of(state), {})["fair"]["spaces"] for owner in space["owners"]] == ["you"]
    assert [owner["name"] for place in board(view_of(state, 0), {})["fair"]["places"] for owner in place["waiting"]] == ["Lucy", "North"]


def test_the_guide_says_what_a_kind_needs_and_pays():
    rows = {row["symbol"]: (row["pays"], row["oxygen"], row["company"]) for row in board(view_of(position(advanced=True)), {})["guide"]}
    assert rows["small"] == ("3 for a pair with a large fish in its tank", "oxygen 1", "not with sharks")
    assert rows["turtle"] == ("2 points", "oxygen 2", "only with seaweed, not with sharks")
    assert rows["seaweed"] == ("no points", "gives 2 oxygen", "one in a tank") and rows["whale"] == ("4 points", "oxygen 4", "")
    assert rows["remora"] == ("2 beside a shark or a whale shark, 4 beside both", "oxygen 0", "only with sharks or whale sharks, one in a tank")
    assert len(board(view_of(position()), {})["guide"]) == 8
