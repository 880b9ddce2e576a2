import { expect, test } from "vitest";
import { hyphenate } from "./hyphenate";

const shown = (text: string, lang: "en" | "hu"): string => hyphenate(text, lang).replaceAll("\u00ad", "-");

test("a Hungarian word is broken between its syllables, and letters of one sound stay together", () => {
  expect(shown("Zsákmányolt puskák", "hu")).toBe("Zsák-má-nyolt pus-kák");
  expect(shown("Keresztfolyosó", "hu")).toBe("Ke-reszt-fo-lyo-só");
  expect(shown("Gépkocsitelep", "hu")).toBe("Gép-ko-csi-te-lep");
});

test("a long letter of two signs is not broken, since it would be spelled anew", () => {
  expect(shown("hosszúlépés", "hu")).toBe("hosszú-lé-pés");
});

test("an English word keeps four letters at its end", () => {
  expect(shown("Borrowed rifle", "en")).toBe("Bor-rowed rifle");
  expect(shown("Apprentice gang", "en")).toBe("Ap-pren-tice gang");
  expect(shown("Machine gun in the arcade", "en")).toBe("Ma-chine gun in the ar-cade");
});
