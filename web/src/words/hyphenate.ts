/** Where a long word may be broken on a narrow card: browsers know it for few languages, and not everywhere. */

import type { Lang } from "../wire/types";

const SHY = "\u00ad";
/** Shorter words stay whole. */
const LONG = 6;
const VOWELS: Record<Lang, string> = { en: "aeiouy", hu: "aáeéiíoóöőuúüű" };
/** Letters that are one sound, and so stay together. */
const TOGETHER: Record<Lang, string[]> = { en: ["ch", "sh", "th", "ck", "br", "cr", "dr", "fr", "gr", "pr", "tr", "bl", "cl", "fl", "gl", "pl"], hu: ["dzs", "cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs"] };
/** How many letters stay on the first line, and go to the second. English words often end in a vowel that is not heard. */
/* Where a compound is joined is not known: it is broken like any other word. */
const BEFORE = 2;
const AFTER: Record<Lang, number> = { en: 4, hu: 2 };

/** The same text with soft hyphens between syllables: one consonant goes over to the next line with its vowel. */
export function hyphenate(text: string, lang: Lang): string {
  return text.replace(/\p{L}+/gu, (word) => (word.length < LONG ? word : broken(word, lang)));
}

function broken(word: string, lang: Lang): string {
  const small = word.toLocaleLowerCase(lang);
  const isVowel = (at: number): boolean => VOWELS[lang].includes(small[at] ?? " ");
  let made = "";
  let from = 0;
  for (let at = 1; at < word.length; at += 1) {
    if (!isVowel(at) || isVowel(at - 1)) continue;
    const onset = at - (TOGETHER[lang].find((letters) => small.slice(0, at).endsWith(letters))?.length ?? 1);
    const doubled = lang === "hu" && onset < at - 1 && small[onset - 1] === small[onset]; // "ssz" would be written otherwise
    const heard = [...small.slice(0, onset)].some((_, each) => isVowel(each));
    if (!heard || doubled || onset - from < BEFORE || word.length - onset < AFTER[lang]) continue;
    made += word.slice(from, onset) + SHY;
    from = onset;
  }
  return made + word.slice(from);
}
