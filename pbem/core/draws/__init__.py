"""Envelopes and the draws made from them."""
