/** Who is waited for, and why nothing happens: an opponent thinks, a person decides, is away, or has not come yet. */

import type { Link, Table } from "../wire/types";

type Place = Table["seats"][number];

export interface Wait {
  seat: string;
  kind: "opponent" | "person" | "gone" | "invite";
  level: string | null;
  /** The invitation, where this browser has it. */
  link: Link | null;
}

export function waitingFor(asked: string[], places: Place[], online: string[], links: Link[]): Wait[] {
  return places.filter((place) => asked.includes(place.seat)).map((place) => waited(place, online, links));
}

function waited(place: Place, online: string[], links: Link[]): Wait {
  const { seat, level } = place;
  if (place.kind === "opponent") return { seat, kind: "opponent", level, link: null };
  if (online.includes(seat)) return { seat, kind: "person", level, link: null };
  const link = links.find((each) => each.kind === "away" && each.seats.includes(seat)) ?? null;
  return { seat, kind: link === null ? "gone" : "invite", level, link };
}

/** The invitations to seats where nobody sits, whoever is asked now. */
export function uninvited(places: Place[], online: string[], links: Link[]): Wait[] {
  return waitingFor(
    places.map((place) => place.seat),
    places,
    online,
    links,
  ).filter((wait) => wait.kind === "invite");
}
