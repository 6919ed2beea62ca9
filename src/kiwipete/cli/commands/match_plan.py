"""The plan of a match, made from the arguments of `kiwipete match`."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.commands.match import MOST_ENGINES
from kiwipete.cli.exits import UsageError, complain
from kiwipete.cli.inputs import read_lines, title
from kiwipete.cli.ui import several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cluster import ClusterExecutor
    from kiwipete.engine import Option, UciOptionMap
    from kiwipete.match import EngineSpec, MatchPlan, Opening, Sprt, Terms

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
# What makes a match fair, for engines that have these options.
_WISHES = (("Threads", "1"), ("Hash", "16"), ("OwnBook", "false"), ("Ponder", "false"))
_GAMES = 200


class EngineRefused(Exception):
    """An engine that cannot take part."""


def read_plan(arguments: Namespace, cluster: ClusterExecutor | None = None) -> MatchPlan:
    """Return the plan; starts each engine once to check it, on a worker if there is a cluster."""
    from kiwipete.match import MatchPlan
    from kiwipete.match.running import ENDLESS

    terms, openings, sprt = _terms(arguments), _openings(arguments), _sprt(arguments)
    try:
        return MatchPlan(
            _engines(arguments, cluster),
            terms,
            arguments.games or (ENDLESS if sprt else _GAMES),
            openings,
            arguments.seed,
            arguments.gauntlet,
            sprt,
        )
    except ValueError as error:
        raise UsageError(f"{error} (see kiwipete match --help)") from error


def _sprt(arguments: Namespace) -> Sprt | None:
    from kiwipete.match import Sprt

    if arguments.sprt is None:
        return None
    low, high = arguments.sprt
    model = "normalized" if arguments.normalized else "logistic"
    try:
        return Sprt(low, high, arguments.alpha, arguments.beta, model)
    except ValueError as error:
        raise UsageError(str(error)) from error


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
    if control.timed and arguments.jobs > processors():
        complain(
            f"note: {arguments.jobs} games at once on {several(processors(), 'processor')}: "
            "clocks run while engines wait for one"
        )
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
        openings = read_openings(
            read_lines(name), chess960=arguments.chess960, plies=arguments.plies
        )
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


def _engines(arguments: Namespace, cluster: ClusterExecutor | None) -> tuple[EngineSpec, ...]:
    """Return the engines, after starting each once to check it."""
    from kiwipete.match import EngineSpec

    if len(arguments.engines) < 2:
        raise UsageError("name two engines at least (see kiwipete match --help)")
    if len(arguments.engines) > MOST_ENGINES:
        raise UsageError(f"at most {MOST_ENGINES} engines can play")
    specs, wishes = [], _wishes(arguments)
    for number, text in enumerate(arguments.engines):
        named = _NAMED.fullmatch(text)
        command = options.command(named[2] if named else text)
        own = getattr(arguments, f"option_{ascii_lowercase[number]}")
        specs.append(EngineSpec(named[1] if named else "", tuple(command), tuple(own), wishes))
    if cluster is None:
        known = _introduced_here(specs, chess960=arguments.chess960)
    else:
        known = _introduced_on(cluster, specs, chess960=arguments.chess960)
    _check_options(arguments.option, [theirs for _, theirs in known])
    return _with_names(specs, [name for name, _ in known])


def _introduced_here(
    specs: list[EngineSpec], *, chess960: bool
) -> list[tuple[str, UciOptionMap[Option]]]:
    """Start each engine on this machine; return their UCI names and options."""
    from kiwipete.match.crew import CrewError, introduce
    from kiwipete.match.player import PlayerFailure

    known: list[tuple[str, UciOptionMap[Option]]] = []
    try:
        with closing(introduce(specs, chess960=chess960)) as introduced:
            for found in introduced:
                known.append(found)  # if one fails, len(known) is its number
    except PlayerFailure as failure:
        spec = specs[len(known)]
        name = spec.name or " ".join(spec.command)
        raise EngineRefused(f"{name} cannot play: {failure.detail}") from failure
    except CrewError as error:
        raise EngineRefused(str(error)) from error
    return known


def _introduced_on(
    cluster: ClusterExecutor, specs: list[EngineSpec], *, chess960: bool
) -> list[tuple[str, UciOptionMap[Option]]]:
    """Start each engine on a worker; return their UCI names and options."""
    from kiwipete.cluster import spread
    from kiwipete.match.cluster_crew import Introducer
    from kiwipete.match.crew import CrewError

    tasks = [specs]
    batches = spread(
        cluster, Introducer(chess960), lambda: tasks.pop() if tasks else None, ahead=lambda: 1
    )
    try:
        (found,) = (known for batch in batches for _, known in batch)
    except CrewError as error:
        raise EngineRefused(str(error)) from error
    return found


def _check_options(given: list[tuple[str, str]], known: list[UciOptionMap[Option]]) -> None:
    """Raise a UsageError if an option for all engines fits none of them."""
    from kiwipete.engine import EngineError

    for name, value in given:
        having = [each[name] for each in known if name in each]
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
    """Give each engine a unique name: the one on the command line, or its UCI name."""
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
