/** Type on a board is never smaller than can be read: where the board is small, its letters are larger than printed. */

/** Pixels that letters have at least. */
const LEAST = 11;
/** How many times larger than printed letters may become: beyond that they would lie on each other. */
const MOST = 2.5;
/** How far a word may be squeezed to stay in its room, and how far it may reach beyond that, before it is left out. */
const NARROWEST = 0.56;
const BEYOND = 1.13;
/** How far down letters of the print go when they grow, in parts of the growth: what stands below a line would else stand on it. */
const LOWER = 0.35;

/** What is told by a colour too, and has no room to grow: the letters on signs of owners. They are left out until the board is near. */
const SIGN = ".flag";
/** A word that has no room, and one that is shown all the same. */
const UNFIT = "unfit";
const REVEALED = "revealed";

/** How many times larger than printed letters of a size must be, on the screen so many pixels for a unit. */
export function enlargement(size: number, pixels: number): number {
  return Math.min(MOST, Math.max(1, LEAST / (size * pixels)));
}

/** A size of type, rounded so that it does not become smaller. */
const rounded = (size: number): string => `${Math.ceil(size * 100) / 100}px`;

/** Make all type on a board legible. First all is as printed, then all is measured, then all is set: so the page is laid out only twice. */
export function makeLegible(board: SVGSVGElement): void {
  const texts = [...board.querySelectorAll("text")];
  for (const text of texts) {
    text.style.fontSize = "";
    text.classList.remove(UNFIT);
  }
  const measured = texts.map((text) => {
    const size = parseFloat(getComputedStyle(text).fontSize);
    const matrix = text.getScreenCTM();
    return { text, size, sign: text.closest(SIGN) !== null, times: matrix === null ? 1 : enlargement(size, Math.hypot(matrix.b, matrix.d)) };
  });
  for (const { text, size, sign, times } of measured) {
    if (sign) text.classList.toggle(UNFIT, times > 1);
    else if (times > 1) text.style.fontSize = rounded(size * times);
    if (text.closest(".art") !== null) text.setAttribute("dy", (size * (times - 1) * LOWER).toFixed(1));
  }
  for (const { text, times } of measured) if (times > 1) press(text);
}

/** Squeeze a word that is now wider than its room; one that would be squeezed too far is left out, until it is asked for or the board is nearer. */
function press(text: SVGTextElement): void {
  const room = Number(text.dataset["width"] ?? 0);
  if (room === 0) return;
  text.removeAttribute("textLength");
  const wide = text.getComputedTextLength();
  if (wide <= room) return;
  text.classList.toggle(UNFIT, wide * NARROWEST > room * BEYOND);
  text.setAttribute("textLength", String(Math.max(room, wide * NARROWEST)));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** A name that has no room is shown while the place is spoken of. */
export function reveal(board: SVGSVGElement, id: string | null): void {
  for (const text of board.querySelectorAll<SVGTextElement>(`text.${UNFIT}, text.${REVEALED}`)) text.classList.toggle(REVEALED, text.dataset["name"] === id);
}

/** Counters that are small on the screen are drawn without their fine print. */
export function leaveOutFinePrint(board: SVGSVGElement): void {
  for (const drawn of board.querySelectorAll<SVGGElement>("g[data-fine]")) {
    const matrix = drawn.getScreenCTM();
    drawn.classList.toggle("far", matrix !== null && Number(drawn.dataset["fine"]) * Math.hypot(matrix.b, matrix.d) < LEAST);
  }
}
