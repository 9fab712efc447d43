"""The engine room: knows no title, no terminal, no mail and no database."""
