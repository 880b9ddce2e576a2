import { expect, test } from "vitest";
import type { Game, Mode } from "../wire/types";
import { modeOf, seated, seating, telling, usual } from "./setup";

const mode = (id: string, options: Mode["options"], seats: string[], sides: number[]): Mode => ({ id, options, seats, sides });
const alone = mode("alone", { rules: "solo", players: 1 }, ["red"], [0]);
const pair = mode("pair", { rules: "solo", players: 2 }, ["first", "second"], [0, 0]);
const war = mode("war", { rules: "war", players: 1 }, ["red", "blue"], [0, 1]);
const values = (...all: (string | number)[]) => all.map((value) => ({ value, text: String(value) }));
const game = { modes: [alone, pair, war], options: [{ id: "rules", text: "", values: values("solo", "war") }, { id: "players", text: "", values: values(1, 2) }, { id: "luck", text: "", values: values(0, 1) }] } as unknown as Game;

test("options begin with their first value and make a mode", () => {
  expect(usual(game)).toEqual({ rules: "solo", players: 1, luck: 0 });
  expect(modeOf(game.modes, usual(game))).toBe(alone);
  expect(modeOf(game.modes, { rules: "solo", players: 2, luck: 1 })).toBe(pair);
  expect(modeOf(game.modes, { rules: "war", players: 2 })).toBeUndefined();
});

test("first values that make no mode give way to the first mode", () => {
  const other = { ...game, modes: [war] } as unknown as Game;
  expect(usual(other)).toEqual({ rules: "war", players: 1, luck: 0 });
  expect(usual({ ...game, modes: [war, pair, alone] } as unknown as Game)).toEqual({ rules: "solo", players: 1, luck: 0 });
});

test("a mode that says more about the options comes before the plain one", () => {
  const plain = mode("plain", {}, ["a", "b"], [0, 1]);
  const easy = mode("easy", { victory: "either" }, ["a", "b"], [0, 1]);
  expect(modeOf([plain, easy], { victory: "either" })).toBe(easy);
  expect(modeOf([plain, easy], { victory: "both" })).toBe(plain);
});

test("what tells the modes apart is known", () => {
  expect([...telling(game)]).toEqual(["rules", "players"]);
});

test("a partner sits beside me, an opponent takes the other side", () => {
  expect(seated(pair, "second", {})).toEqual({ first: "here", second: "me" });
  expect(seated(war, "blue", {})).toEqual({ red: "3", blue: "me" });
});

test("who was chosen stays, except at my seat and where nobody plays", () => {
  expect(seated(war, "red", { red: "5", blue: "6" })).toEqual({ red: "me", blue: "6" });
  expect(seated(war, "red", { red: "5", blue: "me" })).toEqual({ red: "me", blue: "3" });
  expect(seated(war, "", { red: "me", blue: "away" })).toEqual({ red: "3", blue: "3" });
});

test("seats are asked for as the server wants them", () => {
  expect(seating("me", "Anna")).toEqual({ kind: "here", name: "Anna" });
  expect(seating("away", "Anna")).toEqual({ kind: "away", name: "" });
  expect(seating("4", "Anna")).toEqual({ kind: "opponent", level: "4", name: "" });
});
