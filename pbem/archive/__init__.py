"""The archive: many games in one SQLite database, made of their files at any time, to be asked and browsed.

Nothing is kept here alone: delete the database and make it again.  It opens well in Datasette.
"""
