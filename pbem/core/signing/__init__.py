"""What leaves the house under somebody's key: orders sealed, words given, the next line.

For: whoever plays with a secret file: with `adjudicate` a game goes on, and nothing is let go that is not on the disk.
In:  a `GameFile`, orders or signed documents that came, a `Signer` with the secrets of its person.
Out: signed documents, words and receipts; an `Outcome`, with the game file after its new line or whom it waits for.
"""
