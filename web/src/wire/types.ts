/** What travels between page and server, by the names used here; made from the server's own description (`npm run types`). */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** Answers always hold every field, also those that have a default. */
type Whole<T> = T extends (infer Item)[] ? Whole<Item>[] : T extends object ? { [Key in keyof T]-?: Whole<T[Key]> } : T;

export type Lang = "en" | "hu";
export type Fact = string | number | boolean;
export type Choice = (string | number)[];

export type Scene = Whole<Schemas["Scene"]>;
export type Area = Whole<Schemas["Area"]>;
export type Piece = Whole<Schemas["Piece"]>;
export type Track = Whole<Schemas["Track"]>;
export type Hand = Whole<Schemas["Hand"]>;
export type Pile = Whole<Schemas["Pile"]>;

export type Option = Whole<Schemas["Option"]>;
export type LogLine = Whole<Schemas["LogEntry"]>;
export type Status = Whole<Schemas["StatusLine"]>;
export type Outcome = Whole<Schemas["OutcomeView"]>;
export type Table = Whole<Schemas["TableView"]>;
export type TalkLine = Whole<Schemas["TalkLine"]>;
export type Advice = Whole<Schemas["Advice"]>;
export type Refusal = Whole<Schemas["RefusedChoice"]>;

export type Welcome = Whole<Schemas["Welcome"]>;
export type Update = Whole<Schemas["Update"]>;
export type Company = Whole<Schemas["Presence"]>;
export type Talk = Whole<Schemas["Talk"]>;
export type Refused = Whole<Schemas["Refused"]>;
export type Reasons = Whole<Schemas["Reasons"]>;
export type Hints = Whole<Schemas["Hints"]>;
export type RecapStep = Whole<Schemas["RecapStep"]>;
export type Recap = Whole<Schemas["RecapView"]>;
export type Answer = Whole<Schemas["Done"]> | Refused | Reasons | Hints | Recap;
export type News = Welcome | Company | Talk | Update;
export type Message = News | Answer;

/** A request without the id, which the line gives it. */
type Unsigned<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Request = Unsigned<Exclude<Schemas["SocketRequest"], Schemas["Hello"]>>;

export type Shelf = Whole<Schemas["Catalogue"]>;
export type Game = Whole<Schemas["GameView"]>;
export type Mode = Whole<Schemas["Mode"]>;
export type Level = Whole<Schemas["Level"]>;
export type Seating = Schemas["Seating"];
export type Link = Whole<Schemas["Link"]>;
export type NewTable = Whole<Schemas["CreatedTable"]>;
export type Wanted = Schemas["NewTable"];
export type Standing = Whole<Schemas["TableStatus"]>;
export type Rule = Whole<Schemas["RuleView"]>;
export type Rulebook = Whole<Schemas["Rulebook"]>;
export type Step = Whole<Schemas["Step"]>;
export type Steps = Whole<Schemas["Steps"]>;
export type Analysis = Whole<Schemas["AnalysisView"]>;
