"""Draw what never moves on the maps of a title into its layouts.json: python tools/draw_layouts.py [TITLE…].

It is due after every change of a layout, or of how maps are drawn (pbem/maps/ground.py); without titles it draws those
of all that are installed.  A title that leaves it out has its maps drawn anew at every look.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main(*titles):
    from pbem.core.title.game import titles as installed
    from pbem.maps.drawing import layouts, layouts_path, plans
    from pbem.maps.ground import ground

    for title in titles or installed():
        known = layouts(title)
        if known["maps"]:
            maps = {name: {**known["maps"][name], "ground": ground(plan)} for name, plan in plans(title).items()}
            with open(layouts_path(title), "w", encoding="utf-8") as file:
                json.dump({**known, "maps": maps}, file, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
                file.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
