"""Draws the map of Battle for Europe: a staff map of 1939, from the pack, a coast line and seeds by hand.

    python -m tools.draw_europe            draws board.svg, pieces.svg and cover.svg from the arcs that were traced last
    python -m tools.draw_europe --flood    floods and traces the sheet anew first; needed when seeds, coast, warp or borders of the pack change
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.europe import trace
from tools.europe.board import board
from tools.europe.counters import counters
from tools.europe.cover import cover
from tools.europe.flood import Pack, Seeds

GAME = Path(__file__).parents[1] / "sandtable" / "games" / "battle_for_europe"


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw the map of Battle for Europe.")
    parser.add_argument("--pack", type=Path, default=GAME / "components.toml")
    parser.add_argument("--flood", action="store_true", help="flood and trace the sheet anew")
    asked = parser.parse_args()
    pack = Pack.read(asked.pack)
    if asked.flood:
        trace.write(trace.trace(pack))
    art = GAME / "art"
    art.mkdir(parents=True, exist_ok=True)
    seeds, arcs = Seeds.read(), trace.read()
    (art / "board.svg").write_text(board(pack, seeds, arcs), encoding="utf-8")
    (art / "cover.svg").write_text(cover(pack, seeds, arcs), encoding="utf-8")
    (art / "pieces.svg").write_text(counters(pack), encoding="utf-8")


if __name__ == "__main__":
    main()
