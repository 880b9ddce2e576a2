import { expect, test } from "vitest";
import { originFor } from "./origin";

const known = (address: string | null, lan: string | null): Parameters<typeof originFor>[0] => ({ public: address, lan, command: "" });
const LAN = "http://192.168.1.7:1686";

test("the set address goes before everything", () => {
  for (const here of ["http://localhost:1686", "http://192.168.1.7:1686"]) expect(originFor(known("https://club.example", LAN), here)).toEqual({ origin: "https://club.example", local: false });
});

test("who plays on the serving machine passes on its address in the network", () => {
  for (const here of ["http://localhost:1686", "http://127.0.0.1:1686", "http://[::1]:1686", "http://localhost"]) expect(originFor(known(null, LAN), here)).toEqual({ origin: LAN, local: false });
});

test("who came by another name passes that name on", () => {
  for (const here of ["http://games.local:1686", "https://localhost.example"]) expect(originFor(known(null, LAN), here)).toEqual({ origin: here, local: false });
});

test("a server for this machine only is told apart", () => {
  expect(originFor(known(null, null), "http://localhost:1686")).toEqual({ origin: "http://localhost:1686", local: true });
  expect(originFor(known(null, null), "https://club.example")).toEqual({ origin: "https://club.example", local: false });
});
