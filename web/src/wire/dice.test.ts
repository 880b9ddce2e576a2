import { expect, test } from "vitest";
import { blake2b } from "./blake2b";
import { agreedHash, commitmentOf, faultOf, promiseOf, sharedSeed } from "./dice";

// From hashlib.blake2b(text, digest_size=32, person=...) of Python.
test.each([
  ["", "sandtable-commit", "aabb5378ac81244eb84d79222b0fc21b6500fcf28073734624d2c78872ca86d5"],
  ["abc", "sandtable-commit", "ae313c10550087bbffd4c558d7041ed7052c4e6922b19c56ae3e363cafe71f86"],
  ["x".repeat(128), "sandtable-shared", "bad3efd0eb3c41f3437a97a902f6d33d3ddfcf0fd0ca5845ea0e81b74271726c"],
  ["Árvíztűrő tükörfúrógép ".repeat(20), "sandtable-shared", "597b671414d670f337c723c761f2e44e01e9401d29075339b81adf2376ac272b"],
])("the hash of %j", (text, person, expected) => {
  expect(blake2b(text, person)).toBe(expected);
});

const SECRET = "secret";
const ENTROPY = { ottoman: "a", imperial: "b" };
const COMMITMENT = "c87c5cea33d60bc17bad4328c070fb500e62df7f4fe01d6932b6a20579f178bb";
const PROOF = { commitment: COMMITMENT, secret: SECRET, entropy: ENTROPY, seed: "789cc41f4b781623fdea0ef1d5e9cf51d48343881d60be1a79dc8e76a2ea3c61" };
const PROMISES = { ottoman: promiseOf("a"), imperial: promiseOf("b") };
const KEPT = { commitment: COMMITMENT, entropy: "a", promises: PROMISES };

test("the formula", () => {
  expect(commitmentOf(SECRET)).toBe(COMMITMENT);
  expect(sharedSeed(SECRET, ENTROPY)).toBe(PROOF.seed);
  expect(promiseOf("a")).toBe("29e866b210a1551b29519329397574017f1cd20e0300d01fe5dc4d1b9b2f3771");
  expect(agreedHash("c", { ottoman: "a", imperial: "b" })).toBe("1ee860aede4b274cca8fb93aab4d47ad79d9db2709d0c842975e21d6c23452b7");
});

test("dice as promised, and every way in which they are not", () => {
  expect(faultOf(PROOF, KEPT, ["ottoman"])).toBeNull();
  expect(faultOf(PROOF, { commitment: COMMITMENT }, ["imperial"])).toBeNull(); // another device of the seat added to them
  expect(faultOf({ ...PROOF, entropy: {}, seed: SECRET }, { commitment: COMMITMENT }, [])).toBeNull(); // not shared
  expect(faultOf(PROOF, { ...KEPT, commitment: "0" }, ["ottoman"])).toBe("commitment");
  expect(faultOf(PROOF, KEPT, ["imperial"])).toBe("entropy");
  expect(faultOf({ ...PROOF, entropy: { imperial: "b" } }, KEPT, ["ottoman"])).toBe("entropy");
  expect(faultOf({ ...PROOF, secret: "other" }, KEPT, ["ottoman"])).toBe("secret");
  const fitted = { ...ENTROPY, imperial: "chosen last" };
  expect(faultOf({ ...PROOF, entropy: fitted, seed: sharedSeed(SECRET, fitted) }, KEPT, ["ottoman"])).toBe("broken");
  expect(faultOf(PROOF, { ...KEPT, promises: { ...PROMISES, nobody: "x" } }, ["ottoman"])).toBe("broken");
  expect(faultOf({ ...PROOF, seed: "other" }, KEPT, ["ottoman"])).toBe("seed");
  expect(faultOf({ ...PROOF, entropy: { ...ENTROPY, imperial: "c" } }, { commitment: COMMITMENT, entropy: "a" }, ["ottoman"])).toBe("seed");
});
