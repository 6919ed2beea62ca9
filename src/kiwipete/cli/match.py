"""`kiwipete match`: games between UCI engines."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from kiwipete.cli import values
from kiwipete.cli.ends import (
    ENGINE_FAILED,
    H0_ACCEPTED,
    INTERRUPTED,
    OK,
    UNDECIDED,
    UsageError,
    complain,
)
from kiwipete.cli.files import check_writable, read_lines, title
from kiwipete.cli.match_options import MOST_ENGINES
from kiwipete.cli.wording import several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.engine import Option, UciOptionMap
    from kiwipete.match import EngineSpec, Game, Match, MatchPlan, Opening, Terms

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
# What makes a match fair, for engines that have these options.
_WISHES = (("Threads", "1"), ("Hash", "16"), ("OwnBook", "false"), ("Ponder", "false"))
_GAMES = 200


class _EngineRefused(Exception):
    """An engine that cannot take part."""


def run(arguments: Namespace) -> int:
    """Play the match; the exit code says what came of it."""
    from kiwipete.cli.signals import ended_like_ctrl_c

    if arguments.pgn is not None:
        check_writable(arguments.pgn)
    with ended_like_ctrl_c():
        try:
            return _play(_plan(arguments), arguments)
        except _EngineRefused as error:
            complain(str(error))
            return ENGINE_FAILED


def _plan(arguments: Namespace) -> MatchPlan:
    from kiwipete.match import MatchPlan, Sprt
    from kiwipete.match.running import ENDLESS

    terms = _terms(arguments)
    if terms.control.timed and arguments.jobs > processors():
        complain(
            f"note: {arguments.jobs} games at once on {several(processors(), 'processor')}: "
            "clocks run while engines wait for one"
        )
    openings = _openings(arguments)
    sprt = None
    if arguments.sprt is not None:
        low, high = arguments.sprt
        model = "normalized" if arguments.normalized else "logistic"
        sprt = Sprt(low, high, arguments.alpha, arguments.beta, model)
    games = arguments.games or (ENDLESS if sprt else _GAMES)
    try:
        return MatchPlan(
            _engines(arguments),
            terms,
            games,
            openings,
            arguments.seed,
            arguments.gauntlet,
            sprt,
        )
    except ValueError as error:
        raise UsageError(f"{error} (see kiwipete match --help)") from error


def _terms(arguments: Namespace) -> Terms:
    from kiwipete.match import Adjudication, Control, Terms

    given = {
        name: getattr(arguments, name)
        for name in ("tc", "movetime", "nodes", "depth")
        if getattr(arguments, name) is not None
    }
    if len(given) != 1:
        raise UsageError(
            "say how long the engines think: one of --tc, --movetime, --nodes, --depth"
        )
    try:
        control = Control.clock(given["tc"]) if "tc" in given else Control(**given)
    except ValueError as error:
        raise UsageError(str(error)) from error
    adjudication = Adjudication.never()
    if not arguments.no_adjudication:
        adjudication = Adjudication(*arguments.win, *arguments.draw)
    return Terms(
        control, adjudication, arguments.grace, arguments.timeout, chess960=arguments.chess960
    )


def _openings(arguments: Namespace) -> tuple[Opening, ...]:
    from kiwipete.match import OpeningError, read_openings

    if arguments.openings is None:
        return ()
    name = arguments.openings
    try:
        openings = read_openings(read_lines(name), chess960=arguments.chess960)
    except OpeningError as error:
        raise UsageError(f"{title(name)}, {error}") from error
    if not openings:
        raise UsageError(f"there is no opening in {title(name)}")
    if not arguments.in_order:
        import random

        random.Random(arguments.seed).shuffle(openings)
    rounds = (arguments.games or 0) // 2
    if rounds > len(openings):
        complain(
            f"note: {several(len(openings), 'opening')} for {several(rounds, 'pair')} of games: "
            "they are played again"
        )
    return tuple(openings)


def _engines(arguments: Namespace) -> tuple[EngineSpec, ...]:
    """Return the engines, each started once to see whether it is fit to play."""
    from kiwipete.match import EngineSpec
    from kiwipete.match.player import PlayerFailure
    from kiwipete.match.running import introduce

    if len(arguments.engines) < 2:
        raise UsageError("name two engines at least (see kiwipete match --help)")
    if len(arguments.engines) > MOST_ENGINES:
        raise UsageError(f"at most {MOST_ENGINES} engines can play")
    specs, wishes = [], _wishes(arguments)
    for number, text in enumerate(arguments.engines):
        named = _NAMED.fullmatch(text)
        command = values.command(named[2] if named else text)
        options = getattr(arguments, f"option_{ascii_lowercase[number]}")
        specs.append(EngineSpec(named[1] if named else "", tuple(command), tuple(options), wishes))
    known = []
    for spec in specs:
        try:
            known.append(introduce(spec, chess960=arguments.chess960))
        except PlayerFailure as failure:
            name = spec.name or " ".join(spec.command)
            raise _EngineRefused(f"{name} cannot play: {failure.detail}") from failure
    _check_options(arguments.option, [options for _, options in known])
    return _with_names(specs, [name for name, _ in known])


def _check_options(given: list[tuple[str, str]], known: list[UciOptionMap[Option]]) -> None:
    """Raise a UsageError if an option for all engines fits none of them."""
    from kiwipete.engine import EngineError

    for name, value in given:
        having = [options[name] for options in known if name in options]
        if not having:
            raise UsageError(f"no engine has the option {name!r}")
        for option in having:
            try:
                option.parse(value)
            except EngineError as error:
                raise UsageError(str(error)) from error


def _wishes(arguments: Namespace) -> tuple[tuple[str, str], ...]:
    asked = {name.lower() for name, _ in arguments.option}
    return (*(wish for wish in _WISHES if wish[0].lower() not in asked), *arguments.option)


def _with_names(specs: list[EngineSpec], ids: list[str]) -> tuple[EngineSpec, ...]:
    """Give each engine a name of its own: the one it was given, or what it calls itself."""
    import dataclasses

    names = [
        spec.name or own or Path(spec.command[0]).name for spec, own in zip(specs, ids, strict=True)
    ]
    unique = [
        name if names.count(name) == 1 else f"{name} {ascii_uppercase[number]}"
        for number, name in enumerate(names)
    ]
    return tuple(
        dataclasses.replace(spec, name=name) for spec, name in zip(specs, unique, strict=True)
    )


def _play(plan: MatchPlan, arguments: Namespace) -> int:
    """Play until the end or Ctrl-C, in front of the reader's eyes."""
    from kiwipete.match import Ledger, LedgerError, Match
    from kiwipete.match.crew import CrewError

    with ExitStack() as stack:
        try:
            ledger = None
            if arguments.resume is not None:
                ledger = stack.enter_context(Ledger(arguments.resume, plan.subject()))
            match = Match(plan, jobs=arguments.jobs, ledger=ledger)
            interrupted = _show_games(match, arguments)
        except (LedgerError, CrewError) as error:
            raise UsageError(str(error)) from error
    return _end(match, arguments, interrupted=interrupted)


def _show_games(match: Match, arguments: Namespace) -> bool:
    """Play and show the games; return True if Ctrl-C came before the last."""
    from kiwipete.cli.match_view import open_view

    with open_view(match, silent=arguments.json) as view:
        try:
            with closing(match.run()) as games:  # type: ignore[type-var]
                for game in games:
                    _write_pgn(game, match, arguments)
                    view.add(game)
        except KeyboardInterrupt:
            return True
    return False


def _end(match: Match, arguments: Namespace, *, interrupted: bool) -> int:
    """Print the report and return the exit code."""
    from kiwipete.cli.match_report import as_json, print_report

    if arguments.json:
        print(as_json(match))
    else:
        print_report(match)
    sys.stdout.flush()
    if interrupted:
        played = several(match.standing.games, "game")
        if not match.endless:
            played = f"{match.standing.games} of {several(len(match.schedule), 'game')}"
        hint = "; the same command continues" if arguments.resume is not None else ""
        complain(f"interrupted: {played} played{hint}")
        return INTERRUPTED
    if match.plan.sprt is None or match.verdict == "H1":
        return OK
    return H0_ACCEPTED if match.verdict == "H0" else UNDECIDED


def _write_pgn(game: Game, match: Match, arguments: Namespace) -> None:
    import time

    from kiwipete.match.pgn import game_pgn

    if arguments.pgn is None:
        return
    terms = match.plan.terms
    text = game_pgn(
        game,
        [engine.name for engine in match.plan.engines],
        terms.control,
        date=time.strftime("%Y.%m.%d"),
        chess960=terms.chess960,
    )
    try:
        with Path(arguments.pgn).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {arguments.pgn}: {error.strerror}") from error
