/** Tracks: what their cells show. */

import type { Fact, Track } from "../wire/types";

/** What is printed on a cell of a track: its number, unless the track says something else. */
export function printedOn(track: Track, cell: number): Fact {
  return track.shows[track.cells.indexOf(cell)] ?? cell;
}
