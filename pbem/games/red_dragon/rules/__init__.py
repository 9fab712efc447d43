"""The rules, by chapters of the book.

For: carrying out each number of rulebook.json in the book's order and words.
In:  a board, answers and draws for what it yields.
Out: facts with their numbers, questions, and refusals by number.
"""
