import { expect, it } from "vitest";
import { exampleAddress, lineIn } from "./address";

it("gives every line of an example an address of its own, and reads it again", () => {
  expect(exampleAddress("buda_1686", "ex.assault")).toBe("#/rules/buda_1686/ex.assault");
  for (const line of ["", "one", "1/3", "a b/ő"]) {
    const route = exampleAddress("game", "ex.a", line).slice(1).split("/").filter((part) => part !== "");
    expect([route[1], route[2], lineIn(route)]).toEqual(["game", "ex.a", line]);
  }
});
