"""The report of a hunt: positions, the wrong moves as arrows, the rule, and the divide."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete.lab import Rules
from kiwipete.lab.hunting.finding_boards import FindingBoard, ends_of, finding_boards
from kiwipete.squares import square_name
from kiwipete.svg import Arrow
from kiwipete.untrusted_text import printable
from kiwipete.web.report.page import page, scrolling
from kiwipete.web.report.pictures import board_element, check_square

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.lab import Cause, Finding, HuntReport
    from kiwipete.lab.hunting.compare import Difference

_TOO_MANY, _TOO_FEW, _MARK = "red", "blue", "yellow"
_TITLES = {"position": "Position", "smallest": "The smallest position for it"}


def hunt_report(
    report: HuntReport,
    *,
    seconds: float | None = None,
    interrupted: bool = False,
    failure: str | None = None,
    ignore: Collection[str] = (),
) -> str:
    """Return the report of a hunt as a page of HTML.

    >>> from kiwipete.lab import HuntReport
    >>> "No difference" in hunt_report(HuntReport("Engine 1.0"))
    True
    """
    name = printable(report.engine) or "the engine"
    head = f"<header><h1>Hunt: {escape(name)}</h1>{_meta(report, seconds, interrupted)}</header>"
    parts = [_notes(report, failure, ignore)]
    if report.findings:
        parts.append(_causes(report))
        parts += [_finding(report, number) for number in range(1, len(report.findings) + 1)]
    elif failure is None and report.stopped is None:
        parts.append(
            '<section class="fine"><h2>No difference</h2>'
            "<p>Every answer of the engine agrees with the rules.</p></section>"
        )
    boards = [
        [_board_data(finding, each) for each in finding_boards(finding)]
        for finding in report.findings
    ]
    body = f"{head}<main>{''.join(parts)}</main>"
    return page(f"Hunt: {name}", body, script="hunt", data={"boards": boards})


def _several(number: int, one: str) -> str:
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def _meta(report: HuntReport, seconds: float | None, interrupted: bool) -> str:
    found = _several(len(report.findings), "finding") + (" so far" if interrupted else "")
    facts = [found, _several(report.positions, "position"), _several(report.nodes, "node")]
    if seconds is not None:
        facts.append(f"{seconds:,.1f} s")
    if interrupted:
        facts.append("interrupted")
    return f'<p class="meta">{" · ".join(facts)}</p>'


def _notes(report: HuntReport, failure: str | None, ignore: Collection[str]) -> str:
    notes = []
    if failure is not None:
        notes.append(f"The engine failed: {printable(failure)}")
    if report.stopped:
        notes.append(f"Stopped early: {report.stopped}")
    if report.left_out:
        left_out = _several(report.left_out, "position")
        notes.append(f"{left_out} not compared to full depth: the engine is too slow")
    if ignore:
        notes.append(f"Ignored: {', '.join(sorted(ignore))}")
    return "".join(f'<p class="note">{escape(note)}</p>' for note in notes)


def _causes(report: HuntReport) -> str:
    """Return the findings by likely cause, with what to fix first at the top."""
    causes = report.causes()
    items = []
    for number, cause in enumerate(causes):
        lead = "Then" if number else "Likely cause" if len(causes) == 1 else "Fix this first"
        items.append(_cause(report, cause, lead))
    return f'<section><h2>What to fix</h2><ol class="causes">{"".join(items)}</ol></section>'


def _cause(report: HuntReport, cause: Cause, lead: str) -> str:
    met = _several(report.times_met(*cause.findings), "position")
    links = []
    for finding in cause.findings:
        number = next(n for n, other in enumerate(report.findings, 1) if other is finding)
        links.append(
            f'<li><a href="#finding-{number}">{number}. {escape(_upper(finding.title))}</a> '
            f"<span>{_several(report.times_met(finding), 'position')}</span></li>"
        )
    advice = f"<p>{escape(cause.advice)}</p>" if cause.advice else ""
    return (
        f"<li><b>{lead}: {escape(cause.title)}</b> <span>({met})</span>{advice}"
        f"<ul>{''.join(links)}</ul></li>"
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _finding(report: HuntReport, number: int) -> str:
    finding = report.findings[number - 1]
    boards = "".join(
        _figure(finding, each, f"{number - 1}-{place}")
        for place, each in reversed([*enumerate(finding_boards(finding))])
    )
    likely = ""
    if report.is_consequence(finding):
        likely = '<p class="note">An earlier finding is likely to have the same cause.</p>'
    return (
        f'<section class="finding" id="finding-{number}"><h2>{number}. '
        f'{escape(_upper(finding.title))} <span class="tag">{escape(finding.rule)}</span></h2>'
        f"<p>{escape(finding.explanation)}</p>{likely}"
        f'<div class="columns"><div class="boards">{boards}</div><div>{_legend(finding)}'
        f'<dl class="facts">{"".join(_facts(finding))}</dl>{_divide(finding)}</div></div></section>'
    )


def _figure(finding: Finding, each: FindingBoard, key: str) -> str:
    title = _TITLES.get(each.title, _upper(each.title))
    arrows = [Arrow(*ends, color=color) for ends, color in _arrows(finding, each)]
    arrows += [Arrow(square, square, color=_MARK) for square in sorted(each.marked)]
    fen = each.board.fen(shredder=finding.chess960, en_passant="fen")
    board = board_element(each.board, label=title, arrows=arrows, key=key)
    return (
        f"<figure>{board}<figcaption><b>{escape(title)}</b>{_copyable(fen)}</figcaption></figure>"
    )


def _arrows(finding: Finding, each: FindingBoard) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the wrong moves of a position with their colours, or the moves that lead there."""
    wrong = ((finding.missing, _TOO_FEW), (finding.extra, _TOO_MANY))
    line = finding.line[:1] if finding.kind == "make" else ()
    for moves, color in wrong if each.wrong else ((line, _MARK),):
        for ends in filter(None, map(ends_of, moves)):
            yield ends, color


def _board_data(finding: Finding, each: FindingBoard) -> dict[str, Any]:
    """Return what the script shows on a board."""
    shapes: list[dict[str, str]] = [
        {"kind": "circle", "square": square_name(square), "color": _MARK}
        for square in sorted(each.marked)
    ]
    shapes += [
        {"kind": "arrow", "from": square_name(tail), "to": square_name(head), "color": color}
        for (tail, head), color in _arrows(finding, each)
    ]
    board = each.board
    last = board.uci(board.peek()) if board.move_stack else None
    return {
        "fen": board.fen(en_passant="fen"),
        "check": check_square(board),
        "lastMove": last,
        "shapes": shapes,
    }


def _legend(finding: Finding) -> str:
    items = []
    if any(map(ends_of, finding.extra)):
        items.append('<li class="extra">the engine allows it, the rules do not</li>')
    if any(map(ends_of, finding.missing)):
        items.append('<li class="missing">legal, but the engine lacks it</li>')
    if finding.squares:
        items.append('<li class="marked">named in the explanation</li>')
    return f'<ul class="legend">{"".join(items)}</ul>' if items else ""


def _facts(finding: Finding) -> Iterator[str]:
    def fact(name: str, value: str) -> str:
        return f"<dt>{name}</dt><dd>{value}</dd>"

    yield fact("Met in", escape(finding.label))
    if finding.line:
        if finding.kind != "make":
            yield fact("From", _copyable(finding.start_fen))
        yield fact("Moves", f"<code>{escape(' '.join(finding.line))}</code>")
    if finding.extra:
        yield fact("Too many", f'<code class="extra">{escape(" ".join(finding.extra))}</code>')
    if finding.missing:
        yield fact("Too few", f'<code class="missing">{escape(" ".join(finding.missing))}</code>')
    yield fact("Reproduce", _copyable(finding.reproduce))


def _copyable(text: str) -> str:
    return (
        f'<span class="copy"><code>{escape(text)}</code>'
        '<button type="button" class="scripted" data-copy>Copy</button></span>'
    )


# The divide: both counts of every move.


class _Row(NamedTuple):
    move: str
    san: str
    engine: str
    rules: str
    kind: str  # "extra", "missing", "count" or "same"


_KINDS = {"extra": "too many", "missing": "too few", "count": "wrong count", "same": ""}


def _divide(finding: Finding) -> str:
    if finding.difference is None:
        return ""
    rows = _rows(finding.difference, finding)
    wrong = sum(row.kind != "same" for row in rows)
    lines = "".join(
        f'<tr class="{row.kind}" data-move="{escape(row.move)}"><th scope="row">'
        f"<code>{escape(row.move)}</code></th><td>{escape(row.san)}</td>"
        f'<td class="number">{row.engine}</td><td class="number">{row.rules}</td>'
        f"<td>{_KINDS[row.kind]}</td></tr>"
        for row in rows
    )
    after = f" after {' '.join(finding.difference.moves)}" if finding.difference.moves else ""
    table = (
        '<table class="divide"><thead><tr><th scope="col">Move</th><th scope="col">SAN</th>'
        '<th scope="col" class="number">Engine</th><th scope="col" class="number">Rules</th>'
        f"<td></td></tr></thead><tbody>{lines}</tbody></table>"
    )
    return (
        f"<details open><summary>Divide{escape(after)} at depth {finding.difference.depth}: "
        f"{wrong} of {_several(len(rows), 'move')} wrong</summary>"
        f"{scrolling(table, 'The divide')}</details>"
    )


def _rows(difference: Difference, finding: Finding) -> list[_Row]:
    """Return a row for each move of the rules and of the engine; the wrong ones come first."""
    rules = Rules(finding.chess960)
    board = rules.board(difference.fen, difference.moves)
    right = rules.divide(difference.fen, difference.moves, difference.depth)
    rows = []
    for move in dict.fromkeys([*difference.extra, *right, *difference.counts]):
        count = difference.counts.get(move)
        ours = f"{right[move]:,}" if move in right else f"{count.rules:,}" if count else ""
        if move in difference.extra:
            listed = f"{count.engine:,}" if count else "1" if difference.depth == 1 else "listed"
            rows.append(_Row(move, _san(board, move), listed, ours, "extra"))
        elif move in difference.missing:
            rows.append(
                _Row(move, _san(board, move), f"{count.engine:,}" if count else "", ours, "missing")
            )
        elif count is not None:
            rows.append(_Row(move, _san(board, move), f"{count.engine:,}", ours, "count"))
        else:
            rows.append(_Row(move, _san(board, move), ours, ours, "same"))
    order = [*_KINDS]
    return sorted(rows, key=lambda row: order.index(row.kind))


def _san(board: Board, move: str) -> str:
    """Return a legal move in SAN, "" for any other."""
    try:
        return board.san(board.parse_uci(move))
    except ValueError:
        return ""
