"""The doctor finds what is wrong with training records.

Each test is for a mistake that cost somebody a network. The thresholds are far from what
sound data show, so that a finding is worth believing; docs/network.md has the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiwipete._core.records import MOST_SCORE
from kiwipete.training import statistics as of
from kiwipete.training.data import first_of_each
from kiwipete.training.records import FAULTS

if TYPE_CHECKING:
    import numpy as np

_FEW = 1000  # fewer records show nothing
_BLOCKS = 16

_MOST_DUPLICATES = 0.1
_MOST_NEIGHBOURS = 0.25  # pairs of records that look like one game
_MOST_DEVIATIONS = 8.0  # of a block's mean from that of all
_LEAST_CORRELATION = 0.1
_DECIDED = 600  # centipawns
_MOST_UPSETS = 0.05  # results against a decided score


class Finding(NamedTuple):
    """Something wrong: its name, and the figures that show it."""

    name: str
    text: str


def examine(found: np.ndarray, *, in_order: bool = False) -> list[Finding]:
    """Return what is wrong with records; those of games may be `in_order`, unshuffled.

    >>> import numpy as np
    >>> from kiwipete.position_record import FIELDS
    >>> examine(np.zeros(2, np.dtype(FIELDS)))[0].name
    'illegal'
    """
    findings = _illegal(found)
    if findings:
        return findings  # the rest would measure nonsense
    if len(found) < _FEW:
        return [
            Finding("few", f"{_counted(len(found))}; {_FEW} or more show whether they are sound")
        ]
    sample = of.sampled(found)
    return [
        *_duplicated(found),
        *([] if in_order else _unshuffled(found, sample)),
        *(_wrong_side(sample) or _mislabelled(sample)),
    ]


def _counted(records: int) -> str:
    return f"{records} record{'' if records == 1 else 's'}"


def _illegal(found: np.ndarray) -> list[Finding]:
    from kiwipete.arrays import faults

    kinds = faults(found)
    return [
        Finding(
            "illegal",
            f"{name}: {_counted(int((kinds == kind).sum()))},"
            f" the first is number {int((kinds == kind).argmax()) + 1}",
        )
        for kind, name in enumerate(FAULTS)
        if name and (kinds == kind).any()
    ]


def _duplicated(found: np.ndarray) -> list[Finding]:
    share = 1 - len(first_of_each(found)) / len(found)
    if share <= _MOST_DUPLICATES:
        return []
    return [Finding("duplicated", f"{share:.0%} of the records repeat an earlier position")]


def _unshuffled(found: np.ndarray, sample: np.ndarray) -> list[Finding]:
    """Look for neighbours from one game, and for parts of the file that differ from the others."""
    import numpy as np

    ply = found["ply"].astype(np.int32)
    steps = np.diff(ply)
    neighbours = float(((steps > 0) & (steps <= 4)).mean())
    if neighbours > _MOST_NEIGHBOURS:
        return [
            Finding(
                "unshuffled",
                f"{neighbours:.0%} of the records seem to follow another one of their game:"
                " right for kiwipete train, wrong for trainers that don't shuffle",
            )
        ]
    for name, values in (
        ("ply", sample["ply"].astype(float)),
        ("size of the score", np.minimum(np.abs(sample["score"].astype(float)), 2000)),
        ("number of pieces", of.piece_counts(sample).astype(float)),
    ):
        blocks = np.array_split(values, _BLOCKS)
        error = values.std() / np.sqrt(len(blocks[0])) or 1.0
        means = np.array([block.mean() for block in blocks])
        worst = int(np.abs(means - values.mean()).argmax())
        if abs(means[worst] - values.mean()) > _MOST_DEVIATIONS * error:
            return [
                Finding(
                    "unshuffled",
                    f"part {worst + 1} of {_BLOCKS} has an average {name} of {means[worst]:.1f},"
                    f" all have {values.mean():.1f}",
                )
            ]
    return []


def _wrong_side(sample: np.ndarray) -> list[Finding]:
    """Compare score, result and material, each of which should be for the side to move."""
    import numpy as np

    score = np.tanh(sample["score"] / 400.0)
    result = of.results(sample).astype(float)
    material = np.tanh(of.material(sample) / 4.0)
    black = of.is_black(sample)
    findings = []
    for name, values in (("score", score), ("result", result)):
        wrong = [
            side
            for side, where in (("White", ~black), ("Black", black))
            if of.correlation(values[where], material[where]) < -_LEAST_CORRELATION
        ]
        if wrong:
            text = f"the {name} falls with the own material if {' or '.join(wrong)} is to move"
            if wrong == ["Black"]:
                text += ": it is for White, not for the side to move"
            findings.append(Finding("wrong side", text))
    agreement = of.correlation(score, result)
    if not findings and agreement < -_LEAST_CORRELATION:
        findings.append(
            Finding("wrong side", f"score and result contradict each other ({agreement:+.2f})")
        )
    return findings


def _mislabelled(sample: np.ndarray) -> list[Finding]:
    """Look for labels that say nothing, or that belong to other positions."""
    import numpy as np

    score = sample["score"].astype(float)
    result = of.results(sample)
    findings = []
    for name, values in (("score", score), ("result", result)):
        if values.min() == values.max():
            text = f"all records have the {name} {values[0]:.0f}"
            findings.append(Finding("mislabelled", text))
    if findings:
        return findings
    fit = of.correlation(np.tanh(score / 400), np.tanh(of.material(sample) / 4.0))
    if abs(fit) < _LEAST_CORRELATION:
        text = f"scores have nothing to do with the material ({fit:+.2f})"
        findings.append(Finding("mislabelled", text))
    agreement = of.correlation(np.tanh(score / 400), result.astype(float))
    if abs(agreement) < _LEAST_CORRELATION:
        text = f"scores have nothing to do with the results ({agreement:+.2f})"
        findings.append(Finding("mislabelled", text))
    decided = np.abs(score) >= _DECIDED
    if decided.sum() >= _FEW // 10 and not findings and agreement > 0:
        upsets = float((np.sign(score[decided]) == -(result[decided].astype(int) - 1)).mean())
        if upsets > _MOST_UPSETS:
            text = (
                f"{upsets:.0%} of the positions with a decided score were lost by the better side"
            )
            findings.append(Finding("mislabelled", text))
    mates = float((np.abs(score) > MOST_SCORE).mean())
    if mates > 0:
        text = f"{mates:.2%} of the scores are mates, which a network cannot learn"
        findings.append(Finding("mislabelled", text))
    return findings
