import type { Namer } from "./describe";
import type { OnHover } from "./hover";
import type { Stamps } from "./read-board";

/** What everything that shows things to be clicked is given. */
export interface SelectableProps {
  stamps: Stamps;
  name: Namer;
  /** The ids that a click may pick next. */
  lit: Set<string>;
  picked: string[];
  /** What is picked in its order, where that order matters: each is shown with its number. */
  order?: string[];
  /** What is spoken of. */
  marked?: Set<string>;
  onpoint: (id: string) => void;
  onhover: OnHover;
}
