/** The boards of our games, filled with anything: no two counters overlap, and none leaves its place. */

import { describe, expect, it } from "vitest";
import { apart, dice, within } from "./geometry";
import { layOut, type Rect, type Size } from "./layout";

const GAMES = "../../../sandtable/games";
const FILES = import.meta.glob<string>("../../../sandtable/games/*/art/*.svg", { query: "?raw", import: "default", eager: true });
const NEARLY = 0.001;

type Attributes = Record<string, string>;

function attributesOf(tag: string): Attributes {
  return Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
}

/** The attributes of an element where the board is arranged for a wide screen. */
function widened(attributes: Attributes): Attributes {
  const changes = (attributes["data-wide"] ?? "").split(";").filter(Boolean);
  return { ...attributes, ...Object.fromEntries(changes.map((change) => change.split(":"))) };
}

function slotsOf(svg: string, wide: boolean): Map<string, Rect> {
  const found = new Map<string, Rect>();
  for (const [tag] of svg.matchAll(/<rect [^>]*class="slots"[^>]*>/g)) {
    const all = wide ? widened(attributesOf(tag)) : attributesOf(tag);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((side) => Number(all[side])) as [number, number, number, number];
    found.set((all["id"] ?? "").replace(/\/pieces$/, ""), { x, y, width, height });
  }
  return found;
}

function sizesOf(svg: string): Map<string, Size> {
  const symbols = [...svg.matchAll(/<symbol id="stamp-([^"]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"/g)];
  return new Map(symbols.map(([, id = "", width = "0", height = "0"]) => [id, { width: Number(width), height: Number(height) }]));
}

function read(game: string, file: string): string {
  const found = FILES[`${GAMES}/${game}/art/${file}`];
  if (found === undefined) throw new Error(`${game} has no ${file}`);
  return found;
}

/** Whether pieces of these sizes all lie in the box, and none on another. */
function tidy(sizes: Size[], box: Rect): boolean {
  const rects = layOut(sizes, box);
  if (rects.length !== sizes.length) return false;
  return rects.every((rect, at) => within(rect, box, NEARLY) && rects.slice(at + 1).every((other) => apart(rect, other, NEARLY)));
}

/** The games that have a board of their own. */
const DRAWN = Object.keys(FILES).flatMap((path) => (path.endsWith("/art/board.svg") ? [path.split("/").at(-3) ?? ""] : []));

it("finds the boards", () => {
  expect(DRAWN).toContain("buda_1686");
});

describe.each(DRAWN)("the board of %s", (game) => {
  const svg = read(game, "board.svg");
  const sizes = [...sizesOf(read(game, "pieces.svg")).entries()].filter(([id]) => !id.startsWith("icon:")).map(([, size]) => size);

  it.each([false, true])("keeps any number of any pieces apart and in their places (wide: %s)", (wide) => {
    const roll = dice(1956);
    const slots = slotsOf(svg, wide);
    expect(slots.size).toBeGreaterThan(30);
    const untidy: string[] = [];
    for (const [id, box] of slots) {
      for (const count of [1, 2, 3, 5, 8, 13, 24, 40]) {
        const pieces = Array.from({ length: count }, () => sizes[roll(sizes.length)] ?? { width: 40, height: 40 });
        if (!tidy(pieces, box)) untidy.push(`${count} in ${id}`);
      }
    }
    expect(untidy).toEqual([]);
  });
});

/** How large the smallest piece is drawn, in parts of its printed size. */
function smallest(wanted: [string, number][], box: Rect | undefined, sizes: Map<string, Size>): number {
  if (box === undefined) throw new Error("no such place");
  const pieces = wanted.flatMap(([id, count]) => Array.from({ length: count }, () => sizes.get(id) ?? { width: 0, height: 0 }));
  return Math.min(...layOut(pieces, box).map((rect, at) => rect.width / (pieces[at]?.width ?? 1)));
}

describe("crowded places can still be read", () => {
  const buda = sizesOf(read("buda_1686", "pieces.svg"));
  const ire = sizesOf(read("days_of_ire", "pieces.svg"));
  const fire = sizesOf(read("nights_of_fire", "pieces.svg"));
  const rogue = sizesOf(read("rogue_agent", "pieces.svg"));

  it.each([false, true])("a wall of Buda with all that it may hold (wide: %s)", (wide) => {
    const slots = slotsOf(read("buda_1686", "board.svg"), wide);
    const full: [string, number][] = [
      ["janissary", 4],
      ["entrenchment", 2],
    ];
    expect(smallest(full, slots.get("zone:vizivaros"), buda)).toBeGreaterThanOrEqual(0.95);
    expect(smallest(full, slots.get("zone:kozepso"), buda)).toBeGreaterThanOrEqual(0.75);
    expect(smallest([["kaiserlich", 11]], slots.get("box:lost"), buda)).toBeGreaterThanOrEqual(0.8);
    expect(smallest([["marker:cms", 8]], slots.get("scale:4"), buda)).toBeGreaterThanOrEqual(0.75);
  });

  it.each([false, true])("a photograph with everybody in it, the display, and the boxes of Days of Ire (wide: %s)", (wide) => {
    const slots = slotsOf(read("days_of_ire", "board.svg"), wide);
    const everybody: [string, number][] = [
      ["standee:first", 3],
      ["fighter", 4],
      ["fighter-passive", 1],
      ["tank", 1],
      ["militia", 1],
      ["sniper", 1],
      ["barricade", 1],
    ];
    for (const [id, box] of slots) {
      if (id.startsWith("location:")) expect(smallest(everybody, box, ire)).toBeGreaterThanOrEqual(0.85);
      if (id.startsWith("event_at:") || id.startsWith("display:")) expect(smallest([["event", 1]], box, ire)).toBeGreaterThanOrEqual(0.99);
    }
    expect(smallest([["avh_card", 8]], slots.get("area:avh_kit"), ire)).toBeGreaterThanOrEqual(0.9);
    expect(smallest([["headline-red", 3]], slots.get("area:front"), ire)).toBeGreaterThanOrEqual(0.95);
    expect(smallest([["headline-red", 1]], slots.get("area:current"), ire)).toBeGreaterThanOrEqual(0.95);
    expect(smallest([["happened:nagy_pm", 9]], slots.get("area:ashtray"), ire)).toBeGreaterThanOrEqual(0.75);
  });

  it("a district of Budapest with two Divisions against a dozen insurgents", () => {
    const slots = slotsOf(read("nights_of_fire", "board.svg"), false);
    const usual: [string, number][] = [
      ["fighter", 4],
      ["civilian", 1],
      ["regiment", 3],
      ["garrison", 1],
      ["barricade", 1],
    ];
    const full: [string, number][] = [...usual, ["fighter", 8], ["regiment", 3], ["rubble", 1], ["headline_target", 1]];
    for (const [id, box] of slots) {
      if (!id.startsWith("district:")) continue;
      expect(smallest(usual, box, fire)).toBeGreaterThanOrEqual(0.95);
      expect(smallest(full, box, fire)).toBeGreaterThanOrEqual(0.6);
    }
  });

  it.each([false, true])("a place in Rain City with everybody and a fire brigade of discs (wide: %s)", (wide) => {
    const slots = slotsOf(read("rogue_agent", "board.svg"), wide);
    const usual: [string, number][] = [
      ["agent-agent", 2],
      ["criminal-rampant", 1],
      ["bomb", 1],
    ];
    const full: [string, number][] = [
      ["police", 1],
      ["agent-agent", 4],
      ["bomb", 1],
      ["assassin", 2],
      ["criminal-rampant", 3],
    ];
    for (const [id, box] of slots) {
      if (!/^place:\w\d$/.test(id)) continue;
      expect(smallest(usual, box, rogue)).toBeGreaterThanOrEqual(1);
      expect(smallest(full, box, rogue)).toBeGreaterThanOrEqual(0.7);
    }
    expect(smallest([["die_red-amplify", 9]], slots.get("area:tray"), rogue)).toBeGreaterThanOrEqual(1);
    expect(smallest([["die_red-amplify", 6]], slots.get("area:wire"), rogue)).toBeGreaterThanOrEqual(1);
    expect(smallest([["bomb", 3]], slots.get("area:drawn"), rogue)).toBeGreaterThanOrEqual(0.75);
    expect(smallest([["criminal-defeated", 2], ["clock", 1]], slots.get("custody:purple"), rogue)).toBeGreaterThanOrEqual(0.75);
    expect(smallest([["set-ember", 3]], slots.get("sets:purple"), rogue)).toBeGreaterThanOrEqual(0.9);
  });
});
