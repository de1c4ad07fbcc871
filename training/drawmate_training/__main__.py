"""The command line: ``python -m drawmate_training COMMAND``. What each command does is in ``commands``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import tyro

from drawmate_training import commands
from drawmate_training.config import TrainConfig

_DESCRIPTION: Final = (
    "From Quick, Draw! drawings to a recogniser at the table: download, import, teach, train, evaluate, openset, "
    "export, quantise, calibrate, promote, in this order."
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; a mistake is told in one line and ends with status 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        tyro.extras.subcommand_cli_from_dict(
            {
                "download": commands.download,
                "import": commands.import_drawings,
                "teach": commands.teach,
                "train": commands.train_with(_recipe(given)),
                "blend": commands.blend,
                "evaluate": commands.evaluate,
                "openset": commands.openset,
                "export": commands.export,
                "quantise": commands.quantise,
                "calibrate": commands.calibrate,
                "promote": commands.promote,
            },
            prog="python -m drawmate_training",
            description=_DESCRIPTION,
            args=given,
            sort_subcommands=False,
            config=(tyro.conf.FlagCreatePairsOff,),
        )
    except (ValueError, OSError) as error:
        print(f"drawmate_training: {' '.join(str(error).split())}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("drawmate_training: stopped; the same command goes on where it can", file=sys.stderr)
        raise SystemExit(130) from None


def _recipe(arguments: Sequence[str]) -> TrainConfig:
    """The recipe named on the command line, which single options may then override; else the defaults."""
    for place, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--recipe":
            path = value or (arguments[place + 1] if place + 1 < len(arguments) else "")
            if path:
                return commands.read_recipe(path)
    return TrainConfig()


if __name__ == "__main__":
    main()
