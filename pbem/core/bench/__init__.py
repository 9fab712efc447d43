"""Cases: positions with what is done on them and what must come of it."""
