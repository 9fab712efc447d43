"""Tournaments: players paired, games made, results read from the game files, a table at the end.

For: a director with many games.  A tournament is one file (cup.py); all else is worked out from it and the games.
In:  players, a format, game files.
Out: pairings, new games, standings, and what its director decided on a game.
"""
