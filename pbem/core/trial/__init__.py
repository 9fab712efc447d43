"""What counts for nothing: orders rehearsed and tried out, games played by machines, stops counted.

For: `whatif`, `rehearse`, self-play and the census, none of which may touch a secret.
In:  a game or a title, draws of its own, orders that somebody thinks of.
Out: lines, reports and counts that stand in no record; nothing else in core imports it.
"""
