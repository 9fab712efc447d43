"""The decisions of the title as people write them.

For: each question that a rule asks: its forms, what may be chosen, the published default.
In:  a board and a question.
Out: answers for the rules, lines for people, menus; whether an answer is legal is judged by rules/.
"""
