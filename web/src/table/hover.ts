/** Hovering over a thing, pressing it long or focusing it shows what it is. */

/** The thing under the pointer, or null. */
export type OnHover = (id: string | null) => void;

const LONG_PRESS_MS = 450;
/** Pixels that a finger may move in a long press. */
const MAX_DRIFT = 8;

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
/** After a long press the click that follows is not a choice. */
let shown = false;

export function hoverHandlers(id: string, onhover: OnHover): Handlers {
  return {
    onfocus(event) {
      const element = event.currentTarget as Element;
      if (element.matches(":focus-visible")) onhover(id);
    },
    onpointerenter(event) {
      if (event.pointerType === "mouse") onhover(id);
    },
    onpointerleave(event) {
      clearTimeout(pressed);
      if (event.pointerType === "mouse") onhover(null);
    },
    onpointerdown(event) {
      clearTimeout(pressed);
      shown = false;
      const { clientX, clientY, isPrimary, pointerType } = event;
      if (pointerType === "mouse" || !isPrimary) return; // a second finger begins to zoom
      from = { x: clientX, y: clientY };
      pressed = setTimeout(() => {
        shown = true;
        onhover(id);
      }, LONG_PRESS_MS);
    },
    onpointermove(event) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > MAX_DRIFT) clearTimeout(pressed);
    },
    onpointerup: () => clearTimeout(pressed),
    onpointercancel: () => clearTimeout(pressed),
    oncontextmenu(event) {
      if (shown) event.preventDefault(); // the browser's own answer to a long press
    },
    onclickcapture(event) {
      if (shown) event.stopPropagation();
      shown = false;
    },
  };
}

/** Where a card about a thing is out of its way: on the other side of the board, and above what lies low. */
export function beside(id: string): { right: boolean; high: boolean } {
  const frame = document.querySelector(".desk main > .board")?.getBoundingClientRect();
  const thing = document.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  if (frame === undefined || thing === undefined) return { right: false, high: false };
  const [x, y] = [thing.left + thing.width / 2 - frame.left, thing.top + thing.height / 2 - frame.top];
  return { right: x < frame.width / 2, high: y > frame.height / 2 };
}
