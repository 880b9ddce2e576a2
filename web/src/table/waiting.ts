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

/** Who is there, which seats were taken by an invitation, and the links that this browser has. */
export interface Known {
  online: string[];
  taken: string[];
  links: Link[];
  /** By seat, the level of the opponent that plays while a person stays away. */
  standIns: Record<string, string>;
}

export function waitingFor(asked: string[], places: Place[], known: Known): Wait[] {
  return places.filter((place) => asked.includes(place.seat)).map((place) => waited(place, known));
}

function waited(place: Place, { online, taken, links, standIns }: Known): Wait {
  const { seat } = place;
  const level = standIns[seat] ?? place.level;
  if (place.kind === "opponent" || standIns[seat] !== undefined) return { seat, kind: "opponent", level, link: null };
  if (online.includes(seat)) return { seat, kind: "person", level, link: null };
  const link = taken.includes(seat) ? null : (links.find((each) => each.kind === "away" && each.seats.includes(seat)) ?? null);
  return { seat, kind: link === null ? "gone" : "invite", level, link };
}

/** The invitations to seats where nobody sits, whoever is asked now. */
export function uninvited(places: Place[], known: Known): Wait[] {
  const seats = places.map((place) => place.seat);
  return waitingFor(seats, places, known).filter((wait) => wait.kind === "invite");
}
