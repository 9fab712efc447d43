"""Chains of envelopes, and the draws made from them (docs/fairness.md).

For: dice that nobody alone knows or chooses.
In:  secrets, links, the salt of an entry, a label and what is drawn.
Out: numbers that everybody can make again; nothing here reads a clock or a generator.
"""
