/** The types of the protocol under the names used here, from the server's OpenAPI document (`npm run types`). */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** The server always sends every field, even those with a default. */
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
export type Arrow = Whole<Schemas["Arrow"]>;
export type Battle = Whole<Schemas["Battle"]>;
export type BattleSide = Whole<Schemas["BattleSide"]>;

export type Option = Whole<Schemas["Option"]>;
export type Several = Whole<Schemas["SeveralView"]>;
export type LogLine = Whole<Schemas["LogEntry"]>;
export type StatusLine = Whole<Schemas["StatusLine"]>;
export type Standing = Update["standing"];
export type DiceProof = Whole<Schemas["DiceProof"]>;
export type Outcome = Whole<Schemas["OutcomeView"]>;
export type Table = Whole<Schemas["TableView"]>;
export type TalkLine = Whole<Schemas["TalkLine"]>;
export type Advice = Whole<Schemas["Advice"]>;
export type RefusedChoice = Whole<Schemas["RefusedChoice"]>;

export type Welcome = Whole<Schemas["Welcome"]>;
export type Update = Whole<Schemas["Update"]>;
export type Presence = Whole<Schemas["Presence"]>;
export type Talk = Whole<Schemas["Talk"]>;
export type Refused = Whole<Schemas["Refused"]>;
export type Reasons = Whole<Schemas["Reasons"]>;
export type Hints = Whole<Schemas["Hints"]>;
export type OddsAnswer = Whole<Schemas["Odds"]>;
export type Odds = Whole<Schemas["OddsText"]>;
export type OddsIf = Whole<Schemas["IfText"]>;
export type RecapStep = Whole<Schemas["RecapStep"]>;
export type Recap = Whole<Schemas["RecapView"]>;
export type LogPart = Whole<Schemas["LogPart"]>;
export type Answer = Whole<Schemas["Done"]> | Refused | Reasons | Hints | OddsAnswer | Recap | LogPart;
/** What the server sends by itself. */
export type Push = Welcome | Presence | Talk | Update;
export type Message = Push | Answer;

/** A request without the id, which the connection adds. */
type Unsigned<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Request = Unsigned<Exclude<Schemas["SocketRequest"], Schemas["Hello"]>>;

export type Catalogue = Whole<Schemas["Catalogue"]>;
export type Game = Whole<Schemas["GameView"]>;
export type Mode = Whole<Schemas["Mode"]>;
export type Level = Whole<Schemas["Level"]>;
export type Seating = Schemas["Seating"];
export type Link = Whole<Schemas["Link"]>;
export type Addresses = Whole<Schemas["Addresses"]>;
export type Invitation = Whole<Schemas["Invitation"]>;
export type CreatedTable = Whole<Schemas["CreatedTable"]>;
export type NewTable = Schemas["NewTable"];
export type TableStatus = Whole<Schemas["TableStatus"]>;
export type Rule = Whole<Schemas["RuleView"]>;
export type Rulebook = Whole<Schemas["Rulebook"]>;
export type Said = Whole<Schemas["Said"]>;
export type Primer = Whole<Schemas["PrimerView"]>;
export type CourseStep = Whole<Schemas["CourseView"]>;
export type About = Whole<Schemas["AboutView"]>;
export type Example = Whole<Schemas["ExampleView"]>;
export type ExampleEntry = Whole<Schemas["ExampleEntry"]>;
export type Examples = Whole<Schemas["Examples"]>;
export type ExampleLine = Whole<Schemas["ExampleLine"]>;
export type ExampleStep = Whole<Schemas["ExampleStep"]>;
export type Guide = Whole<Schemas["GuideView"]>;
export type GuideMoment = Guide["moments"][number];
export type GuidePage = Guide["pages"][number];
export type GuideOption = Whole<Schemas["GuideOption"]>;
export type Step = Whole<Schemas["Step"]>;
export type Steps = Whole<Schemas["Steps"]>;
export type WholeReport = Whole<Schemas["WholeReport"]>;
export type Analysis = Whole<Schemas["AnalysisView"]>;
