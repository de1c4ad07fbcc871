"""The command ``drawmate``. Commands import what they need when they run, so that ``--help`` is quick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

__all__ = ["app", "main"]

app = typer.Typer(
    help="Drawing-and-guessing games with an AI in any seat, and a stroke-JSON API for recognising drawings.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
models_app = typer.Typer(help="Look after models.", no_args_is_help=True)
app.add_typer(models_app, name="models")

Top = Annotated[int, typer.Option(min=1, max=345, help="How many labels to give, best first.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def main() -> None:
    """Run the command; a refusal is one line on stderr and exit status 2, never a traceback."""
    try:
        app()
    except (ValueError, OSError) as error:
        _refuse(error)
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def _common(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version:
        from drawmate import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 picks a free one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes.")] = None,
    device: Annotated[str | None, typer.Option(help="auto, cpu or require-gpu.")] = None,
    root_path: Annotated[str | None, typer.Option(help="Path prefix the service is reached below.")] = None,
    models: Annotated[
        list[Path] | None, typer.Option(help="A model directory, or one that holds some; may be repeated.")
    ] = None,
) -> None:
    """Serve the games, the API and the web page. Settings not given come from DRAWMATE_… variables."""
    from drawmate.api.server import run

    run(
        _settings(
            host=host, port=port, workers=workers, device=device, root_path=root_path, models=models or None
        )
    )


@app.command()
def recognise(
    files: Annotated[list[Path], typer.Argument(help="Drawings in any format Drawmate reads.")],
    top: Top = 3,
    as_json: Json = False,
) -> None:
    """Recognise the drawings in files."""
    import orjson

    from drawmate.ink.formats import read

    recogniser = _recogniser()
    for file in files:
        readings = read(file.read_bytes(), name=file.name)
        found = recogniser.recognise([reading.drawing for reading in readings], top=top)
        for number, (each, reading) in enumerate(zip(found, readings, strict=True)):
            guesses = [{"label": guess.label, "probability": guess.probability} for guess in each.top]
            if as_json:
                line = {
                    "file": str(file),
                    "number": number,
                    "label": each.label,
                    "state": each.state,
                    "reason": each.reason,
                    "top": guesses,
                    "warnings": reading.warnings,
                    "model": each.model,
                }
                typer.echo(orjson.dumps(line).decode())
            else:
                name = f"{file}[{number}]" if len(readings) > 1 else str(file)
                listed = ", ".join(f"{guess['label']} {guess['probability']:.3f}" for guess in guesses)
                state = "" if each.state == "ok" else f"{each.state}  "
                typer.echo(f"{name}: {state}{listed}")


@app.command()
def evaluate(
    directory: Annotated[Path, typer.Argument(help="Holds <category>.ndjson[.gz] files.")],
    share: Annotated[
        str | None, typer.Option(help="Also evaluate unfinished drawings: a share such as 0.5, or 0.5-0.7.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Most drawings of a category; 0 for all.")] = 0,
    as_json: Json = False,
) -> None:
    """Measure accuracy and calibration on labelled drawings."""
    from drawmate.recognition.evaluation import evaluate as measure
    from drawmate.recognition.evaluation import parse_share

    shares = parse_share(share) if share else None
    _show(measure(_recogniser(), directory, share=shares, limit=limit or None), as_json)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.2, help="Time of each round.")] = 2.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of which the median is taken.")] = 5,
    http: Annotated[bool, typer.Option(help="Also measure the server over HTTP.")] = True,
    as_json: Json = False,
) -> None:
    """Measure speed: one drawing on one thread, batches on all cores, and the server over HTTP."""
    from drawmate.recognition.bench import measure

    settings = _settings()
    figures: dict[str, Any] = measure(settings_model(settings), settings.precision, seconds, rounds)
    if http:
        from drawmate.api.bench import measure_http

        figures |= measure_http(settings, seconds, rounds)
    _show(figures, as_json)


@app.command()
def loadtest(
    tables: Annotated[int, typer.Option(min=1, help="Tables that play at once.")] = 20,
    seats: Annotated[int, typer.Option(min=3, max=6, help="People at each.")] = 5,
    seconds: Annotated[float, typer.Option(min=1, help="How long they draw.")] = 10.0,
    rate: Annotated[float, typer.Option(min=0.1, help="Pieces of ink a second from each who draws.")] = 20.0,
    game: Annotated[
        str, typer.Option(help="dekalko, where all draw at once, or duplik, where all but one do.")
    ] = "dekalko",
    artists: Annotated[
        int, typer.Option(min=0, help="How many at each table draw; 0: all that the game lets draw.")
    ] = 0,
    url: Annotated[
        str | None, typer.Option(help="A running server; by default one is started for the test.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Load a server's tables with people who draw, and measure how long their ink takes to be stored."""
    from drawmate.api.loadtest import loadtest as work

    _show(work(_settings(), tables, seats, seconds, rate, url, game, artists), as_json)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A drawing, or drawings, in any format Drawmate reads.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its ending says the format.")],
    source_format: Annotated[
        str | None, typer.Option("--from", help="Format read, if its name and content do not say.")
    ] = None,
    target_format: Annotated[str | None, typer.Option("--to", help="Format written.")] = None,
    index: Annotated[int | None, typer.Option(min=0, help="Only the drawing of this number.")] = None,
) -> None:
    """Convert drawings from one format to another."""
    from drawmate.ink.formats.convert import convert as work

    done = work(source, target, source_format=source_format, target_format=target_format, index=index)
    for warning in done.warnings:
        typer.echo(f"drawmate: {source}: {warning}", err=True)


@app.command()
def simulate(
    game: Annotated[
        str, typer.Argument(help="duplik, split_personality, artbox, dekalko or quick_guess; or all.")
    ],
    seats: Annotated[int, typer.Option(min=0, help="Seats; 0 for every number the game allows.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="Games for each number of seats.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The first game's seed; the next has the next.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Processes; by default one for each CPU. The games are the same."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play games with random legal players; check that they end, replay equal and leak nothing."""
    import time
    from dataclasses import asdict

    from drawmate.games.catalogue import CATALOGUE, listing_of
    from drawmate.games.series import series
    from drawmate.recognition.threads import thread_count

    listings = CATALOGUE.values() if game == "all" else [listing_of(game)]
    tables = [
        (each.game.name, number) for each in listings for number in ([seats] if seats else each.game.seats)
    ]
    failed = False
    for found in series(tables, games, seed, jobs or thread_count(), time.process_time):
        figures = asdict(found)
        faults = figures.pop("faults")
        for fault in faults:
            typer.echo(f"drawmate: {found.game}, {found.seats} seats, {fault}", err=True)
        failed |= bool(faults)
        _show(figures, as_json)
    if failed:
        raise typer.Exit(1)


@app.command()
def replay(
    capsule: Annotated[Path, typer.Argument(help="A game's capsule.")],
    as_json: Json = False,
) -> None:
    """Play a recorded game again and verify its outcome and every event; refuse one made with other cards."""
    from drawmate.games.capsule import replay_capsule

    played = replay_capsule(capsule.read_text(encoding="utf-8"))
    outcome = played.match.outcome()
    _show(
        {
            "game": played.match.game.name,
            "seats": len(played.match.holders),
            "entries": played.entries,
            "events": played.events,
            "verified": True,
            "winners": [] if outcome is None else list(outcome.winners),
            "totals": [] if outcome is None else list(outcome.totals),
        },
        as_json,
    )


@models_app.command()
def verify(as_json: Json = False) -> None:
    """Check every model found: hashes, the rasteriser's fingerprint, and the golden drawings."""
    from drawmate.recognition.errors import RecognitionError
    from drawmate.recognition.golden import verify as check
    from drawmate.recognition.models import find_model, model_directories

    settings = _settings()
    found = model_directories(settings.models) or [find_model(settings.models)]
    sound = True
    for directory in found:
        try:
            report = check(directory, device=settings.device)
        except RecognitionError as error:
            sound = False
            _show(
                {"directory": str(directory), "ok": False, "code": error.code, "reason": error.message},
                as_json,
            )
        else:
            sound = sound and not report.faults
            _show(report.summary(), as_json)
    if not sound:
        raise typer.Exit(2)


def settings_model(settings: Any) -> Path:
    """The directory of the model the settings name."""
    from drawmate.recognition.models import find_model

    return find_model(settings.models, settings.model)


def _settings(**given: Any) -> Any:
    """The environment's settings with the options that were given."""
    from drawmate.settings import Settings

    return Settings(**{name: value for name, value in given.items() if value is not None})


def _recogniser() -> Any:
    from drawmate.recognition.recogniser import Recogniser

    settings = _settings()
    return Recogniser.load(
        settings_model(settings),
        device=settings.device,
        precision=settings.precision,
        threads=settings.threads or None,
    )


def _show(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        import orjson

        typer.echo(orjson.dumps(figures).decode())
        return
    width = max(len(name) for name in figures)
    for name, value in figures.items():
        typer.echo(
            f"{name:<{width}}  {value:.4f}" if isinstance(value, float) else f"{name:<{width}}  {value}"
        )


def _refuse(error: ValueError | OSError) -> NoReturn:
    code, message = getattr(error, "code", "refused"), str(error)
    if isinstance(error, OSError):
        code = "cannot_open" if error.filename else "failed"
        message = f"{error.filename}: {error.strerror}" if error.filename else message
    elif hasattr(error, "errors"):  # of pydantic, whose import would slow every start
        first = error.errors()[0]
        code, message = "bad_setting", f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    print(f"drawmate: {' '.join(message.split())} [{code}]", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
