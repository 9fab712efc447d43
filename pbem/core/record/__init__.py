"""The game file: what was sent, who may put what into it, and checking it."""
