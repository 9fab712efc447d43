"""What follows from a board without being kept in it: queries, positions, tables, what must hold.

For: people and programs that look at a board, above the rules that it may ask.
In:  a board; a position that somebody writes.
Out: values, texts and complaints; nothing here changes a board but a position that somebody sets.
"""
