"""XBoard as text: features and options, limits and results, thinking output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.options import ACTIONS, ConfigValue, Option
from kiwipete.engine.process import LOGGER
from kiwipete.engine.score import Cp, Mate, MateGiven, PovScore, Score
from kiwipete.engine.search_types import INFO_ALL, INFO_PV, Info, InfoDict, Limit
from kiwipete.errors import EngineError
from kiwipete.outcome import Termination

# The beginning of an engine's error message.
XBOARD_ERROR_REGEX = re.compile(r"^\s*(?:Error|Illegal move)\s*(?:\([^()]+\)\s*)?:")

_NEEDED = ("ping", "setboard")
# Rejected features, with the value that an engine may not insist on.
_REFUSED = {"reuse": False, "sigterm": False, "san": True}

_FEATURE = re.compile(r"""(\w+)=("[^"]*"|'[^']*'|\S*)""")
_OPTION = re.compile(r"(?P<name>.*?)\s+-(?P<type>\S+)\s*(?P<value>.*)", re.DOTALL)
_MOVE_NUMBER = re.compile(r"\d+\.+\Z|\.\.\.\Z")
# A score of 100000 + n is a mate in n moves.
_MATE = 100_000


def read_features(text: str) -> Iterator[tuple[str, int | str]]:
    """Yield the features of a line without the word `feature`.

    >>> dict(read_features('ping=1 myname="Fairy 5" done=0'))
    {'ping': 1, 'myname': 'Fairy 5', 'done': 0}
    """
    for name, raw in _FEATURE.findall(text):
        value = raw[1:-1] if raw[:1] in "\"'" and len(raw) > 1 and raw[0] == raw[-1] else raw
        try:
            yield name, int(value)
        except ValueError:
            yield name, value


def read_option(text: str) -> Option:
    """Return the option that a feature defines.

    >>> read_option("Playing Style -combo Calm /// *Very Wild")
    Option(name='Playing Style', type='combo', default='Very Wild', min=None, max=None, \
var=['Calm', 'Very Wild'])
    """
    found = _OPTION.fullmatch(text)
    if found is None or not found["name"]:
        raise EngineError(f"not an option: {text!r}")
    name, kind, value = found["name"].strip(), found["type"], found["value"].strip()
    default: ConfigValue = None
    low = high = choices = None
    if kind in ("spin", "slider"):
        kind = "spin"
        numbers = [_integer(word) for word in value.split()]
        default, low, high = (*numbers, None, None, None)[:3]
    elif kind == "check":
        default = bool(_integer(value))
    elif kind == "combo":
        words = [word.strip() for word in value.split("///")]
        choices = [word.removeprefix("*") for word in words if word]
        default = next((word[1:] for word in words if word.startswith("*")), None)
    elif kind in ("string", "file", "path"):
        default = value
    elif kind not in ACTIONS:
        raise EngineError(f"option {name!r} has an unknown type: {kind!r}")
    return Option(name, kind, default, low, high, choices)


class XBoardFeatures(dict[str, int | str]):
    """Features by name, and the options among them.

    >>> features = XBoardFeatures()
    >>> features.read('ping=1 setboard=1 memory=1 option="Style -combo *Calm /// Wild"')
    >>> features.replies()
    ['accepted memory']
    >>> [option.name for option in features.options]
    ['Style']
    >>> [option.name for option in features.commands()]
    ['memory']
    """

    def __init__(self) -> None:
        super().__init__()
        self.options: list[Option] = []

    def read(self, text: str) -> None:
        """Read a line of features without the word `feature`."""
        for name, value in read_features(text):
            if name != "option":
                self[name] = value
                continue
            try:
                self.options.append(read_option(str(value)))
            except EngineError as error:
                LOGGER.warning("option left out: %s", error)

    def check(self) -> None:
        """Raise EngineError if a required feature is missing."""
        for name in _NEEDED:
            if not self.get(name):
                raise EngineError(f"engine lacks the required feature {name}")

    def replies(self) -> list[str]:
        """Return the replies to the engine's features."""
        refused = [name for name, no in _REFUSED.items() if bool(self.get(name, not no)) == no]
        accepted = [name for name in ("memory", "smp", "egt") if self.get(name)]
        return [
            *(f"rejected {name}" for name in refused),
            *(f"accepted {name}" for name in accepted),
        ]

    def commands(self) -> list[Option]:
        """Return the options that are set by the protocol command of the same name."""
        options = []
        if self.get("memory"):
            options.append(Option("memory", "spin", 16, 1, None, None))
        if self.get("smp"):
            options.append(Option("cores", "spin", 1, 1, None, None))
        if self.get("egt"):
            kinds = str(self["egt"]).split(",")
            options += [Option(f"egtpath {kind}", "path", None, None, None, None) for kind in kinds]
        return options

    def variants(self) -> list[str]:
        """Return the variants that the engine plays, except normal chess."""
        return [name for name in str(self.get("variants", "")).split(",") if name]


def option_command(option: Option, value: ConfigValue) -> str:
    """Return the command that sets an option of a feature.

    >>> option_command(Option("Hard", "check", False, None, None, None), True)
    'option Hard=1'
    """
    if option.type in ACTIONS:
        return f"option {option.name}"
    return f"option {option.name}={int(value) if isinstance(value, bool) else value}"


def limit_commands(limit: Limit, turn: bool, *, level: bool) -> list[str]:
    """Return the commands that limit a search; with `level` they include the time control.

    >>> limit_commands(Limit(white_clock=65, white_inc=2, black_clock=60), True, level=True)
    ['level 0 1:05 2', 'time 6500', 'otim 6000']
    """
    clock, increment = (
        (limit.white_clock, limit.white_inc) if turn else (limit.black_clock, limit.black_inc)
    )
    lines = []
    if level and (limit.remaining_moves or clock is not None or increment is not None):
        minutes, seconds = divmod(max(0, int(clock or 0)), 60)
        lines.append(f"level {limit.remaining_moves or 0} {minutes}:{seconds:02} {increment or 0}")
    if limit.nodes is not None:
        clocks = (limit.time, limit.white_clock, limit.black_clock, increment)
        if any(seconds is not None for seconds in clocks):
            raise EngineError("XBoard engines take a limit by nodes or by time, not both")
        lines += ["nps 1", f"st {max(1, int(limit.nodes))}"]
    if limit.time is not None:
        lines.append(f"st {max(0.01, limit.time)}")
    if limit.depth is not None:
        lines.append(f"sd {max(1, int(limit.depth))}")
    for color, left in ((True, limit.white_clock), (False, limit.black_clock)):
        if left is not None:
            lines.append(f"{'time' if color == turn else 'otim'} {max(1, round(left * 100))}")
    return lines


def result_command(
    board: Board, winner: bool | None, game_ending: str | None, game_complete: bool
) -> str:
    """Return the command for the result of a game.

    >>> result_command(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), None, None, True)
    'result 1/2-1/2 {Stalemate}'
    """
    ending = game_ending or ""
    if any(sign in ending for sign in "\n\r{}"):
        raise EngineError(f"line break or brace in the description of a game's end: {ending!r}")
    if not game_complete:
        result = "*"
    elif winner is not None or ending:
        result = "1/2-1/2" if winner is None else "1-0" if winner else "0-1"
    else:
        outcome = board.outcome(claim_draw=True)
        result = "*" if outcome is None else outcome.result()
        if outcome is not None and outcome.termination is Termination.CHECKMATE:
            ending = f"{'White' if outcome.winner else 'Black'} mates"
        elif outcome is not None:
            ending = outcome.termination.name.capitalize().replace("_", " ")
    return f"result {result}" + (f" {{{ending}}}" if ending else "")


def read_thought(text: str, root: Board, wanted: Info = INFO_ALL) -> InfoDict:
    """Parse a line of thinking output: depth, score, time, nodes and moves.

    Without INFO_PV only the first move is read. For other lines the result is empty.

    >>> read_thought("9 156 1084 48000 Nf3 Nc6", Board(), INFO_ALL)["score"]
    PovScore(Cp(+156), WHITE)
    """
    words = text.split()
    try:
        depth, score, centiseconds, nodes = (int(word) for word in words[:4])
    except ValueError:
        return InfoDict()
    info: dict[str, Any] = {
        "depth": depth,
        "score": PovScore(_score(score), root.turn),
        "time": centiseconds / 100,
        "nodes": nodes,
    }
    rest = words[4:]
    names = iter(("seldepth", "nps"))
    while rest and (number := _integer(rest[0])) is not None:
        info[next(names, "tbhits")] = number
        rest.pop(0)
    info["pv"] = list(_moves(rest, root, 1000 if wanted & INFO_PV else 1))
    return info  # type: ignore[return-value]


def _moves(words: list[str], root: Board, most: int) -> Iterator[Move]:
    """Yield the legal moves at the beginning of a line."""
    board = root.copy(stack=False)
    for word in words:
        if _MOVE_NUMBER.match(word):
            continue
        try:
            yield board.push_xboard(word)
        except ValueError:
            return
        most -= 1
        if not most:
            return


def _score(number: int) -> Score:
    if number == _MATE:
        return MateGiven
    if number > _MATE:
        return Mate(number - _MATE)
    if number <= -_MATE:
        return Mate(number + _MATE)
    return Cp(number)


def _integer(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
