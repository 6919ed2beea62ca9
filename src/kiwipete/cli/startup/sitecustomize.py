"""Turns the switch on in every Python that a program under `kiwipete run` starts.

Python imports this file at startup, because its folder comes first in PYTHONPATH. It then imports
the sitecustomize that it hides, if there is one, and removes its folder from sys.path.
"""

import os
import sys


class ChessOnDemand:
    """Turns the switch on at the first import of chess; other programs load nothing."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Return the spec of Kiwipete's chess."""
        if name != "chess":
            return None
        from importlib.util import find_spec

        from kiwipete import use_as_chess

        use_as_chess()
        sys.meta_path.remove(ChessOnDemand)
        return find_spec(name)


# Another Python that the program starts may lack Kiwipete: leave it alone.
if os.environ.get("KIWIPETE_AS_CHESS") == os.path.realpath(sys.prefix):
    sys.meta_path.insert(0, ChessOnDemand)

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
del sys.modules["sitecustomize"]
import sitecustomize  # noqa: E402, F401  (where there is none, Python takes the error for that)
