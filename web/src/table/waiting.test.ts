import { expect, test } from "vitest";
import type { Link, Table } from "../wire/types";
import { uninvited, waitingFor } from "./waiting";

const place = (seat: string, kind: string, level: string | null = null): Table["seats"][number] => ({ seat, kind, level, name: "", mine: false });
const invitation: Link = { kind: "away", seats: ["blue"], token: "x" };
const NOBODY = { online: [], taken: [], links: [invitation], standIns: {} };
const places = [place("red", "opponent", "3"), place("blue", "away"), place("green", "away")];

test("who is waited for is told by what they are and whether they are there", () => {
  const waits = waitingFor(["red", "blue", "green"], places, { online: ["green"], taken: [], links: [invitation], standIns: {} });
  expect(waits.map(({ seat, kind }) => `${seat} ${kind}`)).toEqual(["red opponent", "blue invite", "green person"]);
  expect(waits[1]?.link).toBe(invitation);
});

test("who was invited by somebody else is just not there", () => {
  expect(waitingFor(["blue"], places, { ...NOBODY, links: [] }).map((wait) => wait.kind)).toEqual(["gone"]);
});

test("an empty seat is an invitation to be sent, also while others are asked", () => {
  expect(uninvited(places, NOBODY).map((wait) => wait.seat)).toEqual(["blue"]);
  expect(uninvited(places, { ...NOBODY, online: ["blue"] })).toEqual([]);
});

test("an invitation that is spent is not offered again: whoever took the seat is just not there", () => {
  const known = { ...NOBODY, taken: ["blue"] };
  expect(uninvited(places, known)).toEqual([]);
  expect(waitingFor(["blue"], places, known)).toEqual([{ seat: "blue", kind: "gone", level: null, link: null }]);
});

test("where an opponent stands in for a person, it is the opponent that thinks", () => {
  const known = { ...NOBODY, standIns: { blue: "3" } };
  expect(waitingFor(["blue"], places, known)).toEqual([{ seat: "blue", kind: "opponent", level: "3", link: null }]);
});
