"""Files of networks, games and records: what is written is read, and damage is named."""

from __future__ import annotations

import random
import struct

import pytest

from kiwipete.file_header import HEADER_BYTES, TrainingFileError
from kiwipete.own_engine.network_file import Network, payload_size, read_network, write_network
from kiwipete.training.game_file import HEADER, Game, GameFile, game_bytes
from kiwipete.training.record_file import RecordWriter, count_records, open_records


@pytest.fixture
def network():
    integers = [random.Random(1).randrange(-100, 101) for _ in range(769 * 32 + 64)]
    return Network(32, 1, 400, struct.pack(f"<{len(integers)}hi", *integers, -5))


@pytest.fixture
def network_path(tmp_path, network):
    path = tmp_path / "net.kwn"
    write_network(path, network)
    return path


def test_network_is_read_as_written(network, network_path):
    assert read_network(network_path) == network
    assert network_path.stat().st_size == HEADER_BYTES + payload_size(32, 1)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"GIF89a" + data[6:], "is not a network"),
        (lambda data: b"", "is not a network"),
        (lambda data: data[:8] + b"\x02" + data[9:], "of version 2"),
        (lambda data: data[:12] + b"\x21" + data[13:], "no network has 33 neurons"),
        (lambda data: data[:-1], "is cut short or too long"),
        (lambda data: data[:-1] + b"\x07", "its checksum is wrong"),
    ],
)
def test_damaged_network_is_refused(network_path, damage, message):
    network_path.write_bytes(damage(network_path.read_bytes()))
    with pytest.raises(TrainingFileError, match=message):
        read_network(network_path)


@pytest.mark.parametrize(("index", "bits"), [(0, 16), (769 * 32, 16)])
def test_weights_that_could_overflow_are_refused(tmp_path, network, index, bits):
    payload = bytearray(network.payload)
    struct.pack_into("<h", payload, 2 * index, 2000)
    with pytest.raises(TrainingFileError, match=f"too large for {bits} bits"):
        write_network(tmp_path / "large.kwn", network._replace(payload=bytes(payload)))


GAMES = [
    Game(518, 2, 1, 6, struct.pack("<HhHhHh", 796, 0, 3364, 0, 405, -20)),
    Game(0, 0, 2, 0, b""),
]


def test_games_are_read_as_written(tmp_path):
    path = tmp_path / "some.kwg"
    path.write_bytes(HEADER.bytes(500, 7, 1 << 60, 0.15) + b"".join(map(game_bytes, GAMES)))
    file = GameFile(path)
    assert (file.soft_nodes, file.network, file.seed) == (500, 7, 1 << 60)
    assert list(file) == GAMES
    assert list(GAMES[0].moves_and_scores()) == [(796, 0), (3364, 0), (405, -20)]
    file.check()


@pytest.mark.parametrize("left", [1, 11, 12, 23])
def test_game_that_was_cut_short_is_not_read(tmp_path, left):
    path = tmp_path / "some.kwg"
    whole = HEADER.bytes(500, 0, 1, 0) + game_bytes(GAMES[1])
    path.write_bytes(whole + game_bytes(GAMES[0])[:left])
    file = GameFile(path)
    assert list(file) == GAMES[1:]
    assert file.intact_bytes == len(whole)
    with pytest.raises(TrainingFileError, match=f"{left} bytes after game 1"):
        file.check()


def test_records_are_a_numpy_array(tmp_path):
    path = tmp_path / "some.kwr"
    with RecordWriter(path) as writer:
        writer.write(struct.pack("<Q16shHHBB", 3, b"\x5d" + bytes(15), -7, 796, 12, 4, 6) * 2)
    records = open_records(path)
    assert records.shape == (2,)
    assert records["score"].tolist() == [-7, -7]
    assert records["flags"][1] == 6
    assert not records.flags.writeable


def test_damaged_records_are_refused(tmp_path):
    path = tmp_path / "some.kwr"
    with RecordWriter(path) as writer:
        writer.write(bytes(64))
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(TrainingFileError, match="cut short"):
        count_records(path)
    path.write_bytes(data[:-1] + b"\x01")
    with pytest.raises(TrainingFileError, match="checksum"):
        open_records(path)


def test_failed_writer_leaves_the_old_file(tmp_path):
    path = tmp_path / "some.kwr"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="whole number"), RecordWriter(path) as writer:
        writer.write(bytes(33))
    assert [file.name for file in tmp_path.iterdir()] == ["some.kwr"]
    assert path.read_bytes() == b"old"
