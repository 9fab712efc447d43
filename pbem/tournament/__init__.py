"""Tournaments: players paired, games made, results read from the game files, a table at the end.

A tournament is one file (cup.py); everything else is worked out from it and from the games.
"""
