"""Run a fuzz target: under atheris if it is installed, else with a plain random mutator."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence

Target = Callable[[bytes], None]


def mutated(rng: random.Random, seed: bytes, alphabet: bytes) -> bytes:
    """Change a text in a few random places."""
    text = bytearray(seed)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        letter = rng.choice(alphabet) if rng.random() < 0.9 else rng.randrange(256)
        change = rng.randrange(6)
        if change == 0:
            text.insert(at, letter)
        elif change == 1 and at < len(text):
            text[at] = letter
        elif change == 2:
            del text[at : at + rng.randint(1, 4)]
        elif change == 3:
            other = rng.randrange(len(text) + 1)
            text[at:at] = text[min(at, other) : max(at, other)][:16]
        elif change == 4 and len(text) > 1:
            one, two = rng.randrange(len(text)), rng.randrange(len(text))
            text[one], text[two] = text[two], text[one]
        elif change == 5:
            text[at:at] = bytes([letter]) * rng.choice((2, 9, 100))
    return bytes(text)


def run_plain(
    target: Target, seeds: Sequence[bytes], alphabet: bytes, *, seconds: float, seed: int
) -> int:
    """Feed mutated seeds to a target for a while; return how many.

    A text that makes the target raise is printed before the exception goes on.
    """
    rng = random.Random(seed)
    texts = 0
    for each in seeds:
        target(each)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        text = mutated(rng, rng.choice(seeds), alphabet)
        try:
            target(text)
        except BaseException:
            print(f"failed by: {text!r}", file=sys.stderr)
            raise
        texts += 1
    return texts


def main(target: Target, seeds: Sequence[bytes], alphabet: bytes) -> None:
    """Read the arguments and run the target.

    With atheris everything but --seconds and --seed goes to libFuzzer.
    """
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--seconds", type=float, default=30, help="how long to run (30)")
    parser.add_argument("--seed", type=int, default=0, help="of the plain mutator (0)")
    options, others = parser.parse_known_args()
    try:
        import atheris
    except ImportError:
        if others:
            parser.error(f"without atheris there is no {others[0]}")
        texts = run_plain(target, seeds, alphabet, seconds=options.seconds, seed=options.seed)
        print(f"{texts} texts, nothing found")
        return
    atheris.instrument_all()
    atheris.Setup([sys.argv[0], f"-max_total_time={options.seconds:.0f}", *others], target)
    atheris.Fuzz()
