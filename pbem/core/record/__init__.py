"""The game file: what was sent, who may put what into it, and checking it (docs/record.md, docs/design/record.md).

For: a log of lines that cannot be altered unnoticed (`File`), and one answer to whom a game waits for (`now`).
In:  bytes of game files, documents with signatures, secret files, what this machine remembers.
Out: lines that have been checked, participants and what each may say, proofs, and `Row`s of who still owes an answer.
"""
