"""What players who play by themselves think of answers.

For: games without people, stops that are counted, and candidates for whoever looks further ahead.
In:  a board, and a question that a power is asked on it; nothing that this power could not know.
Out: answers with what they are worth, in the measure of the title.
"""
