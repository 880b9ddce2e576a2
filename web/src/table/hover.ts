/** Asking what a thing is: by hovering, by long pressing, or by going to it with keys. */

/** Something is looked at, or nothing any more; with where on the screen it is. */
export type Look = (id: string | null, x?: number) => void;

const LONG_PRESS = 450;
/** Pixels by which a resting finger may move. */
const TREMBLE = 8;

interface Handlers {
  onfocus: (event: FocusEvent) => void;
  onpointerenter: (event: PointerEvent) => void;
  onpointerleave: (event: PointerEvent) => void;
  onpointerdown: (event: PointerEvent) => void;
  onpointermove: (event: PointerEvent) => void;
  onpointerup: () => void;
  onpointercancel: () => void;
  oncontextmenu: (event: MouseEvent) => void;
  onclickcapture: (event: MouseEvent) => void;
}

let pressed: ReturnType<typeof setTimeout> | undefined;
let from = { x: 0, y: 0 };
/** A long press has told what something is; the click that follows it is no choice. */
let told = false;

export function looking(id: string, onlook: Look): Handlers {
  return {
    onfocus(event) {
      const element = event.currentTarget as Element;
      if (element.matches(":focus-visible")) onlook(id, element.getBoundingClientRect().left);
    },
    onpointerenter(event) {
      if (event.pointerType === "mouse") onlook(id, event.clientX);
    },
    onpointerleave(event) {
      clearTimeout(pressed);
      if (event.pointerType === "mouse") onlook(null);
    },
    onpointerdown(event) {
      clearTimeout(pressed);
      told = false;
      const { clientX, clientY, isPrimary, pointerType } = event;
      if (pointerType === "mouse" || !isPrimary) return; // a second finger begins to zoom
      from = { x: clientX, y: clientY };
      pressed = setTimeout(() => {
        told = true;
        onlook(id, clientX);
      }, LONG_PRESS);
    },
    onpointermove(event) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > TREMBLE) clearTimeout(pressed);
    },
    onpointerup: () => clearTimeout(pressed),
    onpointercancel: () => clearTimeout(pressed),
    oncontextmenu(event) {
      if (told) event.preventDefault(); // the browser's own answer to a long press
    },
    onclickcapture(event) {
      if (told) event.stopPropagation();
      told = false;
    },
  };
}
