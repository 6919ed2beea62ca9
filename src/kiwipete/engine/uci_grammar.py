"""The grammar of UCI: the commands that a client writes, and the lines that it reads.

It works on text alone, without boards and without processes, so that the asyncio client, matches
and the laboratory can share it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from kiwipete.engine.options import ACTIONS, ConfigValue, Option
from kiwipete.errors import EngineError

STARTPOS = "startpos"  # may stand in place of a FEN

UCI_REGEX = re.compile(r"(?:[a-h][1-8][a-h][1-8][pnbrqk]?|[PNBRQK]@[a-h][1-8]|0000)\Z")

# What engines send as a best move if there is none, in lower case.
_NO_MOVE = frozenset({"(none)", "null"})

_OPTION_KEYWORDS = frozenset({"name", "type", "default", "min", "max", "var"})

# The keywords of an info line with one word after them, and how to read that word.
_SIMPLE: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("depth", "seldepth", "nodes", "multipv", "currmovenumber", "time"), int),
    **dict.fromkeys(("hashfull", "nps", "tbhits", "cpuload"), int),
    "ebf": float,
    "currmove": str,
}


def position_command(fen: str, moves: Iterable[str] = ()) -> str:
    """Return the command that sets up a position; `fen` may be STARTPOS.

    >>> position_command("startpos", ["e2e4", "e7e5"])
    'position startpos moves e2e4 e7e5'
    """
    start = f"position {STARTPOS}" if fen == STARTPOS else f"position fen {fen}"
    line = " ".join(moves)
    return f"{start} moves {line}" if line else start


def go_command(
    *,
    ponder: bool = False,
    infinite: bool = False,
    searchmoves: Iterable[str] | None = None,
    **numbers: int | None,
) -> str:
    """Return the command that starts a search; times are milliseconds, None leaves a word out.

    >>> go_command(wtime=1000, btime=900, movestogo=None)
    'go wtime 1000 btime 900'
    """
    text = "go ponder" if ponder else "go"
    for name, number in numbers.items():
        if number is not None:
            text += f" {name} {number}"
    if infinite:
        text += " infinite"
    if searchmoves is not None:
        # No moves at all must not read as all moves.
        text += f" searchmoves {' '.join(searchmoves) or '0000'}"
    return text


def setoption_command(option: Option, value: ConfigValue) -> str:
    """Return the command that sets an option.

    >>> setoption_command(Option("Ponder", "check", False, None, None, []), True)
    'setoption name Ponder value true'
    """
    if option.type in ACTIONS:
        return f"setoption name {option.name}"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"setoption name {option.name} value {text}"


def split_line(line: str) -> tuple[str, str]:
    """Return the first word of a line, and what follows it.

    >>> split_line(" id name Toy 1.0")
    ('id', 'name Toy 1.0')
    """
    word, _, rest = line.strip().partition(" ")
    return word, rest.lstrip()


def read_name(line: str) -> str:
    """Return the name that an engine introduces itself with, or an empty text.

    >>> read_name("id name Toy 1.0"), read_name("id author Somebody")
    ('Toy 1.0', '')
    """
    word, rest = split_line(line)
    key, name = split_line(rest)
    return name if (word, key) == ("id", "name") else ""


def read_option(text: str) -> Option:
    """Return the option that a line describes, read from after the word `option`.

    A default that does not fit is kept as it was written.

    >>> read_option("name Style type combo default Calm var Calm var Wild")
    Option(name='Style', type='combo', default='Calm', min=None, max=None, var=['Calm', 'Wild'])
    """
    fields, choices = _option_fields(text)
    name, kind = fields.get("name", ""), fields.get("type", "")
    if not name:
        raise EngineError(f"option without a name: {text!r}")
    low, high = _integer(fields.get("min")), _integer(fields.get("max"))
    default = fields.get("default", "")
    option = Option(name, kind, default, low, high, choices)
    try:
        return Option(name, kind, option.parse(default), low, high, choices)
    except EngineError:
        if kind not in ("spin", "combo"):
            raise
        return option


def _option_fields(text: str) -> tuple[dict[str, str], list[str]]:
    """Return what follows each keyword, and all that follow `var`."""
    fields: dict[str, str] = {}
    choices: list[str] = []
    keyword, words = "", list[str]()

    def end() -> None:
        if keyword == "var":
            choices.append(" ".join(words))
        elif keyword:
            fields[keyword] = " ".join(words)

    for word in text.strip().split(" "):
        # A keyword may be part of a name ("Min Split Depth"): only small letters count.
        if word in _OPTION_KEYWORDS and (word == "var" or word not in fields):
            end()
            keyword, words = word, []
        else:
            words.append(word)
    end()
    return fields, choices


def _integer(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def info_items(text: str) -> list[tuple[str, Any]]:
    """Return the keywords of an info line with their values, read from after the word `info`.

    Moves are left as text. A score is a pair of unit and number; a bound comes as an item before
    it. Nonsense is left out.

    >>> info_items("depth 3 score mate 2 upperbound pv e2e4 e7e5 string ?")
    [('depth', 3), ('upperbound', True), ('score', ('mate', 2)), ('pv', ['e2e4', 'e7e5']), ...]
    """
    items: list[tuple[str, Any]] = []
    words = text.split()
    words.reverse()
    while words:
        word = words.pop()
        try:
            if read := _SIMPLE.get(word):
                items.append((word, read(words.pop())))
            elif word == "score":
                _read_score(words, items)
            elif word in ("pv", "refutation"):
                items.append((word, _take_moves(words)))
            elif word == "wdl":
                items.append((word, [int(words.pop()) for _ in range(3)]))
            elif word == "currline":
                items.append((word, (words.pop() if words else "", _take_moves(words))))
            elif word == "string":
                items.append((word, text.split("string", 1)[1].removeprefix(" ")))
                break
        except (ValueError, IndexError):
            continue  # an engine may write anything
    return items


def _read_score(words: list[str], items: list[tuple[str, Any]]) -> None:
    unit, number = words.pop(), int(words.pop())
    if unit not in ("cp", "mate"):
        raise ValueError(f"unknown unit of a score {unit!r}")
    if words and words[-1] in ("lowerbound", "upperbound"):
        items.append((words.pop(), True))
    items.append(("score", (unit, number)))


def _take_moves(words: list[str]) -> list[str]:
    """Take the moves at the beginning of a line, which is the end of the list."""
    at, match = len(words), UCI_REGEX.match
    while at and match(words[at - 1]):
        at -= 1
    moves = words[at:]
    moves.reverse()
    del words[at:]
    return moves


def scores_best_line(text: str) -> bool:
    """Return whether an info line has a score, and not only that of a second or third line.

    Most lines are judged without reading them: a match asks this of each line, on the clock.

    >>> scores_best_line("depth 3 score cp 5"), scores_best_line("depth 3 multipv 2 score cp 5")
    (True, False)
    """
    if "score " not in text:
        return False
    if "string" not in text and ("multipv" not in text or "multipv 1 " in text):
        return True
    items = dict(info_items(text))
    return "score" in items and items.get("multipv", 1) == 1


def is_search_line(line: str) -> bool:
    """Return whether a line comes from a search: a best move, a score or a variation.

    >>> is_search_line("info depth 1 score cp 13"), is_search_line("info string score cp 13")
    (True, False)
    """
    word, rest = split_line(line)
    if word != "info":
        return word == "bestmove"
    return any(value and key in ("score", "pv") for key, value in info_items(rest))


def best_move_words(text: str) -> tuple[str, str]:
    """Return the best move and the one to ponder on, read from after the word `bestmove`.

    Both are in lower case, and empty if there is none.

    >>> best_move_words("e2e4 ponder e7e5"), best_move_words("(none)")
    (('e2e4', 'e7e5'), ('', ''))
    """
    words = text.lower().split()
    if not words or words[0] in _NO_MOVE:
        return "", ""
    return words[0], words[2] if len(words) > 2 and words[1] == "ponder" else ""
