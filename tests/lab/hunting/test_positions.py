"""The built-in positions, and those of random play."""

from __future__ import annotations

import itertools

import pytest

from kiwipete import STARTING_FEN, Board, Move, SquareSet, lab
from kiwipete.explain import Effect, Rule
from kiwipete.lab import collection, hunt, labelled_position, random_positions

# No generator comes upon these: they need a null move, a strange letter or another notation.
BEYOND_GENERATORS = {
    Rule.NULL_MOVE,
    Rule.SAME_SQUARE,
    Rule.PROMOTION_TO_WRONG_PIECE,
    Rule.CASTLING_NOTATION,
}


@pytest.fixture(scope="module", params=[False, True], ids=["standard", "chess960"])
def chess960(request):
    return request.param


@pytest.fixture(scope="module")
def boards(chess960):
    positions = collection(chess960=chess960)
    return [Board(position.fen, chess960=chess960) for position in positions]


def test_all_are_possible(boards):
    assert [board.fen() for board in boards if not board.is_valid()] == []


def test_no_position_is_there_twice(chess960):
    fens = [position.fen for position in collection(chess960=chess960)]
    assert len(fens) == len(set(fens)) > 450


def test_few_pieces_come_first(boards):
    sizes = [len(board.piece_map()) for board in boards]
    assert sizes == sorted(sizes)


def test_each_has_a_label(chess960):
    assert all(position.label for position in collection(chess960=chess960))


def test_black_has_the_same_as_white(boards):
    keys = {board.mirror().fen(en_passant="fen").split(" ", 4)[:4][0] for board in boards}
    assert keys == {board.fen().split()[0] for board in boards}


def explanations(board):
    """Explain every move of the few pieces, and some that nobody can make."""
    for origin, target in itertools.product(board.piece_map(), range(64)):
        if origin != target:
            yield board.explain(Move(origin, target))
    for text in ("e4e5", "e7e8q", "e1e2q", "e2e3q"):
        yield board.explain(text)


def test_every_rule_has_a_position():
    seen = set()
    wanted = set(Rule) - BEYOND_GENERATORS
    for position in collection():
        if seen >= wanted:
            break
        seen |= {found.rule for found in explanations(Board(position.fen))}
    assert wanted - seen == set()


def test_every_effect_has_a_position(boards):
    seen = set()
    for board in boards:
        seen |= {effect for move in board.legal_moves for effect in board.explain(move).effects}
    assert seen == set(Effect)


def steps_of_pawns(ranks):
    """Write the steps of pawns between two ranks, straight and to either side."""
    files = "abcdefgh"
    for origin, target in ranks:
        for first, second in itertools.product(range(8), repeat=2):
            if abs(first - second) <= 1:
                yield first != second, f"{files[first]}{origin}{files[second]}{target}"


def test_pawns_do_everything_on_every_file():
    captures = {"en passant": set(), "promotion": set(), "double step": set()}
    for position in collection():
        board = Board(position.fen)
        for move in board.legal_moves:
            rule = board.explain(move).rule.value.replace("-", " ")
            captures.get(rule, set()).add(move.uci()[:4])
    aside = {step for capture, step in steps_of_pawns([(5, 6), (4, 3)]) if capture}
    assert captures["en passant"] == aside
    assert captures["promotion"] == {step for _, step in steps_of_pawns([(7, 8), (2, 1)])}
    ahead = {step for capture, step in steps_of_pawns([(2, 4), (7, 5)]) if not capture}
    assert captures["double step"] == ahead


@pytest.mark.parametrize(
    "over", ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
)
def test_games_that_are_over_are_not_played_on(over):
    assert list(random_positions([over])) == []
    position = next(random_positions([over, STARTING_FEN]))
    assert position.fen == STARTING_FEN


def test_random_positions_are_the_same_every_time():
    fens = [position.fen for position in collection()]
    first, second = (list(itertools.islice(random_positions(fens), 50)) for _ in range(2))
    assert first == second
    assert first != list(itertools.islice(random_positions(fens, seed=1), 50))


def test_random_play_favours_what_is_rare(chess960):
    fens = [position.fen for position in collection(chess960=chess960)]
    kinds = []
    for position in itertools.islice(random_positions(fens, chess960=chess960), 1500):
        board = Board(position.fen, chess960=chess960)
        for move in position.moves[:-1]:
            board.push_uci(move)  # raises if it is illegal
        kinds.append(board.explain(position.moves[-1]))
    rules = [found.rule for found in kinds]
    assert rules.count(Rule.EN_PASSANT) > 2
    assert rules.count(Rule.PROMOTION) > 5
    assert rules.count(Rule.CASTLING) > 5
    assert sum(Effect.CHECK in found.effects for found in kinds) > 50
    assert any(Effect.DOUBLE_CHECK in found.effects for found in kinds)


def rights_by_side(board, color):
    """Return the file of a king, and those of its castling rooks east and west of it."""
    king = board.king(color) % 8
    files = [
        square % 8 for square in SquareSet(board.castling_rights) if board.color_at(square) == color
    ]
    return king, [f for f in files if f > king], [f for f in files if f < king]


def test_rights_are_those_of_one_start_position():
    """Both sides start alike: engines may refuse a FEN whose rights say otherwise."""
    for position in collection(chess960=True):
        board = Board(position.fen, chess960=True)
        white, black = rights_by_side(board, True), rights_by_side(board, False)
        if any(white[1:]) and any(black[1:]):
            assert white[0] == black[0], position
            for one, other in zip(white[1:], black[1:], strict=True):
                assert not one or not other or one == other, position


# Former names.


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("Ground", "PositionList"),
        ("ground_position", "labelled_position"),
        ("read_ground", "read_position_list"),
    ],
)
def test_former_names_still_work(former, name):
    with pytest.warns(DeprecationWarning, match=f"lab.{former} is called {name} now"):
        assert getattr(lab, former) is getattr(lab, name)


def test_no_other_name_is_made_up():
    with pytest.raises(AttributeError, match="has no attribute 'grounds'"):
        lab.grounds  # noqa: B018


def test_the_former_name_of_start_positions_still_works():
    position = labelled_position(STARTING_FEN)
    with pytest.warns(DeprecationWarning, match="ground is called start_positions now"):
        report = hunt(lab.Rules(), ground=[position], depth=1)
    assert list(report.cases) == [position]
