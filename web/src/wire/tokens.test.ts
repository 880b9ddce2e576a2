import { expect, test } from "vitest";
import { newToken, pathOf } from "./tokens";

test("a token is what the server takes for one, and no two are alike", () => {
  const made = Array.from({ length: 200 }, newToken);
  for (const token of made) expect(token).toMatch(/^[a-z2-7]{26}$/);
  expect(new Set(made).size).toBe(200);
  expect(new Set(made.join("")).size).toBe(32);
});

test("an invitation leads to where it is exchanged, a key to the table", () => {
  expect(["away", "device", "here", "watch"].map((kind) => pathOf({ kind, seats: [], token: "x" }))).toEqual(["/#/join/x", "/#/join/x", "/#/table/x", "/#/table/x"]);
});
