"""How the title is told.

For: sentences on facts, answers and defaults, the tables of a report, and what a map shows.
In:  facts and boards.
Out: texts; nothing here changes a board or decides what is legal.
"""
