"""The pack of Days of Ire: map, pieces and cards as immutable tables with integer ids.

Locations are numbered in the order of the pack. Fighters come first among the companions, then the Revolutionary
tanks, then Yuri and Noel. A card with copies is as many cards. Sets of things are bit masks. Every choice that can be
offered is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Final

from sandtable.engine.choices import DONE, MORE, PreparedChoices, ids, numbered
from sandtable.engine.effects import VerbTable
from sandtable.engine.errors import BadPack
from sandtable.engine.graph import Graph, neighbours
from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask, which
from sandtable.engine.types import Choice, Numbers
from sandtable.engine.words import pack_names
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.cards import ICONS, MODS, VERBS, Program, Reader
from sandtable.games.days_of_ire.parts import Limits, Need, Start, check_markers, read_limits, read_need, read_start

# ====================================================================== counts that the rulebook states

LOCATIONS: Final = 11  # comp.locations
EVERYWHERE: Final = (1 << LOCATIONS) - 1
DAYS: Final = 7  # day.seven_days
MOST_REVOLUTIONARIES: Final = 3  # roles.player_count
FIGHTERS: Final = 22  # comp.fighters
REV_TANKS: Final = 3  # comp.revolutionary_tanks
YURI: Final = FIGHTERS + REV_TANKS
NOEL: Final = YURI + 1
COMPANIONS: Final = NOEL + 1
"""Fighters, Revolutionary tanks, Yuri and Noel: all that can be active in a location."""
EVERY_REV_TANK: Final = (1 << FIGHTERS + REV_TANKS) - (1 << FIGHTERS)
PROMO: Final = 1 << YURI | 1 << NOEL
HEADLINES: Final = 42  # comp.headlines
DECKS: Final = 3
EVENTS: Final = 33  # comp.events: 3 starting ones first
STARTING: Final = 3
REV_CARDS: Final = 38  # comp.revolution_cards
AVH_CARDS: Final = 8  # comp.avh_cards
MARKERS: Final = 9  # comp.happened_markers
SLOTS: Final = 6  # setup.event_deck
SUPPORT_CELLS: Final = 7  # track.support_cells
MORALE_CELLS: Final = 10  # track.morale_cells

# Kinds of events.
START_EVENT: Final = 0
MAJOR: Final = 1
SIDE: Final = 2
EVENT_KINDS: Final = ("start", "major", "side")
ANYWHERE: Final = "anywhere"

# Kinds of abilities.
BY_ACTION: Final = 0
ONCE: Final = 1
PERMANENT: Final = 2
ABILITIES: Final = ("action", "once_per_turn", "permanent")

# Kinds of ÁVH cards.
MOVE_SNIPER: Final = 0
MOVE_MILITIA: Final = 1
PLACE_MILITIA: Final = 2
ATTACK: Final = 3
AVH_KINDS: Final = ("move_sniper", "move_militia", "place_militia", "attack")

# The rules behind what cards do.
EVENT_RULES: Final = {
    "place_effect": "event.placement_effect",
    "reward": "resolve.reward",
    "penalty": "end.penalties",
}
ABILITY_RULES: Final = ("ability.fighter_action", "ability.fighter_once", "ability.fighter_permanent")
DIFFICULTY: Final = {
    "rev_morale": "difficulty.rev.morale",
    "rev_sniper": "difficulty.rev.sniper",
    "rev_injuries": "difficulty.rev.injuries",
    "rev_fighter": "difficulty.rev.fighter",
    "sov_morale": "difficulty.soviet.morale",
    "sov_militia_csepel": "difficulty.soviet.militia",
    "sov_militia_sztalin": "difficulty.soviet.militia",
    "sov_support": "difficulty.soviet.support",
}

SEATS: Final = ("first", "second", "third", "revolutionary")
"""Revolutionaries by what they are called; a single one is 'revolutionary'."""
ALONE: Final = 3
PROMO_KEYS: Final = ("yuri", "noel")

# Choices that name nothing.
PASS: Final[Choice] = ("pass",)
END: Final[Choice] = ("end",)
DRAW_CARD: Final[Choice] = ("draw",)
DESTROY: Final[Choice] = ("destroy",)
TAKE_ALL: Final[Choice] = ("take_all",)
HIT_BARRICADE: Final[Choice] = ("hit_barricade",)
TOSS_TOP: Final[Choice] = ("toss_top",)
LEAVE_TOP: Final[Choice] = ("leave_top",)
BARE: Final = (PASS, END, DRAW_CARD, DESTROY, TAKE_ALL, HIT_BARRICADE, TOSS_TOP, LEAVE_TOP, DONE, MORE)


class Pack:
    """All facts of the game that do not change during play."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        self.names = pack_names(file, NAMED)
        self.programs: list[Program] = []
        """What every card does, one list of parts after the other."""
        self.program_keys: list[str] = []
        self.program_rules: list[str] = []
        """By program: the rule by which it is carried out."""
        self._read_map(file)
        self._read_tracks(file)
        self.marker_keys = tuple(entry.text("id") for entry in file.counted("happened_marker", MARKERS))
        reader = Reader(VerbTable.declared(file, VERBS), self.location_keys, self.marker_keys)
        self._read_modifiers(file)
        self._read_headlines(file, reader)
        self._read_events(file, reader)
        self._read_rev_cards(file, reader)
        self._read_companions(file, reader)
        self._read_avh(file)
        self._read_difficulty(file, reader)
        check_markers(file)
        self.limits: Limits = read_limits(file)
        self.start: Start = read_start(file, self.location_keys, self.limits)
        self._build_choices()

    def _program(self, key: str, program: Program, rule: str) -> int:
        """Keep what a card does by a rule; NONE for nothing."""
        if not program:
            return NONE
        self.programs.append(program)
        self.program_keys.append(key)
        self.program_rules.append(rule)
        return len(self.programs) - 1

    # ------------------------------------------------------------------ reading

    def _read_map(self, file: PackFile) -> None:
        locations = file.counted("location", LOCATIONS)
        self.location_keys = tuple(entry.text("id") for entry in locations)
        self.at = tuple((entry.number("x"), entry.number("y")) for entry in locations)
        """By location: where it lies on a board of 1000 by 1000."""
        keys = self.location_keys
        threads = [(entry.among("a", keys), entry.among("b", keys)) for entry in file.entries("thread")]
        self.near = neighbours(LOCATIONS, threads)
        self.graph = Graph(self.near)
        for location, entry in enumerate(locations):
            if mask(entry.several("adjacent", keys)) != self.graph.masks[location]:
                raise entry.bad("'adjacent' and the threads differ (map.adjacency)")
        self.reinforcement = which(entry.flag("reinforcement") for entry in locations)

    def _read_tracks(self, file: PackFile) -> None:
        support, morale = file.counted("support_cell", SUPPORT_CELLS), file.counted("morale_cell", MORALE_CELLS)
        self.hand_limit = tuple(entry.whole("hand_limit", 0, HEADLINES) for entry in support)
        """By cell of support: the Soviet hand limit."""
        self.new_cards = tuple(entry.whole("draw", 0, REV_CARDS) for entry in morale)
        """By cell of morale: what the team draws."""
        if [entry.flag("defeat") for entry in morale] != [True] + [False] * (MORALE_CELLS - 1):
            raise morale[0].bad("the lowest cell, and no other, is the defeat (instant.morale)")
        days = file.counted("day", DAYS)
        self.draw_decks = tuple(mask(deck - 1 for deck in entry.numbers("draw_decks", 1, DECKS)) for entry in days)
        """By day from 0: the headline decks of that day."""
        self.refill_day = tuple(entry.flag("refill_display") for entry in days)
        slots = file.counted("display_slot", SLOTS)
        self.surcharge = tuple(entry.whole("surcharge", 0, cards.MOST) for entry in slots)

    def _read_modifiers(self, file: PackFile) -> None:
        self.combine = [cards.SUM] * len(MODS)
        entries = file.counted("mod_key", len(MODS))
        for entry in entries:
            self.combine[entry.among("key", MODS)] = entry.among("combine", cards.COMBINE)

    def _read_headlines(self, file: PackFile, reader: Reader) -> None:
        keys: list[str] = []
        period: list[int] = []
        points: list[int] = []
        avh: list[int] = []
        green: list[bool] = []
        continuing: list[bool] = []
        marker: list[int] = []
        effect: list[int] = []
        for entry in file.entries("headline"):
            key, copies = entry.text("id"), entry.whole("copies", 1, HEADLINES)
            is_green = entry.among("color", ("red", "green")) == 1
            rule = "headline.green.rev_execute" if is_green else "headline.red.effect"
            parts = reader.program(entry, "effect", cards.IN_HEADLINES)
            program = self._program(key, parts, rule)
            for _ in range(copies):
                period.append(entry.whole("period", 1, DECKS) - 1)
                points.append(entry.whole("cp", 0, cards.MOST))
                avh.append(0 if is_green else entry.whole("avh", 0, 3))  # icon.avh_range
                green.append(is_green)
                continuing.append(cards.lasts_a_day(entry, parts))
                marker.append(_marker(entry, self.marker_keys))
                effect.append(program)
            keys += copied(key, copies)
        if len(keys) != HEADLINES:
            raise BadPack(file.path.name, "[[headline]]", f"there must be {HEADLINES} cards, not {len(keys)}")
        for deck, entry in enumerate(file.counted("headline_deck", DECKS)):
            if entry.whole("cards", 0, HEADLINES) != period.count(deck):
                raise entry.bad(f"'cards' is not {period.count(deck)}, as many as the headlines of its period")
        self.headline_keys = tuple(keys)
        self.period = tuple(period)
        self.points = tuple(points)
        self.avh_icon = tuple(avh)
        self.green = which(green)
        self.continuing_headlines = which(continuing)
        self.headline_marker = tuple(marker)
        """By headline: the happened marker that it puts down, or NONE."""
        self.headline_effect = tuple(effect)
        self.of_period = tuple(mask(h for h in range(HEADLINES) if period[h] == deck) for deck in range(DECKS))

    def _read_events(self, file: PackFile, reader: Reader) -> None:
        entries = file.counted("event", EVENTS)
        self.event_keys = tuple(entry.text("id") for entry in entries)
        self.event_kind = tuple(entry.among("kind", EVENT_KINDS) for entry in entries)
        if [kind == START_EVENT for kind in self.event_kind] != [event < STARTING for event in range(EVENTS)]:
            raise entries[0].bad("the three starting events stand first, and no others (comp.events)")
        for entry, kind in zip(entries, self.event_kind, strict=True):
            if entry.has("cp") != (kind == MAJOR):
                raise entry.bad("major events, and no others, have a price 'cp' (event.kinds)")
        self.price = tuple(entry.whole("cp", 0, cards.MOST) if entry.has("cp") else 0 for entry in entries)
        """By event: the points that a major one costs."""
        places = (*self.location_keys, ANYWHERE)
        self.event_location = tuple(
            NONE if entry.text("location") == ANYWHERE else entry.among("location", places) for entry in entries
        )
        """By event: its location, NONE for anywhere."""
        for event, location in enumerate(self.event_location[:STARTING]):
            if location == NONE or location in self.event_location[:event]:
                raise entries[event].bad("a starting event has a location of its own (setup.start_events)")
        self.needs: tuple[Need, ...] = tuple(read_need(entry) for entry in entries)
        self.event_marker = tuple(_marker(entry, self.marker_keys) for entry in entries)
        self.place_effect = tuple(self._event_program(reader, entry, "place_effect") for entry in entries)
        self.reward = tuple(self._event_program(reader, entry, "reward") for entry in entries)
        self.continuing_events = which(
            cards.lasts_a_day(entry, self.programs[reward] if reward != NONE else ())
            for entry, reward in zip(entries, self.reward, strict=True)
        )
        self.penalty = tuple(self._event_program(reader, entry, "penalty") for entry in entries)

    def _event_program(self, reader: Reader, entry: Entry, field: str) -> int:
        allowed = cards.IN_PENALTIES if field == "penalty" else cards.IN_HEADLINES
        return self._program(f"{entry.text('id')}.{field}", reader.program(entry, field, allowed), EVENT_RULES[field])

    def _read_rev_cards(self, file: PackFile, reader: Reader) -> None:
        keys: list[str] = []
        sort: list[int] = []
        self.sort_keys: list[str] = []
        self.sort_icons: list[Need] = []
        """By sort of card: how many icons of each kind it shows; the last number counts for any kind."""
        for entry in file.entries("revolution_card"):
            key, copies = entry.text("id"), entry.whole("copies", 1, REV_CARDS)
            icons = [0, 0, 0, 0]
            for icon in [ICONS.index(name) for name in entry.texts("icons") if name in ICONS]:
                icons[icon] += 1
            one_of = entry.several("icons_one_of", ICONS)
            if len(one_of) not in (0, len(ICONS)) or sum(icons) != len(entry.texts("icons")):
                raise entry.bad("'icons' names icons, 'icons_one_of' all of them or none (cards.aid_one_icon)")
            icons[3] = int(bool(one_of))
            sort += [len(self.sort_keys)] * copies
            self.sort_keys.append(key)
            self.sort_icons.append((icons[0], icons[1], icons[2], icons[3]))
            keys += copied(key, copies)
        if len(keys) != REV_CARDS:
            raise BadPack(file.path.name, "[[revolution_card]]", f"there must be {REV_CARDS}, not {len(keys)}")
        entries = file.entries("revolution_card")
        self.card_keys = tuple(keys)
        self.sort_of = tuple(sort)
        by_action = [entry.among("cost", ("free", "action")) == 1 for entry in entries]
        programs: list[int] = []
        for entry, action in zip(entries, by_action, strict=True):
            program = reader.ability(entry)
            programs.append(self._program(entry.text("id"), program, cards.card_rule(program, action)))
        self.action_cards = which(by_action[s] for s in sort)
        self.card_ability = tuple(programs[s] for s in sort)
        self.cards_showing = tuple(
            mask(card for card, s in enumerate(sort) if self.sort_icons[s][icon] or self.sort_icons[s][3])
            for icon in range(len(ICONS))
        )
        """By icon: the cards that show it."""

    def _read_companions(self, file: PackFile, reader: Reader) -> None:
        fighters, tanks = file.counted("fighter", FIGHTERS), file.counted("revolutionary_tank", REV_TANKS)
        promo = [file.one("promo_tile", key) for key in PROMO_KEYS]
        self.companion_keys = tuple(entry.text("id") for entry in (*fighters, *tanks, *promo))
        self.companion_icons = tuple(_icons(entry) for entry in (*fighters, *tanks, *promo))
        """By companion: how many icons of each kind it has."""
        kinds = [entry.among("kind", ABILITIES) for entry in (*fighters, *tanks)]
        self.ability_kind = (*kinds, PERMANENT, ONCE)
        """Noel's ability is one of those without an action (promo.noel_own_turn)."""
        self.ability = tuple(
            self._program(entry.text("id"), reader.ability(entry), ABILITY_RULES[kind])
            for entry, kind in zip((*fighters, *tanks), kinds, strict=True)
        )
        self.lasting: list[list[tuple[int, int]]] = [[] for _ in MODS]
        """By modifier: the companions whose permanent ability it is, with its value."""
        self.bearers = [0] * len(MODS)
        """By modifier: the same companions as a set."""
        for companion, (kind, program) in enumerate(zip(kinds, self.ability, strict=True)):
            permanent = [part for part in self.programs[program] if part.until == cards.PERMANENT]
            if (kind == PERMANENT) != bool(permanent):
                raise (*fighters, *tanks)[companion].bad("what is permanent lasts 'always' (ability.fighter_permanent)")
            for part in permanent:
                self.lasting[part.mod].append((companion, part.n))
                self.bearers[part.mod] |= 1 << companion
        self.yuri_start, self.noel_start = (entry.among("location", self.location_keys) for entry in promo)
        self.yuri_militia = promo[0].whole("militia_moved", 0, cards.MOST)

    def _read_avh(self, file: PackFile) -> None:
        keys: list[str] = []
        self.avh_kind: list[int] = []
        kinds = file.counted("avh_card", len(AVH_KINDS))
        self.avh_kind_keys = tuple(entry.text("id") for entry in kinds)
        for number, entry in enumerate(kinds):
            if entry.among("kind", AVH_KINDS) != number:
                raise entry.bad(f"the kinds stand in this order: {', '.join(AVH_KINDS)}")
            copies = entry.whole("copies", 1, AVH_CARDS)
            self.avh_kind += [number] * copies
            keys += copied(entry.text("id"), copies)
        if len(keys) != AVH_CARDS:
            raise BadPack(file.path.name, "[[avh_card]]", f"there must be {AVH_CARDS} cards, not {len(keys)}")
        self.avh_keys = tuple(keys)
        self.avh_of_kind = tuple(which(k == kind for k in self.avh_kind) for kind in range(len(AVH_KINDS)))

    def _read_difficulty(self, file: PackFile, reader: Reader) -> None:
        self.difficulty: dict[str, int] = {}
        """By option of the rulebook: what it changes after set-up."""
        for key, rule in DIFFICULTY.items():
            entry = file.one("difficulty_option", key)
            program = reader.program(entry, "change", cards.IN_OPTIONS)
            if not program:
                raise entry.bad("'change' is empty")
            self.difficulty[key] = self._program(key, program, rule)

    # ------------------------------------------------------------------ choices, built once

    def _build_choices(self) -> None:
        self._build_ids()
        self.choices = PreparedChoices()
        row, grid = self.choices.row, self.choices.grid
        self.choices.singles(*BARE)
        locations, headlines, events = self.location_ids, self.headline_ids, self.event_ids
        # Soviet phase.
        self.for_points = row("points", headlines)
        self.for_effect = row("effect", headlines)
        self.play = row("play", headlines)
        self.throw = row("throw", headlines)
        self.take_back = row("take_back", range(AVH_CARDS + 1))
        self.buy = row("buy", events)
        self.tank = grid("tank", locations, locations)
        self.new_tank = row("new_tank", locations)
        self.deck = row("deck", self.deck_ids)
        self.keep = row("keep", events)
        # Revolutionary phase.
        orders = [order for count in (2, 3) for order in permutations(range(count))]
        self.orders = tuple(orders)
        """All orders of turns of two and of three revolutionaries."""
        self.order_ids = ids("order", ["_".join(SEATS[seat] for seat in order) for order in orders])
        self.order = row("order", self.order_ids)
        self.who = row("who", self.seat_ids)
        self.step = row("step", locations)
        self.join = row("join", self.companion_ids)
        self.ability_choice = row("ability", (*self.card_ids, *self.companion_ids))
        self.activate = row("activate", self.companion_ids)
        self.resolve = row("resolve", events)
        self.attack = row("attack", range(self.limits.militia + 1))
        self.give = row("give", self.seat_ids)
        self.take = row("take", self.seat_ids)
        self.hand_over = row("hand", self.card_ids)
        self.choices.open("pay", self.card_ids)
        self.lay = row("lay", self.card_ids)
        self.drop = row("drop", self.card_ids)
        self.recover = row("recover", self.card_ids)
        self.recall = row("recall", headlines)
        self.hit_seat = row("hit_seat", self.seat_ids)
        self.hit_companion = row("hit", self.companion_ids)
        # Effects, ÁVH phase and the end.
        self.where = row("at", locations)
        self.move = grid("move", locations, locations)
        self.companion = row("fighter", self.companion_ids)
        self.avh = row("avh", self.avh_kind_ids)
        self.penalize = row("penalty", events)

    def _build_ids(self) -> None:
        self.location_ids = ids("location", self.location_keys)
        self.headline_ids = ids("headline", self.headline_keys)
        self.event_ids = ids("event", self.event_keys)
        self.card_ids = ids("card", self.card_keys)
        self.companion_ids = ids("fighter", self.companion_keys)
        self.avh_ids = ids("avh_card", self.avh_keys)
        self.avh_kind_ids = ids("avh", self.avh_kind_keys)
        self.marker_ids = ids("happened", self.marker_keys)
        self.seat_ids = ids("seat", SEATS)
        self.deck_ids = ids("headline_deck", range(1, DECKS + 1))
        self.number = numbered(
            self.location_ids,
            self.headline_ids,
            self.event_ids,
            self.card_ids,
            self.companion_ids,
            self.avh_kind_ids,
            self.deck_ids,
            self.seat_ids,
        )
        """The number behind every id of a choice."""

    def pay(self, cards: Sequence[int]) -> Choice:
        """The choice of paying with these cards."""
        return ("pay", *[self.card_ids[card] for card in cards])


def load(path: Path) -> Pack:
    """Read and check a pack."""
    return Pack(path)


# ====================================================================== reading


def copied(key: str, copies: int) -> list[str]:
    """What the cards of one title are called: several are numbered."""
    return [key] if copies == 1 else [f"{key}-{copy}" for copy in range(1, copies + 1)]


def _marker(entry: Entry, markers: Sequence[str]) -> int:
    return entry.among("happened", markers) if entry.text("happened") else NONE


def _icons(entry: Entry) -> Numbers:
    counts = [0] * len(ICONS)
    for name in entry.texts("icons"):
        if name not in ICONS:
            raise entry.bad(f"there is no icon '{name}' (comp.resources)")
        counts[ICONS.index(name)] += 1
    return tuple(counts)


NAMED: Final = (
    ("location", "location", "name"),
    ("event", "event", "name"),
    ("fighter", "fighter", "name"),
    ("revolutionary_tank", "fighter", "name"),
    ("promo_tile", "fighter", "name"),
    ("avh_card", "avh", "name"),
    ("headline", "headline", "name"),
    ("revolution_card", "card", "name"),
    ("happened_marker", "happened", "name"),
    ("resource", "icon", "name"),
)
"""Kinds of entries, what their ids begin with, and the field of their name."""


DEFAULT: Final = Path(__file__).parent / "components.toml"
