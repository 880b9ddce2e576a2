/** Players who stay away: how long the others still wait for them. */

export interface Absent {
  seat: string;
  /** Minutes that are left, begun ones included; 0: they may be replaced now. */
  minutes: number;
}

/** What is left of the seconds that the server named so many milliseconds ago. */
export function left(absent: Record<string, number>, passed: number): Absent[] {
  return Object.entries(absent).map(([seat, seconds]) => ({ seat, minutes: Math.max(0, Math.ceil((seconds * 1000 - passed) / 60_000)) }));
}
