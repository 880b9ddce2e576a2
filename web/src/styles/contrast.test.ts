/** WCAG AA: text of every look, house and game, light and dark, stands out from what it is written on. */

import { describe, expect, it } from "vitest";

const FILES = import.meta.glob<string>(["./base.css", "../../../sandtable/games/*/art/*.{css,svg}"], { query: "?raw", import: "default", eager: true });
const HOUSE = "./base.css";
const TEXT = 4.5;
const SIGN = 3;

type Colours = Record<string, string>;

/** The custom properties of the rules whose selector is one of these. */
function colours(css: string, ...selectors: string[]): Colours {
  const found: Colours = {};
  for (const [, selector = "", body = ""] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.includes(selector.replace(/\/\*.*?\*\//gs, "").trim())) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,8})\b/gi)) found[name] = value;
  }
  return found;
}


function read(path: string): string {
  const found = FILES[path];
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
}

const styleIn = (svg: string): string => /<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? "";

/** Where a look comes from, the weaker first: the house, the game's board, the game's theme. */
function lookOf(game: string, dark: boolean): Colours {
  const house = read(HOUSE);
  const theme = `.${game.replaceAll("_", "-")}`;
  const board = styleIn(read(`../../../sandtable/games/${game}/art/board.svg`));
  const own = read(`../../../sandtable/games/${game}/art/theme.css`);
  const light = { ...colours(house, ":root"), ...colours(board, `:where(${theme})`), ...colours(own, theme) };
  if (!dark) return light;
  return {
    ...light,
    ...colours(house, ':root[data-theme="dark"]'),
    ...colours(board, `:where([data-theme="dark"] ${theme})`),
    ...colours(own, theme),
    ...colours(own, `[data-theme="dark"] ${theme}`),
  };
}

function luminance(colour: string): number {
  const hex = colour.length < 6 ? [...colour.slice(1)].map((digit) => digit + digit).join("") : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 1, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

it("counts as WCAG does", () => {
  expect(contrast("#000", "#fff")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

function enough(look: Colours, pairs: [string, string][], limit: number): void {
  const bad = pairs
    .map(([ink, paper]) => ({ ink, paper, ratio: contrast(look[ink] ?? "#888888", look[paper] ?? "#888888") }))
    .filter(({ ratio }) => ratio < limit);
  expect(bad).toEqual([]);
}

const EVERYWHERE: [string, string][] = [
  ["ink", "paper"],
  ["ink", "paper-light"],
  ["ink-soft", "paper"],
  ["ink-soft", "paper-light"],
  ["accent", "paper"],
  ["accent", "paper-light"],
  ["accent-ink", "accent"],
  ["seat-none-ink", "seat-none"],
  ...[1, 2, 3, 4, 5, 6].map((side): [string, string] => [`side-${side}-ink`, `side-${side}`]),
];

/** Countries of Battle for Europe that nobody plays. */
const COUNTRIES = ["vichy_france", "hungary", "romania", "bulgaria", "finland", "belgium", "denmark", "greece", "netherlands", "yugoslavia", "norway", "spain", "sweden", "turkey", "poland"];

const GAMES = {
  battle_for_europe: {
    seats: ["germany", "italy", "france", "britain", "ussr", "usa", "axis", "allies", "west", ...COUNTRIES],
    pairs: [
      ["ink", "wash-1"],
      ["ink", "wash-2"],
      ["ink", "wash-3"],
      ["ink", "wash-4"],
      ["ink", "wash-5"],
      ["ink", "halo"],
      ["ink", "card"],
      ["sea-ink", "sea"],
    ],
    signs: [
      ["glow", "wash-1"],
      ["glow", "wash-5"],
      ["glow", "glow-edge"],
      ["carmine", "wash-2"],
      ["carmine", "wash-5"],
      ["river", "wash-1"],
      ["river", "wash-5"],
      ["relief", "wash-2"],
      ["relief", "wash-4"],
      ["coast", "sea"],
      ["wall", "wash-2"],
      ["sea-ink", "wash-4"],
    ],
  },
  buda_1686: {
    seats: ["imperial", "ottoman"],
    pairs: [
      ["ink", "ground"],
      ["ink", "imperial"],
      ["ink", "ottoman"],
      ["ink", "stone"],
      ["water-ink", "water"],
    ],
    signs: [
      ["glow", "paper-light"],
      ["glow", "ground"],
      ["glow", "glow-edge"],
      ["ink", "road"],
    ],
  },
  days_of_ire: {
    seats: ["revolutionary", "first", "second", "third", "soviet"],
    pairs: [
      ["ink", "soviet"],
      ["ink", "leaf"],
      ["ink", "white-zone"],
      ["ink", "red-zone"],
      ["ink", "green-zone"],
      ["ink", "glass"],
      ["red", "leaf"],
      ["photo-ink", "photo"],
      ["deck-ink", "leaf-head"],
      ["deck-ink", "leaf-first"],
    ],
    signs: [
      ["glow", "plan"],
      ["glow", "glow-edge"],
      ["thread", "plan"],
      ["sepia", "sky"],
    ],
  },
  nights_of_fire: {
    seats: ["revolutionary", "first", "second", "commander", "konev"],
    pairs: [
      ["ink", "buda"],
      ["ink", "north"],
      ["ink", "south"],
      ["ink", "soviet"],
      ["ink", "hungarian"],
      ["ink", "fallen"],
      ["ink", "halo"],
      ["night-ink", "night"],
    ],
    signs: [
      ["glow", "buda"],
      ["glow", "south"],
      ["glow", "glow-edge"],
      ["red", "north"],
      ["red", "south"],
      ["deck", "river"],
    ],
  },
  rogue_agent: {
    seats: ["purple", "yellow", "grey", "orange"],
    pairs: [
      ["ink", "panel"],
      ["ink", "cork"],
      ["ink", "tile-head"],
      ["tile-ink", "tile-head"],
      ["tile-ink", "tile-foot"],
      ["tile-ink", "ruin-head"],
      ["ruin-ink", "ruin-head"],
      ["coin-ink", "coin"],
      ["wire", "case"],
      ["neon-blue", "tile-head"],
      ["neon-pink", "tile-head"],
      ["neon-green", "tile-head"],
      ["neon-amber", "tile-head"],
      ["neon-violet", "tile-head"],
      ["neon-red", "tile-head"],
      ["seat-none-ink", "sheet"],
    ],
    signs: [
      ["glow", "tile"],
      ["glow", "panel"],
      ["glow", "cell"],
      ["glow", "glow-edge"],
      ["skull", "tile-head"],
      ["safe", "tile-head"],
      ["safe-android", "tile-head"],
      ["panel-ink", "gauge-off"],
      ["seat-purple", "panel-deep"],
      ["seat-yellow", "panel-deep"],
      ["seat-grey", "panel-deep"],
      ["seat-orange", "panel-deep"],
      ["slot-edge", "slot"],
    ],
  },
} satisfies Record<string, { seats: string[]; pairs: [string, string][]; signs: [string, string][] }>;

it("holds every game that has colours of its own", () => {
  const coloured = Object.keys(FILES).flatMap((path) => (path.endsWith("/art/theme.css") ? [path.split("/").at(-3) ?? ""] : []));
  expect(Object.keys(GAMES).sort()).toEqual(coloured.sort());
});

describe.each([false, true])("dark: %s", (dark) => {
  it("the house can be read", () => {
    const house = read(HOUSE);
    const light = colours(house, ":root");
    enough(dark ? { ...light, ...colours(house, ':root[data-theme="dark"]') } : light, EVERYWHERE, TEXT);
  });

  it.each(Object.entries(GAMES))("%s can be read", (game, { seats, pairs, signs }) => {
    const look = lookOf(game, dark);
    enough(look, [...EVERYWHERE, ...pairs, ...seats.map((seat): [string, string] => [`seat-${seat}-ink`, `seat-${seat}`])], TEXT);
    enough(look, signs, SIGN);
  });
});
