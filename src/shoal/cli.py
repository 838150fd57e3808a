"""The command line. Each command reads its arguments here and does its work elsewhere, loaded only when it is called."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.terminal import completion, failures, texts

ABOUT = "Five tabletop games about aquariums: play them, alone or together, here or in the browser; score a real game; look up a rule."
app = typer.Typer(add_completion=True, no_args_is_help=False, pretty_exceptions_enable=False, help=ABOUT)


def _argument(metavar: str, help: str, complete: Callable[..., list[str]] | None = None) -> Any:
    return typer.Argument(metavar=metavar, help=help, autocompletion=complete, show_default=False)


def _option(name: str, metavar: str, help: str, complete: Callable[..., list[str]] | None = None, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=help, autocompletion=complete, show_default=False, **more)


GameId = Annotated[str, _argument("GAME", "Which game; any beginning of its id will do.", completion.games)]
GameToPlay = Annotated[str | None, _argument("GAME", "Which game; not needed with --resume.", completion.games)]
GameToShow = Annotated[str | None, _argument("[GAME]", "The game whose settings to show.", completion.games)]
GamesToMeasure = Annotated[list[str] | None, _argument("[GAME]", "Which games; all of them if none is named.", completion.games)]
Rule = Annotated[list[str] | None, _argument("[RULE]", "An id such as R11, a heading, or a word.", completion.rules)]
RecordFile = Annotated[Path, _argument("FILE", "A record.")]
Layout = Annotated[str, _argument("[FILE|-]", "A final layout as letters; - or nothing reads what is typed.")]

Players = Annotated[int | None, _option("--players", "N", "How many seats the table has.")]
LEVELS_HELP = "random, easy, greedy, hard or expert: one for all seats but yours, or one for each."
Levels = Annotated[str | None, _option("--bots", "LEVEL[,LEVEL…]", LEVELS_HELP, completion.levels)]
Seats = Annotated[str | None, _option("--seat", "K", "Your seat; several as 1,3; none to watch the bots.")]
Seed = Annotated[int | None, _option("--seed", "S", "Makes the draws, and the bots, repeat themselves.")]
Options = Annotated[list[str] | None, _option("--option", "KEY=VALUE", "A setting of the game; may be repeated.", completion.options)]
NewRecord = Annotated[Path | None, _option("--record", "FILE", "Write the game down while it is played.")]
OldRecord = Annotated[Path | None, _option("--resume", "FILE", "Go on with a recorded or saved game.")]
ComponentFile = Annotated[Path | None, _option("--components", "FILE", "Another component file than the game's own.")]
Until = Annotated[int | None, _option("--until", "N", "Stop after N entries.", min=0)]
SeenBy = Annotated[int | None, _option("--seat", "K", "As this seat saw it.", min=1)]
HowMany = Annotated[int, typer.Option("--games", metavar="K", min=1, help="How many games.")]
WhichGames = Annotated[int, typer.Option("--seed", metavar="S", help="Which random games.")]
Deal = Annotated[str | None, _argument("[DEAL]", "Sixteen cards in reading order, each with its side: \"PL> SN> D1< …\".")]
After = Annotated[str | None, _option("--after", "MOVES", "Moves already made, with commas between.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="N", help="How long to search at most.")]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="How much memory to use at most, such as 500M or 2G.")]
Cores = Annotated[int | None, _option("--cores", "N", "How many cores to use; all of them if not given.", min=1)]
ArenaBots = Annotated[str, typer.Option("--bots", metavar="BOT[,BOT…]", help="Levels, also as hard+depth=3; the last takes all seats left.")]
ArenaGames = Annotated[int, typer.Option("--games", metavar="K", min=1, max=10_000_000, help="How many games, rounded up to whole deals.")]
Iterations = Annotated[int | None, _option("--iterations", "N", "Iterations of every search, in place of its level's.", min=1, max=2**31 - 1)]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="Where the page is served.")]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at.")]
Database = Annotated[str | None, _option("--db", "FILE|URL", "The SQLite file that keeps the tables, or a PostgreSQL URL.")]
BackupFile = Annotated[Path, _argument("FILE", "The backup, a file.")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code (0 done, 1 failed, 2 wrong usage, 130 interrupted)."""
    failures.steady_streams()
    return failures.guarded(lambda: _run(list(sys.argv[1:] if arguments is None else arguments)))


def _run(arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        return int(command.main(arguments, prog_name="shoal", standalone_mode=False) or 0)
    except typer.Abort as stopped:
        raise KeyboardInterrupt from stopped
    except Exception as error:
        if hasattr(error, "format_message"):            # what Typer finds wrong with a command line
            raise failures.UsageError(_usage_sentence(error)) from None
        raise


def _usage_sentence(error: Any) -> str:
    context = getattr(error, "ctx", None)
    message = error.format_message().strip()
    return texts()("usage", message=message[:1].lower() + message[1:].rstrip("."), command=context.command_path if context else "shoal")


@app.callback(invoke_without_command=True)
def shoal(context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False) -> None:
    if version:
        from shoal import __version__
        typer.echo(f"shoal {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from shoal.terminal import overview
        overview.welcome()


@app.command()
def games(game: GameToShow = None) -> None:
    """List the games, or the settings of one."""
    from shoal.terminal import overview
    overview.list_games() if game is None else overview.show_game(game)


@app.command()
def play(
    game: GameToPlay = None, players: Players = None, bots: Levels = None, seat: Seats = None, seed: Seed = None, option: Options = None,
    record: NewRecord = None, resume: OldRecord = None, components: ComponentFile = None,
) -> int:
    """Play in the terminal, against bots or with others at the same keyboard."""
    from shoal.terminal import play as terminal_play
    asked = terminal_play.Asked(game, players, bots, seat, seed, option or [], record, resume, components)
    return terminal_play.run(asked)


@app.command()
def serve(
    port: Port = 8000, host: Host = "127.0.0.1",
    lan: Annotated[bool, typer.Option("--lan", help="Open it to the home network, with a QR code for phones.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    db: Database = None,
    name: Annotated[list[str] | None, _option("--name", "NAME", "A name by which others find it, such as shoal.example; may be repeated.")] = None,
    keep: Annotated[int, typer.Option("--keep", metavar="DAYS", min=0, help="Delete games left unfinished so long; 0 keeps them.")] = 365,
    log: Annotated[bool, typer.Option("--log", help="Log each request as a JSON line, without secrets.")] = False,
) -> None:
    """Serve the games in the browser."""
    from shoal.web import serve as web
    web.run(host=host, port=port, lan=lan, browser=browser, db=db, names=name or [], keep=keep, log=log)


@app.command()
def backup(file: BackupFile, db: Database = None) -> None:
    """Write all tables to a new file; people may play meanwhile."""
    from shoal.play.backup import backup as write
    from shoal.play.parts import texts as said
    from shoal.play.store import open_store
    count = write(open_store(db), file)
    typer.echo(said("backup.written", n=count, where=file))


@app.command()
def restore(file: BackupFile, db: Database = None) -> None:
    """Read a backup into an empty file or database, also of the other kind."""
    from shoal.play.backup import restore as read
    from shoal.play.parts import texts as said
    from shoal.play.store import open_store
    store = open_store(db)
    typer.echo(said("backup.restored", n=read(file, store), path=file, where=store.where))


@app.command()
def replay(
    file: RecordFile,
    check: Annotated[bool, typer.Option("--check", help="Only say whether every line is legal.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Print all that can be asked of each position, as JSON lines.")] = False,
    until: Until = None, seat: SeenBy = None, components: ComponentFile = None,
) -> None:
    """Show a recorded game, or check it."""
    from shoal.terminal import replaying
    replaying.run(file, check, trace, until, seat, components)


@app.command()
def trace(
    game: GameId, players: Players = None, option: Options = None, games: HowMany = 1, seed: WhichGames = 1, components: ComponentFile = None,
) -> None:
    """Play random games and print all that can be asked of each position, as JSON lines."""
    from shoal.terminal import replaying
    replaying.random_games(game, players, option or [], games, seed, components)


@app.command()
def score(game: GameId, file: Layout = "-", components: ComponentFile = None) -> None:
    """Score the final layout of a real game, every point explained."""
    from shoal.terminal import scoring
    scoring.run(game, file, components)


@app.command()
def rules(game: GameId, rule: Rule = None) -> None:
    """Show the rules of a game, or one of them."""
    from shoal.terminal import overview
    overview.show_rules(game, " ".join(rule or []))


@app.command()
def solve(
    game: GameId, deal: Deal = None, seed: Seed = None,
    today: Annotated[bool, typer.Option("--today", help="Today's deal, the same for everybody.")] = False,
    after: After = None, seconds: Seconds = 60.0, memory: Memory = "2G", cores: Cores = None,
    option: Options = None, record: NewRecord = None, components: ComponentFile = None,
) -> None:
    """Find the best line of play for a deal, and prove it where that can be done."""
    from shoal.terminal import solving
    solving.run(solving.Asked(game, deal, seed, today, after, seconds, memory, cores, tuple(option or []), record, components))


@app.command()
def bench(
    game: GamesToMeasure = None,
    peers: Annotated[bool, typer.Option("--peers", help="Measure OpenSpiel beside them, where it is installed.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the search of the bots instead.")] = False,
) -> None:
    """Measure how fast the rules run here."""
    from shoal.games import game_ids, load_game
    if search:
        from shoal.lab import search_speed
        search_speed.run([load_game(name).id for name in game] if game else game_ids())
        return
    from shoal.lab import bench as lab
    lab.run([load_game(name).id for name in game] if game else game_ids(), peers)


@app.command()
def arena(
    game: GameId, players: Players = None, bots: ArenaBots = "hard,greedy", games: ArenaGames = 100, seed: WhichGames = 1, iterations: Iterations = None,
    cores: Cores = None, option: Options = None, components: ComponentFile = None,
    json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
    keep: Annotated[Path | None, typer.Option("--keep", help="Keep the games in this file, and go on with those that it holds.")] = None,
) -> None:
    """Let bots play each other on all cores, every deal with each turn of the seats, and say who wins how much."""
    from shoal.terminal import arena as terminal_arena
    terminal_arena.run(terminal_arena.Asked(game, players, bots, games, seed, iterations, cores, tuple(option or []), components, json, keep))


@app.command()
def about() -> None:
    """Say which form of the rules runs, which versions, and which component values nobody has confirmed yet."""
    from shoal.terminal import overview
    overview.about()
