"""`python -m kiwipete`: the command line."""

from kiwipete.cli import main

raise SystemExit(main())
