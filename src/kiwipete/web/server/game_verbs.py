"""The verbs of games and positions: moving, opening, searching, editing, saving."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Protocol

from kiwipete.board import Board, board_of
from kiwipete.pgn import Game, StringExporter
from kiwipete.svg import board as draw_board
from kiwipete.untrusted_text import in_short
from kiwipete.web.explaining import find_move
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_list import GameList

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiwipete.web.server.workspace import Workspace

    Answer = dict[str, Any]

LONGEST_PGN = 60_000_000  # characters
_MOST_ROWS = 200
_LONGEST_COMMENT = 10_000
_MOST_NAGS = 20
_TAG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,63}")
_FIXED_TAGS = ("FEN", "SetUp", "Variant")  # the start of a game
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_FEN = re.compile(r"\s*[pnbrqkPNBRQK1-8~]+(/[pnbrqkPNBRQK1-8~]+){7}\s+[wb](\s+\S+){0,4}\s*")


class Player(Protocol):
    """A game against an engine, which moves by hand may belong to."""

    def check_turn(self) -> None:
        """Raise Refused if no move may be made in the current position."""

    def note_move(self, node: int, *, is_new: bool) -> None:
        """Note a move before pages see it."""

    def reply(self) -> None:
        """Let the engine move."""


class GameVerbs:
    """Carries out the verbs on a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.verbs: dict[str, Callable[[Fields], Answer]] = {
            "move": self._move,
            "goto": self._goto,
            "fen": self._fen,
            "new": self._new,
            "open": self._open,
            "game": self._game,
            "games": self._games,
            "pgn": self._pgn,
            "save": self._save,
            "edit": self._edit,
            "explain": self._explain,
            "picture": self._picture,
        }
        self.player: Player | None = None  # a game that moves by hand may belong to

    # Moves and positions.

    def _move(self, fields: Fields) -> Answer:
        workspace = self._workspace
        text = _move_text(fields)
        with workspace.lock:
            board = workspace.tree.board(workspace.node)
            move, answer = find_move(board, text)
            if move is None:
                return answer
            if self.player is not None:
                self.player.check_turn()
            node, change = workspace.tree.play(workspace.node, move)
            if self.player is not None:
                self.player.note_move(node, is_new=change is not None)
            workspace.apply(change)
            workspace.show(node)
            if self.player is not None:
                self.player.reply()
            return {**answer, "node": node}

    def _goto(self, fields: Fields) -> Answer:
        with self._workspace.lock:
            self._workspace.show(fields.integer("node", 0, 1 << 53))
        return {"ok": True}

    def _fen(self, fields: Fields) -> Answer:
        board = read_board(fields)
        with self._workspace.lock:
            self._workspace.add_game(game_from(board))
        return {"ok": True}

    def _new(self, fields: Fields) -> Answer:
        board = Board()
        if fields.has("chess960"):
            shuffled = fields.says("chess960", "random")
            number = random.randrange(960) if shuffled else fields.integer("chess960", 0, 959)
            board = Board.from_chess960_pos(number)
        with self._workspace.lock:
            self._workspace.add_game(game_from(board))
        return {"ok": True}

    def _explain(self, fields: Fields) -> Answer:
        return find_move(read_board(fields), _move_text(fields))[1]

    def _picture(self, fields: Fields) -> Answer:
        white = fields.choice("orientation", "white", "black", default="white") == "white"
        with self._workspace.lock:
            board = self._workspace.tree.board(self._workspace.node)
        image = draw_board(
            board,
            orientation=white,
            lastmove=board.peek() if board.move_stack else None,
            check=board.king(board.turn) if board.is_check() else None,
        )
        return {"ok": True, "svg": str(image)}

    # Games.

    def _open(self, fields: Fields) -> Answer:
        text = fields.text("pgn", LONGEST_PGN)
        if _FEN.fullmatch(text):
            return self._fen(Fields({"fen": text.strip()}))
        append = fields.flag("append", default=False)
        games = GameList(text.replace("\r\n", "\n"))
        if not len(games):
            raise Refused("there is no game in this text")
        with self._workspace.lock:
            if append:
                first = len(self._workspace.games)
                self._workspace.games.extend(games)
                self._workspace.set_dirty(True)
                self._workspace.open_game(first)
            else:
                self._workspace.replace_games(games)
        return {"ok": True, "count": len(games)}

    def _game(self, fields: Fields) -> Answer:
        index, node = fields.integer("index", 0, 1 << 53), fields.integer("node", 0, 1 << 53, 0)
        with self._workspace.lock:
            self._workspace.open_game(index, node)
        return {"ok": True}

    def _games(self, fields: Fields) -> Answer:
        search = fields.text("search", 200, "")
        offset = fields.integer("offset", 0, 1 << 53, 0)
        limit = fields.integer("limit", 1, _MOST_ROWS, 50)
        with self._workspace.lock:
            games = self._workspace.games
            found = games.search(search)
            rows = [games.row(index) for index in found[offset : offset + limit]]
        return {"ok": True, "total": len(found), "rows": rows}

    def _pgn(self, fields: Fields) -> Answer:
        scope = fields.choice("scope", "game", "all", default="game")
        with self._workspace.lock:
            if scope == "all":
                return {"ok": True, "pgn": self._workspace.games.pgn()}
            exporter = StringExporter(columns=80)
            return {"ok": True, "pgn": self._workspace.tree.game.accept(exporter) + "\n"}

    def _save(self, fields: Fields) -> Answer:
        overwrite = fields.flag("overwrite", default=False)
        with self._workspace.lock:
            games = self._workspace.games
            if games.path is None:
                raise Refused(
                    "these games don't come from a file: start kiwipete board with the file's "
                    "name, or copy the PGN",
                    409,
                )
            if games.is_outdated and not overwrite:
                raise Refused(f"another program has changed {games.name} meanwhile", 409)
            try:
                games.save()
            except OSError as error:
                reason = error.strerror or str(error)
                raise Refused(f"cannot write {games.name}: {reason}", 409) from error
            self._workspace.set_dirty(False)
        return {"ok": True, "file": games.name}

    # Edits.

    def _edit(self, fields: Fields) -> Answer:
        action = fields.choice("action", "promote", "main", "delete", "comment", "nags", "header")
        workspace = self._workspace
        with workspace.lock:
            if action == "header":
                self._set_headers(fields)
                return {"ok": True}
            node, tree = fields.integer("node", 0, 1 << 53), workspace.tree
            if action in ("promote", "main"):
                workspace.apply(tree.promote(node, to_main=action == "main"))
            elif action == "delete":
                workspace.apply(tree.delete(node))
            elif action == "comment":
                workspace.apply(tree.set_comment(node, fields.text("value", _LONGEST_COMMENT, "")))
            else:
                workspace.apply(tree.set_nags(node, fields.integers("value", _MOST_NAGS, 0, 255)))
        return {"ok": True}

    def _set_headers(self, fields: Fields) -> None:
        given = fields.fields("value")
        if given is None:
            raise Refused("value is missing: it must be an object of tags")
        tags = {name: given.text(name, 500, "") for name in given.names(50)}
        for name, value in tags.items():
            if not _TAG.fullmatch(name) or not value.isprintable():
                raise Refused(f"a tag must be a name and one line of text, not {name[:40]!r}")
            if name in _FIXED_TAGS:
                raise Refused(f"{name} describes the start of the game and cannot be changed")
            if name == "Result" and value not in _RESULTS:
                raise Refused(f"the result must be one of {', '.join(_RESULTS)}")
        headers = self._workspace.tree.game.headers
        for name, value in tags.items():
            if value:
                headers[name] = value
            else:
                headers.pop(name, None)
        self._workspace.refresh()


def game_from(board: Board) -> Game:
    """Return a game that starts with a position."""
    game = Game()
    game.setup(board)
    return game


def read_board(fields: Fields) -> Board:
    """Return the board of the fields fen, chess960 and moves; the rules must accept it."""
    try:
        board = board_of(
            fields.text("fen", 200, Board.starting_fen),
            chess960=fields.flag("chess960", default=False),
        )
        for move in fields.texts("moves", most=1000):
            board.push_uci(move)
    except ValueError as error:
        raise Refused(f"{in_short(str(error), 300)}") from error
    if not board.is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise Refused(f"impossible position: {'; '.join(reasons)}")
    return board


def _move_text(fields: Fields) -> str:
    text = fields.text("uci" if fields.has("uci") else "san", 100)
    return text.strip()
