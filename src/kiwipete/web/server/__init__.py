"""The server behind the page of `kiwipete board`: requests, events, and what the page shows."""
