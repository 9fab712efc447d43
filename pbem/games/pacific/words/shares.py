"""Chances in print."""


def percent(mass: int, whole: int) -> str:
    """``62.3%``; never 0 or 100 for what is not, but ``< 0.1%`` and ``> 99.9%``."""
    thousandths = (mass * 2000 + whole) // (2 * whole)
    if mass and not thousandths:
        return "< 0.1%"
    if mass != whole and thousandths == 1000:
        return "> 99.9%"
    return f"{thousandths // 10}.{thousandths % 10}%"
