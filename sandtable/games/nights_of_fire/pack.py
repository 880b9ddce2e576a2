"""The pack of Nights of Fire: map, pieces and cards as immutable tables with integer ids.

Areas are numbered: districts first, then the staging area of each sector; the places off the map follow. Insurgents 0
to 9 are the locals, the others fighters. A Soviet unit that can be attacked or rallied is a target: Regiments by their
number, then the Garrison of each district. Sets of things are bit masks. Every choice that can be offered is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sandtable.engine.choices import DONE, MORE, PreparedChoices, ids, numbered
from sandtable.engine.effects import VerbTable
from sandtable.engine.errors import BadPack
from sandtable.engine.graph import neighbours
from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import mask, which
from sandtable.engine.types import Choice, Numbers, Rows
from sandtable.engine.words import pack_names
from sandtable.games.nights_of_fire.card_reader import Terms, read_headline, read_konev_card
from sandtable.games.nights_of_fire.cards import COST_DELTA, COSTS, TESTS, VERBS
from sandtable.games.nights_of_fire.parts import Border, read_border, read_draw, read_start

# ====================================================================== counts that the rulebook states

DISTRICTS: Final = 13  # board.districts
SECTORS: Final = 3  # board.sectors
LOCALS: Final = 10  # comp.insurgents.counts
INSURGENTS: Final = 30
REGIMENTS: Final = 9  # comp.regiments.count
CIVILIANS: Final = 10  # comp.civilians.count
TARGETS: Final = REGIMENTS + DISTRICTS
EVERY_INSURGENT: Final = (1 << INSURGENTS) - 1

# Places. The staging area of sector s is STAGING + s.
STAGING: Final = DISTRICTS
AREAS: Final = STAGING + SECTORS
POOL: Final = AREAS
KILLED: Final = AREAS + 1
BOX: Final = AREAS + 2
AUSTRIA: Final = AREAS + 3
PLACES: Final = AREAS + 4
PLACE_KEYS: Final = ("reinforcements", "killed_arrested", "box", "austria")
"""The places off the map, from POOL on."""

MAX_OPS: Final = 9
"""Three cards of value 3 (rev.turn.cards, rev.cards.value)."""
MAX_DEFY: Final = 3  # rev.defy.cost
MAX_SEATS: Final = 3  # setup.players.conflict

# Icons of insurgents and Revolutionary cards.
AMBUSH: Final = 0
COUNTERATTACK: Final = 1
BARRICADE: Final = 2
MEDIC: Final = 3
BLOCKER: Final = 4
BYSTANDER: Final = 5
RECRUIT: Final = 6
ICONS: Final = ("ambush", "counterattack", "barricade", "medic", "blocker", "bystander", "recruit")
INSURGENT_ICONS: Final = ICONS[:RECRUIT]  # unit.icons
CARD_ICONS: Final = 1 << AMBUSH | 1 << COUNTERATTACK | 1 << BARRICADE | 1 << RECRUIT  # rev.cards.value
NO_ICON: Final = -1

# The commander's actions.
MOVE: Final = 0
PROBE: Final = 1
ASSAULT: Final = 2
RECON: Final = 3
ARREST: Final = 4
CLEAR: Final = 5
GARRISON: Final = 6
RALLY: Final = 7
ACTIONS: Final = ("move", "probe", "assault", "recon", "arrest", "clear", "garrison", "rally")

KONEV_BASIC: Final = 0
KONEV_ADVANCED: Final = 1
CONFLICT_BASIC: Final = 2
CONFLICT_ADVANCED: Final = 3
RULESETS: Final = ("konev_basic", "konev_advanced", "conflict_basic", "conflict_advanced")  # setup.ruleset

# Choices that name nothing.
PASS: Final[Choice] = ("pass",)
END_TURN: Final[Choice] = ("end_turn",)
DECLINE: Final[Choice] = ("decline",)
FIGHT_ON: Final[Choice] = ("fight_on",)
SURRENDER: Final[Choice] = ("surrender",)
NO_REINFORCEMENT: Final[Choice] = ("no_reinforcement",)
KEEP_NOTHING: Final[Choice] = ("keep_nothing",)
REPEAT_NOTHING: Final[Choice] = ("repeat_nothing",)
HIDE_ALL: Final[Choice] = ("hide_all",)
BARE: Final = (
    PASS,
    END_TURN,
    DONE,
    MORE,
    DECLINE,
    FIGHT_ON,
    SURRENDER,
    NO_REINFORCEMENT,
    KEEP_NOTHING,
    REPEAT_NOTHING,
    HIDE_ALL,
)


# What the cards of hands do; Konev cards and Headlines have verbs of their own.
OPS: Final = VerbTable(("ops",), {"ops": ("value", "icons")}, "verb")
GRANTS: Final = VerbTable(("grant",), {"grant": ("action", "times")}, "verb")


class Pack:
    """Everything about the components that never changes."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        self._read_map(file)
        self._read_borders(file)
        self._read_regiments(file)
        self._read_insurgents(file)
        self._read_tokens(file)
        self._read_revolutionary_cards(file)
        self._read_tactics_cards(file)
        self._read_konev_cards(file)
        self._read_headlines(file)
        self._read_tracks(file)
        self._read_start(file)
        self._build_choices()
        self.names = pack_names(file, NAMED)

    # ------------------------------------------------------------------ map

    def _read_map(self, file: PackFile) -> None:
        sectors = file.counted("sector", SECTORS)
        districts = file.counted("district", DISTRICTS)
        self.sector_keys = tuple(sector.text("id") for sector in sectors)
        self.district_keys = tuple(district.text("id") for district in districts)
        staging = self._by_sector(file.counted("staging", SECTORS))
        self.area_keys = self.district_keys + tuple(area.text("id") for area in staging)
        self.place_keys = self.area_keys + PLACE_KEYS
        self.sector_of: Numbers = (
            *[district.among("sector", self.sector_keys) for district in districts],
            *range(SECTORS),
        )
        """By area."""
        self.sector_districts: Numbers = tuple(
            which(self.sector_of[d] == sector for d in range(DISTRICTS)) for sector in range(SECTORS)
        )
        self.gate: Numbers = tuple(area.among("gate", self.district_keys) for area in staging)
        """By sector: the district next to its staging area (board.staging)."""
        for sector, area in enumerate(staging):
            if self.sector_of[self.gate[sector]] != sector:
                raise area.bad("'gate' lies in another sector")
        self.objectives = which(district.flag("objective") for district in districts)
        if self.objectives.bit_count() != LOCALS:
            raise BadPack(file.path.name, "[[district]]", f"{LOCALS} of them need an objective (board.objectives)")
        self.objective_list: Numbers = tuple(d for d in range(DISTRICTS) if self.objectives >> d & 1)
        self.at = tuple((spot.number("x"), spot.number("y")) for spot in districts + staging)
        """By area: where it lies on a board of 1000 by 1000."""
        self.boxes = {spot.text("id"): (spot.number("x"), spot.number("y")) for spot in file.entries("area")}
        """Where the other areas of the board lie."""

    def _by_sector(self, entries: list[Entry]) -> list[Entry]:
        """One entry for every sector, in the sectors' order."""
        order = [entry.among("sector", self.sector_keys) for entry in entries]
        if sorted(order) != list(range(SECTORS)):
            raise entries[0].bad("every sector needs exactly one of these")
        return [entries[order.index(sector)] for sector in range(SECTORS)]

    def _read_borders(self, file: PackFile) -> None:
        keys = self.district_keys
        borders: list[Border] = []
        for entry in file.entries("border"):
            border = read_border(entry, keys)
            if (self.sector_of[border.a] == self.sector_of[border.b]) != (border.kind == "land"):
                raise entry.bad("borders inside a sector are 'land', and only those (board.border.kinds)")
            borders.append(border)
        self.borders = tuple(borders)
        self.neighbours: Rows = neighbours(DISTRICTS, [(border.a, border.b) for border in borders])
        """By district: where fighters can go (rev.move.borders)."""
        marches = neighbours(DISTRICTS, [(border.a, border.b) for border in borders if border.kind == "land"])
        self.reach: Rows = (*marches, *[(gate,) for gate in self.gate])
        """By area: where a Regiment can move to (sov.move.unit, konev.adjacent.regiment)."""
        self.within: Rows = tuple(
            tuple(area for area in range(AREAS) if d in self.reach[area]) for d in range(DISTRICTS)
        )
        """By district: the areas from which a Regiment can move to it."""
        for d, district in enumerate(file.entries("district")):
            for key, near in (("adjacent", self.neighbours[d]), ("soviet_adjacent", self.reach[d])):
                if sorted(district.several(key, keys)) != list(near):
                    raise district.bad(f"'{key}' differs from the borders: {', '.join(keys[n] for n in near)}")

    # ------------------------------------------------------------------ Soviet units

    def _read_regiments(self, file: PackFile) -> None:
        divisions = self._by_sector(file.counted("division", SECTORS))
        self.division_keys = tuple(division.text("id") for division in divisions)
        """By sector."""
        for sector, entry in enumerate(file.entries("sector")):
            staging = entry.among("staging", self.area_keys)
            if entry.among("division", self.division_keys) != sector or staging != STAGING + sector:
                raise entry.bad("its Division or staging area belongs to another sector")
        regiments = file.counted("regiment", REGIMENTS)
        self.regiment_keys = tuple(regiment.text("id") for regiment in regiments)
        self.regiment_sector: Numbers = tuple(regiment.among("division", self.division_keys) for regiment in regiments)
        self.regiment_start: Numbers = tuple(regiment.among("start", self.area_keys) for regiment in regiments)
        for r, regiment in enumerate(regiments):
            if self.sector_of[self.regiment_start[r]] != self.regiment_sector[r]:
                raise regiment.bad("'start' lies outside the sector of its Division")
        self.sector_regiments: Numbers = tuple(
            which(own == sector for own in self.regiment_sector) for sector in range(SECTORS)
        )

    # ------------------------------------------------------------------ Hungarian units

    def _read_insurgents(self, file: PackFile) -> None:
        insurgents = file.counted("local", LOCALS) + file.counted("fighter", INSURGENTS - LOCALS)
        self.insurgent_keys = tuple(insurgent.text("id") for insurgent in insurgents)
        self.icons: Numbers = tuple(mask(insurgent.several("icons", INSURGENT_ICONS)) for insurgent in insurgents)
        for u, insurgent in enumerate(insurgents):
            if self.icons[u].bit_count() != (2 if u < LOCALS else 1):
                raise insurgent.bad("a local has two icons, a fighter one (comp.insurgents.counts)")
        self.bearers: Numbers = tuple(which(has >> icon & 1 > 0 for has in self.icons) for icon in range(RECRUIT))
        """By icon: the insurgents that have it."""
        self.fighters = EVERY_INSURGENT ^ ((1 << LOCALS) - 1)
        order = file.entry("konev_damage_priority")
        self.damage_rank: Rows = tuple(
            self._ranks(order.several(version, INSURGENT_ICONS)) for version in ("basic", "advanced")
        )
        """By version and insurgent: the lower, the sooner Konev hits it (konev.damage.priority)."""
        civilians = file.counted("civilian", CIVILIANS)
        self.civilian_keys = tuple(civilian.text("id") for civilian in civilians)
        self.civilian_value: Numbers = tuple(civilian.whole("value", 0, 2) for civilian in civilians)

    def _ranks(self, order: Sequence[int]) -> Numbers:
        """The rank of every insurgent's best icon in an order of icons; without one of them, the last."""
        return tuple(
            next((rank for rank, icon in enumerate(order) if has >> icon & 1), len(order)) for has in self.icons
        )

    def _read_tokens(self, file: PackFile) -> None:
        self.garrisons = file.one("token", "garrison").whole("count", 0, 99)
        self.barricades = file.one("token", "barricade_rubble").whole("count", 0, 99)
        """Barricades and Rubble share these tokens (comp.barricade.tokens)."""

    # ------------------------------------------------------------------ cards

    def _read_revolutionary_cards(self, file: PackFile) -> None:
        cards = file.entries("revolutionary_card")
        self.card_keys = tuple(card.text("id") for card in cards)
        self.card_value: Numbers = tuple(card.whole("value", 1, 3) for card in cards)
        self.card_icons: Numbers = tuple(mask(card.several("icons", ICONS)) for card in cards)
        self.card_player = which(card.flag("player_icon") for card in cards)
        """The cards with the player icon (setup.deck.two)."""
        for c, card in enumerate(cards):
            if self.card_icons[c] & ~CARD_ICONS or not 1 <= self.card_icons[c].bit_count() <= 2:
                raise card.bad("'icons' takes one or two of ambush, counterattack, barricade and recruit")
            ops = [effect.arguments for effect in OPS.effects(card, "effect")]
            if [(op.number("value"), mask(op.several("icons", ICONS))) for op in ops] != [
                (self.card_value[c], self.card_icons[c])
            ]:
                raise card.bad("'effect' is one step 'ops' with the card's value and icons")
        kind_of = list(zip(self.card_value, self.card_icons, strict=True))
        kinds = sorted(set(kind_of), key=_dearness)
        self.kind_value: Numbers = tuple(value for value, _ in kinds)
        self.kind_icons: Numbers = tuple(icons for _, icons in kinds)
        self.card_kind: Numbers = tuple(kinds.index(kind) for kind in kind_of)
        """Cards of one kind (value and icons) pay alike; kinds are numbered from the cheapest to give away."""

    def _read_tactics_cards(self, file: PackFile) -> None:
        cards = file.entries("tactics_card")
        self.tactics_keys = tuple(card.text("id") for card in cards)
        self.probe_value: Numbers = tuple(card.whole("probe", 0, 9) for card in cards)
        self.night_probe_value: Numbers = tuple(card.whole("night_probe", 0, 9) for card in cards)
        self.assault_value: Numbers = tuple(card.whole("assault", 0, 9) for card in cards)
        self.headline_cards = which(card.flag("headline_icon") for card in cards)
        """The Tactics cards with the Headline icon."""
        self.grants: Rows = tuple(_grants(card) for card in cards)
        """By Tactics card and action: how often."""

    def _read_konev_cards(self, file: PackFile) -> None:
        terms = Terms(self.district_keys, self.division_keys, self.sector_keys)
        cards = file.entries("konev_card")
        self.konev_keys = tuple(card.text("id") for card in cards)
        self.konev = tuple(read_konev_card(card, terms) for card in cards)
        row = file.entry("konev_row")
        self.first_deal = row.whole("first_round_deal", 1, 5)
        self.deal_before = row.whole("later_deal_before_shuffle", 0, self.first_deal)
        self.deal_after = row.whole("later_deal_after_shuffle", 0, self.first_deal)
        if self.deal_before + self.deal_after != self.first_deal:
            raise row.bad("the row must have the same length in every round")
        self.face_up = mask([place - 1 for place in row.numbers("face_up_positions", 1, self.first_deal)])
        """The places in the row whose cards lie face up."""
        self.reroll = mask(row.numbers("die_reroll", 1, 6))
        """The faces of the die that are rolled again (konev.turn.six)."""

    def _read_headlines(self, file: PackFile) -> None:
        terms = Terms(self.district_keys, self.division_keys, self.sector_keys)
        cards = file.entries("headline_card")
        self.headline_keys = tuple(card.text("id") for card in cards)
        self.headlines = tuple(read_headline(card, terms) for card in cards)
        floors = [1] * len(COSTS)
        for step in [step for card in self.headlines for step in card.effect if step.verb == COST_DELTA]:
            floors[step.cost] = step.floor
        self.cost_floor: Numbers = tuple(floors)
        """By cost: what a Headline's discount never goes below (headline.cost_floor)."""

    # ------------------------------------------------------------------ tracks and starting values

    def _read_tracks(self, file: PackFile) -> None:
        vocabulary = file.entry("vocabulary")
        vocabulary.several("tactics_actions", ACTIONS)
        vocabulary.several("konev_verbs", VERBS)
        vocabulary.several("headline_verbs", VERBS)
        vocabulary.several("headline_tests", TESTS)
        tracks = file.entry("track")
        readiness = tracks.inner("readiness")
        self.readiness_min = readiness.number("min")
        self.readiness_max = readiness.whole("max", self.readiness_min, 99)
        self.track_max = tracks.inner("main").whole("printed_max", 0, 999)
        """The last printed number of the main track; no rule depends on it."""
        calendar = file.entries("calendar")
        for at, entry in enumerate(calendar, 1):
            entry.whole("round", at, at)
        self.rounds = len(calendar)
        self.night = which(entry.flag("night") for entry in calendar) << 1
        """The Night rounds, the first round being number 1."""

    def _read_start(self, file: PackFile) -> None:
        start = file.entry("start")
        self.start = tuple(read_start(start.inner(ruleset)) for ruleset in RULESETS)
        """By ruleset."""
        draw = file.entry("draw")
        one, two = (read_draw(draw.inner(key)) for key in ("one_revolutionary", "two_revolutionaries"))
        self.draw = (one, one, two)
        """By the number of Revolutionaries."""
        units = start.inner("units")
        self.pool = units.number("fighters_in_pool")
        """How many fighters start in the pool."""
        if units.number("fighters_per_district") != 1 or DISTRICTS + self.pool != INSURGENTS - LOCALS:
            raise units.bad("one fighter starts in every district, the rest in the pool (setup.fighters)")

    # ------------------------------------------------------------------ choices, built once

    def _build_choices(self) -> None:
        self._build_ids()
        self.choices = PreparedChoices()
        row, grid = self.choices.row, self.choices.grid
        self.choices.singles(*BARE)
        districts = self.area_ids[:DISTRICTS]
        insurgents, regiments, targets = self.insurgent_ids, self.regiment_ids, self.target_ids
        # Draw, Tactics and Reinforcement Phase.
        self.discard = row("discard", self.card_ids)
        self.take = row("take", self.tactics_ids)
        self.reinforce = row("reinforce", self.card_ids)
        self.bring = row("bring", range(INSURGENTS + 1))
        self.place = grid("place", insurgents, districts)
        self.first = row("first", ("seat:first", "seat:second"))
        # Revolutionary turn.
        self.move = row("move", range(MAX_OPS + 1))
        self.go = grid("go", insurgents, districts)
        self.join = row("join", insurgents)
        self.flee = row("flee", self.civilian_ids)
        self.barricade = row("barricade", insurgents)
        self.barricade_from_rubble = row("barricade_from_rubble", insurgents)
        self.ambush = grid("ambush", insurgents, targets)
        self.attack = grid("attack", insurgents, targets)
        self.medic = row("medic", range(MAX_OPS + 1))
        self.reveal_medic = row("reveal_medic", insurgents)
        self.heal = row("heal", insurgents)
        self.hide = row("hide", insurgents)
        self.defy = grid("defy", insurgents, range(MAX_DEFY + 1))
        self.strategize = row("strategize", self.card_ids)
        self.lay = row("lay", self.card_ids)
        self.choices.open("pay", self.card_ids)
        # Soviet turn.
        self.counter = grid("counter", insurgents, regiments)
        self.play = row("play", self.tactics_ids)
        self.march = grid("march", regiments, districts)
        self.probe = row("probe", regiments)
        self.assault = row("assault", regiments)
        self.hit_insurgent = row("hit", insurgents)
        self.hit_block = row("hit_hidden", self.block_ids)
        self.recon = row("recon", self.block_ids)
        self.arrest = row("arrest", self.civilian_ids)
        self.clear_barricade = row("clear_barricade", districts)
        self.clear_rubble = row("clear_rubble", districts)
        self.garrison = row("garrison", districts)
        self.rally = row("rally", targets)
        self.headline = row("headline", self.tactics_ids)
        self.repeat = row("repeat", self.action_ids)
        self.keep = row("keep", self.tactics_ids)
        self.lose = row("lose", insurgents)
        self.set_aside = row("set_aside", self.konev_ids)

    def _build_ids(self) -> None:
        self.area_ids = ids("district", self.district_keys) + ids("staging", self.area_keys[STAGING:])
        self.sector_ids = ids("sector", self.sector_keys)
        self.insurgent_ids = ids("insurgent", self.insurgent_keys)
        self.block_ids = ids("block", range(1, INSURGENTS + 1))
        """What a hidden insurgent is called to those who cannot see which one it is."""
        self.regiment_ids = ids("regiment", self.regiment_keys)
        self.target_ids = self.regiment_ids + ids("garrison", self.district_keys)
        self.civilian_ids = ids("civilian", self.district_keys)
        """By district: the civilian who lives there."""
        self.card_ids = ids("card", self.card_keys)
        self.tactics_ids = ids("tactics", self.tactics_keys)
        self.konev_ids = ids("konev", self.konev_keys)
        self.headline_ids = ids("headline", self.headline_keys)
        self.action_ids = ids("action", ACTIONS)
        self.number = numbered(
            self.area_ids,
            self.insurgent_ids,
            self.block_ids,
            self.target_ids,
            self.civilian_ids,
            self.card_ids,
            self.tactics_ids,
            self.konev_ids,
            self.headline_ids,
            self.action_ids,
        )
        """The number behind every id of a choice; a civilian's is that of the district, a Garrison's its target."""

    def pay(self, cards: Sequence[int]) -> Choice:
        """The choice of paying with these cards."""
        ids = self.card_ids
        return ("pay", *[ids[card] for card in cards])


def load(path: Path) -> Pack:
    """Read and check a pack."""
    return Pack(path)


# ====================================================================== reading


def _dearness(kind: tuple[int, int]) -> tuple[int, int, int]:
    """How much one gives away with a card of a value and icons."""
    value, icons = kind
    return value, icons.bit_count(), icons


def _grants(card: Entry) -> Numbers:
    times = [0] * len(ACTIONS)
    for effect in GRANTS.effects(card, "effect"):
        times[effect.arguments.among("action", ACTIONS)] += effect.arguments.whole("times", 1, 9)
    return tuple(times)


NAMED: Final = (
    ("district", "district", "name"),
    ("staging", "staging", "name"),
    ("sector", "sector", "name"),
    ("division", "division", "name"),
    ("regiment", "regiment", "name"),
    ("local", "insurgent", "name"),
    ("fighter", "insurgent", "name"),
    ("revolutionary_card", "card", "title"),
    ("tactics_card", "tactics", "name"),
    ("konev_card", "konev", "title"),
    ("headline_card", "headline", "title"),
    ("icon", "icon", "name"),
    ("area", "area", "name"),
    ("marker", "marker", "name"),
    ("calendar", "round", "name"),
)
"""Kinds of entries, what their ids begin with, and the field of their name."""


DEFAULT: Final = Path(__file__).parent / "components.toml"
