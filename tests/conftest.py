"""Its place here lets tests import the toy title as ``toy``."""
