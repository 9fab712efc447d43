"""Components as JSON, each value with its origin.

For: map, units, tables and scenarios as numbers and names in our own words.
In:  the printed game, by hand; a pack of corrections (docs/correcting-data.md).
Out: what board/ reads.
"""
