"""What is there: the games, their rules, this installation."""

import platform
from importlib import metadata

from shoal import __version__
from shoal.engine import form
from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.games import game_ids, load_game

from . import texts
from .rulings import Rulings
from .screen import Screen

LIBRARIES = ("typer", "rich", "jinja2", "fastapi", "uvicorn", "sqlalchemy", "numpy", "cython")


def welcome() -> None:
    """What `shoal` alone says."""
    screen = Screen()
    screen.say(texts()("welcome.head"), "title")
    screen.say()
    _show_games(screen)
    screen.say()
    screen.say(texts()("welcome.next", game=next(iter(game_ids()), "GAME")))


def list_games() -> None:
    screen = Screen()
    _show_games(screen)
    if screen.personal:
        screen.say()
        screen.say(texts()("games.next"), "quiet")


def show_game(game_id: str) -> None:
    """One game and its options, with their values; the default first."""
    game, screen = load_game(game_id), Screen()
    screen.spans([(game.title, "title"), (f"  {game.id}, {players_sentence(game)}", "quiet")])
    for option in game.options:
        values = sorted(option.values, key=lambda value: value != option.default)
        screen.say()
        screen.spans([(f"  --option {option.key}={option.write(values[0])}", "ask"), (f"   {texts()('games.or')} ", "quiet"),
                      (", ".join(option.write(value) for value in values[1:]), "plain")])
        about = game.texts.get(f"options.{option.key}.help")
        screen.paragraph(f"{about} ({option.rule})" if option.rule else about, "quiet", indent=4)


def _show_games(screen: Screen) -> None:
    games = [load_game(name) for name in game_ids()]
    ids = max((len(game.id) for game in games), default=0)
    titles = max((len(game.title) for game in games), default=0)
    for game in games:
        screen.spans([(game.id.ljust(ids + 3), "ask"), (game.title.ljust(titles + 3), "plain"), (players_sentence(game), "quiet")])


def players_sentence(game: Game) -> str:
    low, high = game.seats
    return texts()("games.solo" if high == 1 else "games.exactly" if low == high else "games.players", low=low, high=high)


# ---- rules

def rulings_of(game: Game) -> Rulings:
    try:
        return Rulings((game.folder / "rulings.md").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ShoalError(texts()("rules.none", game=game.title)) from None


def show_rules(game_id: str, rule: str) -> None:
    game = load_game(game_id)
    rulings = rulings_of(game)
    Screen().markdown(rulings.find(rule, f"shoal rules {game.id}") if rule.strip() else rulings.text)


# ---- about

def about() -> None:
    screen = Screen()
    screen.say(f"Shoal {__version__}", "title")
    for name, value in [("rules", form.describe()), ("python", _python()), ("with", _libraries())]:
        screen.spans([(f"  {name}".ljust(12), "quiet"), (value, "plain")])
    for game in map(load_game, game_ids()):
        screen.say()
        versions = texts()("about.versions", version=game.rules_version, box=game.components.hash)
        screen.spans([(game.title, "title"), (f"  {game.id}, {versions}", "quiet")])
        _show_assumed(screen, game)
        show_remarks(screen, game)


def show_remarks(screen: Screen, game: Game) -> None:
    """What is odd about the components of a game, though it can be played with, where the game looks at that."""
    for remark in game.remarks():
        screen.paragraph(remark, "problem", indent=2)


def _show_assumed(screen: Screen, game: Game) -> None:
    values = list(game.components.values())
    assumed = game.components.assumed()
    if not assumed:
        screen.say(f"  {texts()('about.none_assumed', n=len(values))}")
        return
    screen.say(f"  {texts()('about.assumed', n=len(assumed), values=len(values))}")
    for path, value in assumed:
        screen.spans([(f"    {path} = ", "quiet"), (str(value), "plain")])
    screen.paragraph(texts()("about.correct", file=game.components.origin), "quiet", indent=2)


def _python() -> str:
    return f"{platform.python_version()} ({platform.python_implementation()}) on {platform.system()} {platform.machine()}"


def _libraries() -> str:
    found = []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)
