"""Draws the map of Battle for Europe: a staff map of 1939, from the pack, a coast line and seeds by hand.

python -m tools.draw_europe            draws board.svg, pieces.svg and cover.svg from the arcs that were traced last
python -m tools.draw_europe --flood    floods and traces the sheet anew first; needed when
                                           seeds, coast, warp or the borders of the pack change
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


def drawings(pack: Pack, seeds: Seeds, arcs: list[trace.Arc]) -> dict[str, str]:
    """The files of the game's art that are made by this tool."""
    return {"board.svg": board(pack, seeds, arcs), "pieces.svg": counters(pack), "cover.svg": cover(pack, seeds, arcs)}


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
    for name, text in drawings(pack, Seeds.read(), trace.read()).items():
        (art / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
