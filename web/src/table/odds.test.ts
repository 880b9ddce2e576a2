import { expect, it, vi } from "vitest";
import type { Answer, Odds, Request } from "../wire/types";
import { en, type Key } from "../words/en";
import { hu } from "../words/hu";
import { chip, percent, signed, termsByRule, told } from "./odds";
import { OddsDesk } from "./odds.svelte";

const settings = vi.hoisted(() => ({ lang: "en" }));
vi.mock("../settings.svelte", () => ({
  t: (key: Key, values: Record<string, string | number> = {}) => (settings.lang === "hu" ? hu : en)[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
}));

const outcome = (share: number, text: string): Odds["ifs"][number]["outcomes"][number] => ({ share, text, faces: [] });
const odds = (...ifs: Odds["ifs"][number]["outcomes"][]): Odds => ({ choice: ["roll"], exact: true, runs: 6, ifs: ifs.map((outcomes) => ({ answers: [], outcomes })), depends: [], needs: [], terms: [] });

it("says chances as people do, and never that what may happen cannot", () => {
  expect([0, 0.001, 0.424, 2 / 3, 0.999, 1].map(percent)).toEqual(["0 %", "< 1 %", "42 %", "67 %", "> 99 %", "100 %"]);
  expect([2, -1].map(signed)).toEqual(["+2", "−1"]);
});

it("puts the chance of the likeliest outcome behind an option, for every answer of the other side", () => {
  expect(chip(odds([outcome(0.667, "breach"), outcome(0.333, "nothing")]))).toBe("67 %");
  expect(chip(odds([outcome(0.667, "breach"), outcome(0.333, "nothing")], [outcome(0.5, "nothing"), outcome(0.5, "breach")]))).toBe("67 · 50 %");
  expect(chip(odds([outcome(0.667, "breach"), outcome(0.333, "nothing")], [outcome(1, "he comes")]))).toBe("67 % …");
  expect(chip({ ...odds([outcome(0.4, "a"), outcome(0.6, "b")]), exact: false })).toBe("≈ 40 %");
});

it("writes per cent as the reader's language does", () => {
  settings.lang = "hu";
  expect([percent(0.999), chip(odds([outcome(0.667, "rés"), outcome(0.333, "semmi")]))]).toEqual(["> 99%", "67%"]);
  settings.lang = "en";
});

it("adds up a roll rule by rule", () => {
  const term = (amount: number, rule: string): Odds["terms"][number] => ({ amount, thing: "", text: "", rule });
  const terms = [term(4, "a"), term(-2, "b"), term(3, "a")];
  expect(termsByRule({ ...odds([]), terms }).map((each) => [each.rule, each.terms.map(({ amount }) => amount)])).toEqual([["a", [4, 3]], ["b", [-2]]]);
});

it("tells the likeliest outcomes and counts the rarer ones", () => {
  const six = told({ answers: [], outcomes: [0.4, 0.3, 0.1, 0.1, 0.06, 0.04].map((share) => outcome(share, String(share))) });
  expect(six.outcomes).toHaveLength(4);
  expect(six.rarer?.count).toBe(2);
  expect(six.rarer?.share).toBeCloseTo(0.1);
  expect(told({ answers: [], outcomes: [outcome(1, "sure")] }).rarer).toBeNull();
});

/** A desk whose questions are answered by hand. */
function desk(): { desk: OddsDesk; asked: Request[]; answer: (odds: Odds[], n?: number) => Promise<void> } {
  const asked: Request[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const made = new OddsDesk((request) => {
    asked.push(request);
    return new Promise((resolve) => waiting.push(resolve));
  });
  const answer = async (found: Odds[], n = 7): Promise<void> => {
    waiting.shift()?.({ is: "odds", id: "", n, odds: found });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { desk: made, asked, answer };
}

it("asks once the choice has stayed the same for a moment, one question at a time, and remembers the answer", async () => {
  vi.useFakeTimers();
  const { desk: at, asked, answer } = desk();
  at.consider(7, ["a"]);
  at.consider(7, ["b"]);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([{ do: "odds", choice: ["b"] }]);
  at.consider(7, ["c"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1); // the first one is not answered yet
  await answer([odds([outcome(1, "sure")])]);
  expect(at.shown).toBeNull(); // the answer was about another option
  expect(at.of(7, ["b"])?.runs).toBe(6);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.at(-1)).toEqual({ do: "odds", choice: ["c"] });
  await answer([]);
  expect(at.shown).toBeNull(); // chance has no say in it
  at.consider(7, ["b"]);
  expect(at.shown?.runs).toBe(6);
  expect(asked).toHaveLength(2);
  vi.useRealTimers();
});

it("forgets everything when something else is asked", async () => {
  vi.useFakeTimers();
  const { desk: at, asked, answer } = desk();
  at.consider(7, ["a"]);
  await vi.advanceTimersByTimeAsync(1000);
  at.consider(8, ["a"]);
  await answer([odds([outcome(1, "old")])]);
  expect(at.shown).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  await answer([odds([outcome(1, "new")])], 8);
  expect(at.shown?.ifs[0]?.outcomes[0]?.text).toBe("new");
  vi.useRealTimers();
});
