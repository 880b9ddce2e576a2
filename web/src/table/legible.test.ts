import { describe, expect, it } from "vitest";
import { enlargement } from "./legible";

describe("type on a board", () => {
  it("is as printed where that can be read", () => {
    expect(enlargement(20, 0.55)).toBe(1);
    expect(enlargement(20, 2)).toBe(1);
  });

  it("is larger where the board is small, but never so large that it lies on what is beside it", () => {
    expect(20 * 0.4 * enlargement(20, 0.4)).toBeCloseTo(11);
    expect(enlargement(20, 0.1)).toBe(2.5);
  });
});
