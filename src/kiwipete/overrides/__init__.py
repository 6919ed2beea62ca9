"""Classes of boards with rules of their own: what a subclass overrides is honoured.

The compiled methods do not ask each other, they go straight to the kernel. So a
class that overrides one of them needs general versions of those that
python-chess builds on it. They stand in the modules of this package, each with
the questions it asks. `overrides` finds out what a new class overrides, and gives
it a base with just the general versions that this makes necessary. All other
boards never meet them, and programs without subclasses do not load them.
"""
