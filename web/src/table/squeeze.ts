/** Pressing a line of text into its room, measured in the type that this browser has. */

import type { Attachment } from "svelte/attachments";

/** Make a line of text as narrow as its room if it is wider; `line` is what it says, so that it is measured anew when that changes. */
export function squeezed(line: string, room: number): Attachment<SVGTextElement> {
  return (text) => {
    text.removeAttribute("textLength");
    if (line === "" || text.getComputedTextLength() <= room) return;
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  };
}
