/** Type on a board is never smaller than can be read: where the board is small, its letters are larger than printed. */

/** Pixels that letters have at least. */
const LEAST = 11;
/** How many times larger than printed letters may become: beyond that they would lie on each other. */
const MOST = 2;
/** How far a word may be squeezed to stay in its room. */
const NARROWEST = 0.56;
/** How far down letters of the print go when they grow, in parts of the growth: what stands below a line would else stand on it. */
const LOWER = 0.35;

/** What is printed small where it stands, and is told by a colour too: signs of owners. */
const DECORATION = ".flag";

/** How many times larger than printed letters of a size must be, on the screen so many pixels for a unit. */
export function enlargement(size: number, pixels: number): number {
  return Math.min(MOST, Math.max(1, LEAST / (size * pixels)));
}

/** Make all type on a board legible. First all is as printed, then all is measured, then all is set: so the page is laid out only twice. */
export function makeLegible(board: SVGSVGElement): void {
  const texts = [...board.querySelectorAll("text")].filter((text) => text.closest(DECORATION) === null);
  for (const text of texts) text.style.fontSize = "";
  const measured = texts.map((text) => {
    const size = parseFloat(getComputedStyle(text).fontSize);
    const matrix = text.getScreenCTM();
    return { text, size, times: matrix === null ? 1 : enlargement(size, Math.hypot(matrix.b, matrix.d)) };
  });
  for (const { text, size, times } of measured) {
    if (times > 1) text.style.fontSize = `${(size * times).toFixed(1)}px`;
    if (text.closest(".art") !== null) text.setAttribute("dy", (size * (times - 1) * LOWER).toFixed(1));
  }
  for (const { text, size, times } of measured) if (times > 1) press(text, size * times);
}

/** Squeeze a word that is now wider than its room; smaller again, if it would be squeezed too far. */
function press(text: SVGTextElement, size: number): void {
  const room = Number(text.dataset["width"] ?? 0);
  if (room === 0) return;
  text.removeAttribute("textLength");
  const wide = text.getComputedTextLength();
  if (wide * NARROWEST > room) text.style.fontSize = `${((size * room) / (wide * NARROWEST)).toFixed(1)}px`;
  if (wide <= room) return;
  text.setAttribute("textLength", String(room));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}
