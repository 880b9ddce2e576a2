import { expect, test } from "vitest";
import { left } from "./leaving";

test("minutes that are left count down from what the server said", () => {
  expect(left({ ottoman: 600 }, 0)).toEqual([{ seat: "ottoman", minutes: 10 }]);
  expect(left({ ottoman: 600 }, 541_000)).toEqual([{ seat: "ottoman", minutes: 1 }]);
  expect(left({ ottoman: 600 }, 599_999)).toEqual([{ seat: "ottoman", minutes: 1 }]);
  expect(left({ ottoman: 600 }, 600_000)).toEqual([{ seat: "ottoman", minutes: 0 }]);
  expect(left({ ottoman: 0 }, 5)).toEqual([{ seat: "ottoman", minutes: 0 }]);
  expect(left({}, 5)).toEqual([]);
});
