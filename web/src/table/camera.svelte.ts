/** The view onto the board: how near it is, and what it goes to. */

import { pointer, select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { motion } from "../settings.svelte";
import type { Rect, Size } from "./layout";
import { between, FINGER, isInView, marginOf, scaleOf, type Focus } from "./zoom";

const LARGEST = 8;
/** How much nearer one step is. */
const STEP = 1.5;
/** How long the view takes to come near. */
const GLIDE_MS = 500;

/** What the camera looks at: the sheet, and the room on the screen. */
interface Subject {
  sheet: Size;
  frame: Size;
}

export class Camera {
  at: ZoomTransform = $state.raw(zoomIdentity);
  private svg: SVGSVGElement | null = null;
  /** Counts up with every glide, so that an older one ends. */
  private gliding = 0;
  private readonly pan = zoom<SVGSVGElement, unknown>().scaleExtent([1, LARGEST]).on("zoom", (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
    if (event.sourceEvent !== null) this.gliding += 1; // the reader's own hand is stronger
    this.at = event.transform;
  });

  constructor(private readonly subject: () => Subject) {}

  /** Steps that the view is nearer than the whole board: things are drawn for one step, not for every bit of a pinch. */
  readonly steps = $derived.by(() => Math.floor(Math.log(this.at.k) / Math.log(STEP) + 0.001));
  /** Pixels that a unit of the board has at this step. */
  readonly pixels = $derived.by(() => {
    const { sheet, frame } = this.subject();
    return Math.max(scaleOf(sheet, frame), 0) * STEP ** this.steps;
  });

  mount(svg: SVGSVGElement): void {
    this.svg = svg;
    select(svg).call(this.pan).on("dblclick.zoom", (event: MouseEvent | TouchEvent) => this.twice(event));
  }

  /** Begin with a sheet as a whole. */
  begin(sheet: Size): void {
    this.pan.translateExtent([
      [0, 0],
      [sheet.width, sheet.height],
    ]);
    // What is beside the board at first fills with it when it is brought nearer.
    this.pan.extent(() => {
      const spare = marginOf(sheet, this.subject().frame);
      return [
        [-spare.x, -spare.y],
        [sheet.width + spare.x, sheet.height + spare.y],
      ];
    });
    this.whole();
  }

  whole(): void {
    if (this.svg !== null) this.pan.transform(select(this.svg), zoomIdentity);
  }

  nearer(): void {
    this.scale(STEP);
  }

  farther(): void {
    this.scale(1 / STEP);
  }

  private scale(by: number): void {
    if (this.svg !== null) this.pan.scaleBy(select(this.svg), by);
  }

  goTo({ k, x, y }: Focus): void {
    if (this.svg === null) return;
    this.pan.scaleTo(select(this.svg), k);
    this.pan.translateTo(select(this.svg), x, y);
  }

  /** Go somewhere on the board as a camera would. */
  glide(to: Focus): void {
    this.gliding += 1;
    const mine = this.gliding;
    if (!motion()) {
      this.goTo(to);
      return;
    }
    const { sheet } = this.subject();
    const from = { k: this.at.k, x: (sheet.width / 2 - this.at.x) / this.at.k, y: (sheet.height / 2 - this.at.y) / this.at.k };
    const start = performance.now();
    const step = (now: number): void => {
      if (mine !== this.gliding) return;
      const share = Math.min(1, Math.max(0, now - start) / GLIDE_MS);
      this.goTo(between(from, to, share));
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Bring something that is too small for a finger near, so that the next tap hits it. */
  bringNear(box: DOMRect): void {
    const whole = this.svg?.getScreenCTM() ?? null;
    if (whole === null) return;
    const [x, y] = this.at.invert([(box.x + box.width / 2 - whole.e) / whole.a, (box.y + box.height / 2 - whole.f) / whole.d]);
    this.glide({ k: Math.min(LARGEST, (this.at.k * FINGER) / Math.min(box.width, box.height)), x, y });
  }

  /** Whether something at one of these places is in view. */
  sees(rects: Rect[]): boolean {
    const { sheet, frame } = this.subject();
    return isInView(this.at, rects, sheet, frame);
  }

  /** Bring a point into view on a board that is zoomed in. */
  follow({ x, y }: { x: number; y: number }): void {
    if (this.svg !== null && this.at.k > 1 && !this.sees([{ x, y, width: 1, height: 1 }])) this.pan.translateTo(select(this.svg), x, y);
  }

  /** Two quick taps or clicks where nothing can be chosen: closer at that place, or back to the whole. */
  private twice(event: MouseEvent | TouchEvent): void {
    if (this.svg === null || (event.target as Element).matches(".lit, .picked")) return;
    event.preventDefault();
    if (this.at.k > STEP) this.whole();
    else this.pan.scaleBy(select(this.svg), STEP * STEP, pointer("changedTouches" in event ? event.changedTouches[0] : event, this.svg));
  }
}
