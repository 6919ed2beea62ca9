"""The ledger of generations: a line of JSON for each network that came to the gate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kiwipete.file_header import TrainingFileError, replace_file

_COLUMNS = (
    "generation",
    "network",
    "neurons",
    "positions",
    "files",
    "loss",
    "validation",
    "against",
    "nodes",
    "games",
    "Elo",
    "verdict",
)


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """Return the generations; TrainingFileError names a line that isn't one."""
    if path.exists() and not path.is_file():
        raise TrainingFileError(f"{path} is not a file")
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise TrainingFileError(f"cannot read {path}: {error.strerror}") from error
    generations = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise TrainingFileError(f"{path}:{number} is damaged: {error}") from error
        try:
            _row(found)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise TrainingFileError(f"{path}:{number} isn't a generation") from error
        generations.append(found)
    return generations


def add_generation(path: Path, report: dict[str, Any], games: dict[str, Any]) -> dict[str, Any]:
    """Append a generation: what is known of its training, and the games of the gate.

    CannotWriteError, and the file as it was, if it cannot be written.
    """
    generations = read_ledger(path) if path.exists() else []
    kept = {name: value for name, value in report.items() if name != "epochs"}
    entry = {"generation": len(generations) + 1, **kept, **games}
    lines = [json.dumps(each) + "\n" for each in (*generations, entry)]
    replace_file(path, "".join(lines).encode())
    return entry


def ledger_table(generations: Sequence[dict[str, Any]]) -> str:
    r"""Return the generations as a table in Markdown.

    >>> print(ledger_table([{"generation": 1, "network": "00c0ffee", "games": 20}]))
    | generation | network | neurons | positions | files | loss | ... | games | Elo | verdict |
    | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | 1 | 00c0ffee |  |  |  |  |  |  |  | 20 |  |  |
    """
    rows = [_COLUMNS, ("---:",) * len(_COLUMNS), *(_row(each) for each in generations)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    width, buckets = entry.get("hidden"), entry.get("buckets", 1)
    elo, error = entry.get("elo"), entry.get("elo_error")
    return (
        str(entry.get("generation", "")),
        str(entry["network"]),
        "" if width is None else f"{width}" if buckets == 1 else f"{width} x {buckets}",
        _grouped(entry.get("positions")),
        " ".join(str(file.get("checksum", "")) for file in entry.get("data", ())),
        _rounded(entry.get("loss")),
        _rounded(entry.get("validation")),
        str(entry.get("against", "")),
        _grouped(entry.get("nodes")),
        _grouped(entry.get("games")),
        "" if elo is None else f"{elo:+.0f}" + ("" if error is None else f" ± {error:.0f}"),
        str(entry.get("verdict", "")),
    )


def _grouped(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _rounded(loss: float | None) -> str:
    return "" if loss is None else f"{loss:.6f}"
