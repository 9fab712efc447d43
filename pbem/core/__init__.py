"""The engine room: knows no title, no terminal, no mail and no database.

For: stopping a game anywhere, asking somebody, going on next week, and proving that nobody cheated.
In:  a title (`title.game.Game`), the bytes of a game file, documents of people, envelopes.
Out: the next line of the file, the state after it, problems with what to do about them, what stands, who is waited for.
Its rooms, each with floors of its own, are told in docs/architecture.md; libraries are imported where they are used.
"""
