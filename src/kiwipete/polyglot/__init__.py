"""Opening books in the Polyglot format: hash keys, reading, writing, and books made from games.

It has the API of `chess.polyglot`; `make_entry`, `make_book` and `write_book` are
Kiwipete's own.

>>> hex(zobrist_hash(kiwipete.Board()))
'0x463b96181691fc9c'
"""

from kiwipete.polyglot.entry import ENTRY_STRUCT as ENTRY_STRUCT
from kiwipete.polyglot.entry import Entry as Entry
from kiwipete.polyglot.entry import make_entry as make_entry
from kiwipete.polyglot.hashing import ZobristHasher as ZobristHasher
from kiwipete.polyglot.hashing import zobrist_hash as zobrist_hash
from kiwipete.polyglot.making import make_book as make_book
from kiwipete.polyglot.making import write_book as write_book
from kiwipete.polyglot.random_words import POLYGLOT_RANDOM_ARRAY as POLYGLOT_RANDOM_ARRAY
from kiwipete.polyglot.reader import MemoryMappedReader as MemoryMappedReader
from kiwipete.polyglot.reader import open_reader as open_reader
