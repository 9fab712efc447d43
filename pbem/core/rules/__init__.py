"""What a rule may ask for, what carries it out, and the numbers of the book.

For: rules as generator functions that yield Ask, Together, Offer and Roll, and are run from stop to stop by `engine`.
In:  a title's procedures, a board, and a feed that answers.
Out: facts, with the number of the rule that tells each, the board that they fold to, and why the run stopped.
"""
