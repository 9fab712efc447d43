"""The referee's desk: deadlines, absences, reminders, and the acts of a referee that are no rule of a game."""
