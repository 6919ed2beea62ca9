"""Kiwipete as a UCI engine: what `kiwipete uci` runs."""

from kiwipete.uci.conversation import Conversation as Conversation
from kiwipete.uci.streams import converse as converse
