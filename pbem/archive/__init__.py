"""The archive: many games in one SQLite database, made of their files at any time, to be asked and browsed.

For: histories, statistics and lists over the games of a club.  Nothing is kept here alone: delete the database and make
it again.  It opens well in Datasette.
In:  game files.
Out: rows of tables (docs/json.md), and answers to questions in SQL.
"""
