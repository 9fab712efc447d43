"""The draw vectors, for the tests of the draws."""

import json
import os

DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "draw-vectors.json")


def vectors():
    with open(DATA, encoding="utf-8") as file:
        return json.load(file)
