"""Other people's programs: what is the same however one talks to them."""
