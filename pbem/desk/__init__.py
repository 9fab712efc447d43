"""The referee's desk: deadlines, absences, reminders, and the acts of a referee that are no rule of a game.

For: a game whose people need dates; all times are given by the caller.
In:  a game file, a desk file, what has arrived and when.
Out: who is late and what then counts, reminders that are due, and words that the record takes.
"""
