"""The board in browsers, notebooks and reports."""
