"""The pack of Rogue Agent: tiles, dice, tracks and criminals as tables that never change, with numbers for ids.

Locations are numbered by tile, whatever place it is dealt to: the headquarters is 0 and district n is n. Event discs
are numbered through: bombs, then assassins, then criminals.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandtable.engine.choices import DONE, PreparedChoices, ids, numbered
from sandtable.engine.effects import VerbTable
from sandtable.engine.errors import BadPack
from sandtable.engine.graph import neighbours
from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask, which
from sandtable.engine.types import Choice, Numbers
from sandtable.engine.words import pack_names
from sandtable.games.rogue_agent.cards import COLOURS, LIMIT, RESOURCES, VERBS, read_card

SEATS: Final = ("purple", "yellow", "grey", "orange")
"""Clockwise (setup.player.seats)."""
MODES: Final = ("agent-3p", "agent-2p", "agent-4p", "android-3p", "android-4p")
"""The default first (mode.choice)."""
NAMED: Final = (("tile", "tile", "name"), ("syndicate", "syndicate", "name"), ("card", "card", "name"))
"""Kinds of entries, what their ids begin with, and the field of their name."""

# Tiles.
TILES: Final = 13
HEADQUARTERS: Final = 0
DISTRICTS: Final = 6
"""The district tiles are 1 to 6, as their numbers say."""
EVERY_DISTRICT: Final = 0x7E
NO_SHIELD: Final = 0
HUMAN_SHIELD: Final = 1
ANDROID_SHIELD: Final = 2
SHIELDS: Final = ("none", "human", "android")
PATH_END: Final = 12
"""The last index of the event path; the first is 0, and both are the top-middle district (path.slots)."""

# Event discs.
BOMBS: Final = 4
ASSASSINS: Final = 4
CRIMINALS: Final = 6
FIRST_ASSASSIN: Final = BOMBS
FIRST_CRIMINAL: Final = BOMBS + ASSASSINS
DISCS: Final = BOMBS + ASSASSINS + CRIMINALS
EVERY_BOMB: Final = 0xF
EVERY_ASSASSIN: Final = 0xF0
EVERY_CRIMINAL: Final = 0x3F00

# Custom dice: three of each colour.
DICE: Final = 9
PER_COLOUR: Final = 3
SYMBOLS: Final = (
    "explosion",
    "amplify",
    "patrol_car",
    "weapon",
    "agent",
    "ammo",
    "fuel",
    "evidence",
    "heal",
    "credit",
)
EXPLOSION: Final = 0
AMPLIFY: Final = 1
PATROL_CAR: Final = 2
WEAPON_SYMBOL: Final = 3
AGENT_SYMBOL: Final = 4
FIRST_RESOURCE_SYMBOL: Final = 5
HEAL: Final = 8
CREDIT: Final = 9
WHITE: Final = len(COLOURS)
"""The colour of a search icon whose dice the player chooses."""

# Tracks of an agent board.
AMMO: Final = 0
FUEL: Final = 1
EVIDENCE: Final = 2
CAR: Final = 3
WEAPON: Final = 4
AGENT: Final = 5
STAMINA: Final = 6
TRACKS: Final = 7
TRACK_KEYS: Final = (*RESOURCES, "car", "weapon", "agent", "stamina")
INFLUENCE_GOODS: Final = 6
GOODS: Final = (*TRACK_KEYS[:STAMINA], "influence")
PAYMENTS: Final = ("credits", "evidence")
UPGRADES: Final = ("engine", "shield", "pistol", "scouting", "armour")

# The bomb sheet.
COLUMNS: Final = 6
ROWS: Final = 4
CELLS: Final = COLUMNS * ROWS

# Kinds of justice and underground actions (justice.kinds, android.under.kinds, aandroid.justice).
ATTACK: Final = 0
ARREST: Final = 1
KIDNAP: Final = 2
TURN_IN: Final = 3
SEARCH: Final = 4
BUY: Final = 5
DEFUSE: Final = 6
ATTACK_ANDROID: Final = 7
ATTACK_AGENT: Final = 8
ATTACK_LOCATION: Final = 9
ACTIONS: Final = (
    "attack",
    "arrest",
    "kidnap",
    "turn_in",
    "search",
    "buy",
    "defuse",
    "attack_android",
    "attack_agent",
    "attack_location",
)

HUMAN: Final = 0
ANDROID: Final = 1
FACES: Final = ("human", "android")
MOST: Final = 7
"""No resource track is longer, so that nobody ever spends or buys more at once."""

# Choices that name nothing.
END: Final[Choice] = ("end",)
TURN_IN_CHOICE: Final[Choice] = ("turn_in",)
SEARCH_CHOICE: Final[Choice] = ("search",)
REINFORCE: Final[Choice] = ("reinforce",)
ATTACK_LOCATION_CHOICE: Final[Choice] = ("attack_location",)
GO_ON: Final[Choice] = ("go_on",)
STOP: Final[Choice] = ("stop",)
KEEP: Final[Choice] = ("keep",)
CUT: Final[Choice] = ("cut",)


@dataclass(frozen=True, slots=True)
class Icon:
    """A search icon: so many dice of a colour, or of one that the player chooses (search.white)."""

    colour: int
    n: int


@dataclass(frozen=True, slots=True)
class Goods:
    """What a tile sells: so many units for a price (comp.tile.goods)."""

    kind: int
    """A track, or INFLUENCE_GOODS."""
    n: int
    price: int
    evidence: bool
    """Whether it is paid in evidence instead of credits."""


class Pack:
    """Everything that never changes."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        self._read_numbers(file)
        self._read_places(file)
        self._read_tiles(file)
        self._read_dice(file)
        self._read_tracks(file)
        self._read_cards(file)
        self._prepare_choices()
        self.names = pack_names(file, NAMED)

    def _read_numbers(self, file: PackFile) -> None:
        counts = {entry.text("id"): entry.whole("n", 1, 99) for entry in file.entries("count")}
        self.all_credits = counts["credit"]
        start = file.entry("setup")
        self.start_credits = start.whole("start_credits", 0, self.all_credits // len(SEATS))
        colours = file.counted("player_colour", len(SEATS))
        if tuple(entry.text("id") for entry in colours) != SEATS:
            raise colours[0].bad(f"the colours are {', '.join(SEATS)} (setup.player.seats)")
        self.informants = colours[0].whole("informants", 1, 9)
        rounds, discs, limit = file.entry("rounds"), file.entry("discs_per_round"), file.entry("android_limit")
        self.rounds: Numbers = (rounds.whole("agent", 1, 20), rounds.whole("android", 1, 20))
        """By mode: agent, android."""
        self.discs: Numbers = (0, 0, *(discs.whole(f"p{n}", 1, DISCS) for n in (2, 3, 4)))
        """By number of players: how many are drawn each round (time.draw.number)."""
        self.android_limit: Numbers = (0, 0, 0, *(limit.whole(f"p{n}", 1, n) for n in (3, 4)))
        """By number of players (exposed.limit)."""
        self._read_identity(file.entry("identity"))
        bonus = file.entry("syndicate_bonus")
        points = bonus.numbers("points", 0, 99)
        self.bonus: Numbers = (0, *points)
        """By number of cards of one syndicate (score.syndicate.table)."""
        self.bonus_further = bonus.whole("each_further", 0, 99)
        prices, damage = file.entry("prices"), file.entry("damage")
        self.informant_price = prices.whole("informant_credits", 1, 25)
        self.investigation_price = prices.whole("investigation_evidence", 1, MOST)
        self.screening_price = prices.whole("screening_evidence", 1, MOST)
        self.patrol_price = prices.whole("extra_patrol_fuel", 1, MOST)
        self.assassin_damage = damage.whole("assassin", 1, 9)
        self.failed_damage = damage.whole("failed_attack_on_assassin", 1, 9)
        self.assassin_hits = damage.whole("assassin_hits_needed", 1, 9)
        self.bomb_here = damage.whole("bomb_here", 1, 9)
        self.bomb_adjacent = damage.whole("bomb_adjacent", 1, 9)
        self.destroyed_entry = damage.whole("destroyed_entry", 0, 9)
        self.location_hits = damage.whole("location_hits_needed", 1, 9)

    def _read_identity(self, entry: Entry) -> None:
        """Identity tokens by number of players: how many of each face are dealt (setup.identity.three)."""
        android, human = entry.whole("android", 0, 12), entry.whole("human", 0, 12)
        self.tokens_each = entry.whole("per_player", 1, 9)
        out = entry.inner("removed_p3")
        three = (human - out.whole("human", 0, human), android - out.whole("android", 0, android))
        self.tokens: tuple[Numbers, ...] = ((), (), (), three, (human, android))
        """By number of players: human and android ones."""
        for players in (3, 4):
            if sum(self.tokens[players]) != players * self.tokens_each:
                raise entry.bad(f"with {players} players none may be left over")

    def _read_places(self, file: PackFile) -> None:
        entries = file.counted("place", TILES)
        self.place_keys = tuple([entry.text("id") for entry in entries])
        self.place_ids = ids("place", self.place_keys)
        self.place_kinds = tuple([entry.text("kind") for entry in entries])
        self.place_at = tuple([(entry.whole("x", 0, 1000), entry.whole("y", 0, 1000)) for entry in entries])
        borders = [(at, other) for at, e in enumerate(entries) for other in e.several("neighbours", self.place_keys)]
        self.place_near = neighbours(TILES, borders)
        """By place: the places that share a full side with it (loc.adjacent)."""
        for at, entry in enumerate(entries):
            if sorted(entry.several("neighbours", self.place_keys)) != list(self.place_near[at]):
                raise entry.bad("'neighbours' is not what the others say")
        path = file.entry("event_path")
        keys = path.texts("places")
        if len(keys) != PATH_END + 1 or keys[0] != keys[-1] or not set(keys) <= set(self.place_keys):
            raise path.bad(f"'places' has {PATH_END + 1} places of the city and ends where it begins")
        self.path_places: Numbers = tuple([self.place_keys.index(key) for key in keys])
        """By index of the event path: its place."""

    def _read_tiles(self, file: PackFile) -> None:
        entries = file.counted("tile", TILES)
        self.tile_keys = tuple([entry.text("id") for entry in entries])
        self.tile_ids = ids("tile", self.tile_keys)
        self.tile_kinds = tuple([entry.text("kind") for entry in entries])
        wanted = ("headquarters", *["district"] * DISTRICTS, *["other"] * (TILES - DISTRICTS - 1))
        numbers = tuple(entry.number("number", 0) for entry in entries[1 : DISTRICTS + 1])
        if self.tile_kinds != wanted or numbers != tuple(range(1, DISTRICTS + 1)):
            raise entries[0].bad("the headquarters comes first, then districts 1 to 6, then the others")
        for kind in set(wanted):
            if self.place_kinds.count(kind) != wanted.count(kind):
                raise BadPack(file.path.name, "[[place]]", f"there are {wanted.count(kind)} tiles of kind '{kind}'")
        self.search = tuple([_icons(entry) for entry in entries])
        self.goods = tuple([tuple([_goods(goods) for goods in entry.tables("goods")]) for entry in entries])
        self.slotted = which(entry.whole("slots", 0, 2) > 0 for entry in entries)
        """The tiles with informant slots: those that can be destroyed (comp.tiles.two_sided, destroy.eligible)."""
        for entry in entries:
            if entry.whole("slots", 0, 2) == 1 or entry.flag("destroyed_side") != (entry.whole("slots", 0, 2) > 0):
                raise entry.bad("a tile has two slots and a destroyed side, or neither (comp.tiles.two_sided)")
        self.gangsters: Numbers = tuple([entry.whole("gangsters", 0, 9) for entry in entries])
        self.shield: Numbers = tuple([entry.among("shield", SHIELDS) for entry in entries])
        for at, entry in enumerate(entries):
            if self.gangsters[at] and self.tile_kinds[at] != "district":
                raise entry.bad("only districts have gangsters (gangster.no_skull_elsewhere)")
        if "hospital" not in self.tile_keys or "district" in self.tile_kinds[self.tile_keys.index("hospital")]:
            raise entries[0].bad("there is a hospital among the other locations")
        self.hospital = self.tile_keys.index("hospital")
        if (self.slotted | 1 << HEADQUARTERS) >> self.hospital & 1 or self.slotted & 1:
            raise entries[0].bad("hospital and headquarters have no slots (hospital.never_destroyed)")
        self.slot_keys = tuple([f"{key}:{half}" for key in self.tile_keys for half in ("upper", "lower")])
        self.slot_ids = ids("slot", self.slot_keys)

    def _read_dice(self, file: PackFile) -> None:
        self.symbol: list[Numbers] = []
        """By colour and face from 1: the symbol; face 0 is no roll."""
        self.amount: list[Numbers] = []
        """By colour and face from 1: how often the symbol is shown."""
        for colour in COLOURS:
            entry = file.one("die", colour)
            entry.whole("count", PER_COLOUR, PER_COLOUR)
            faces = entry.tables("faces")
            if len(faces) != 6:
                raise entry.bad("a die has six faces")
            self.symbol.append((NONE, *(face.among("symbol", SYMBOLS) for face in faces)))
            self.amount.append((0, *(face.whole("n", 1, 2) for face in faces)))
        self.colour_ids = ids("colour", COLOURS)
        self.die_keys = tuple([f"{colour}-{n}" for colour in COLOURS for n in range(1, PER_COLOUR + 1)])
        self.die_ids = ids("die", self.die_keys)
        file.entry("bomb_sheet").whole("columns", COLUMNS, COLUMNS)
        file.entry("bomb_sheet").whole("rows", ROWS, ROWS)
        self.cell_keys = tuple([f"{column}-{row}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)])
        self.cell_ids = ids("cell", self.cell_keys)

    def _read_tracks(self, file: PackFile) -> None:
        entries = [file.one("track", key) for key in TRACK_KEYS]
        self.track_max: Numbers = tuple([entry.whole("max", 1, MOST) for entry in entries])
        self.track_start: Numbers = tuple(
            [entry.whole("start", 0, most) for entry, most in zip(entries, self.track_max, strict=True)]
        )
        self.heart = entries[STAMINA].whole("heart", 1, self.track_max[STAMINA])
        marks = [(mark.text("upgrade"), mark.whole("from", 1, MOST)) for e in entries for mark in e.tables("marks")]
        for name, _ in marks:
            if name not in UPGRADES:
                raise BadPack(file.path.name, "[[track]]", f"'{name}' is no upgrade")
        self.engine_from, self.shield_from, _, self.scouting_from, self.armour_from = (
            dict(marks).get(name, MOST + 1) for name in UPGRADES
        )
        """The space from which an upgrade is owned (board.upgrade.car, .agent)."""
        pistols = [start for name, start in marks if name == "pistol"]
        self.pistols: Numbers = tuple([sum(start <= level for start in pistols) for level in range(MOST + 1)])
        """By level of the weapon track: pistols owned (board.upgrade.weapon)."""
        self.end_influence: Numbers = tuple([entry.number("end_influence", 0) for entry in entries])
        self.track_ids = ids("track", TRACK_KEYS)

    def _read_cards(self, file: PackFile) -> None:
        syndicates = file.entries("syndicate")
        self.syndicate_keys = tuple([entry.text("id") for entry in syndicates])
        self.syndicate_ids = ids("syndicate", self.syndicate_keys)
        self.wild = which(entry.flag("wild") for entry in syndicates)
        """The syndicates that are none: their cards are wild (score.wild)."""
        entries = file.entries("card")
        verbs = VerbTable.declared(file, VERBS)
        self.cards = tuple([read_card(entry, verbs, self.syndicate_keys) for entry in entries])
        self.card_keys = tuple([entry.text("id") for entry in entries])
        self.card_ids = ids("card", self.card_keys)
        self.limits = tuple([tuple([p for p in card.retaliation if p.verb == LIMIT]) for card in self.cards])
        """By card: the limits that its retaliation sets."""
        self.kept = mask(at for at, card in enumerate(self.cards) if card.kept)
        for at, entry in enumerate(syndicates):
            if sum(card.syndicate == at for card in self.cards) != entry.whole("cards", 0, 60):
                raise entry.bad("'cards' is not how many there are (comp.cards.count)")

    def _prepare_choices(self) -> None:
        """Every choice of the game, made once."""
        numbers = range(MOST + 1)
        self.agent_ids = ids("agent", SEATS)
        self.bomb_ids = ids("bomb", range(1, BOMBS + 1))
        self.assassin_ids = ids("assassin", range(1, ASSASSINS + 1))
        self.criminal_ids = ids("criminal", range(1, CRIMINALS + 1))
        self.disc_ids = (*self.bomb_ids, *self.assassin_ids, *self.criminal_ids)
        self.disc_keys = tuple([disc.replace(":", "-") for disc in self.disc_ids])
        self.criminal_keys = tuple([str(number) for number in range(1, CRIMINALS + 1)])
        self.goods_ids = ids("goods", GOODS)
        self.token_keys = tuple([f"{seat}-{n}" for seat in SEATS for n in range(1, self.tokens_each + 1)])
        self.token_ids = ids("token", self.token_keys)
        self.choices = choices = PreparedChoices()
        choices.singles(DONE, END, TURN_IN_CHOICE, SEARCH_CHOICE, REINFORCE, ATTACK_LOCATION_CHOICE)
        choices.singles(GO_ON, STOP, KEEP, CUT)
        self.assign = choices.grid("assign", self.disc_ids, self.tile_ids)
        self.patrol = choices.row("patrol", self.tile_ids)
        self.via = choices.row("via", self.tile_ids)
        self.spend = choices.row("spend", numbers)
        self.investigate = choices.row("investigate", self.criminal_ids)
        self.attack = choices.row("attack", self.disc_ids)
        self.arrest = choices.row("arrest", self.criminal_ids)
        self.kidnap = choices.row("kidnap", self.agent_ids)
        self.take = choices.row("take", self.criminal_ids)
        self.colour = choices.row("colour", self.colour_ids)
        choices.open("reroll", self.die_ids)
        self.resolve = choices.row("resolve", self.die_ids)
        self.double = choices.row("double", self.die_ids)
        self.ammo = choices.row("ammo", self.die_ids)
        self.amplify = choices.row("amplify", self.die_ids)
        self.suffer = choices.row("suffer", self.die_ids)
        self.buy = choices.grid("buy", self.goods_ids, tuple(numbers))
        self.defuse = choices.row("defuse", self.bomb_ids)
        self.place = choices.grid("place", self.die_ids, self.cell_ids)
        self.screen = choices.row("screen", self.agent_ids)
        self.reveal = choices.row("reveal", self.token_ids)
        self.attack_agent = choices.row("attack_agent", self.agent_ids)
        self.attack_android = choices.row("attack_android", self.agent_ids)
        self.activate = choices.row("activate", self.disc_ids)
        self.pick = choices.row("pick", self.bomb_ids)
        self.remove = choices.row("remove", self.slot_ids)
        self.lose = choices.row("lose", self.track_ids)
        self.release = choices.row("release", self.criminal_ids)
        things = (self.tile_ids, self.agent_ids, self.die_ids, self.cell_ids, self.colour_ids, self.goods_ids)
        self.number = numbered(*things, self.token_ids, self.slot_ids, self.track_ids)
        """The number of the thing that an id names; bombs and criminals are numbered for themselves."""
        self.number |= numbered(self.bomb_ids, self.criminal_ids)
        self.disc_number = numbered(self.disc_ids)


def _icons(entry: Entry) -> tuple[Icon, ...]:
    """The search icons of a tile (comp.tile.search_icon)."""
    colours = (*COLOURS, "white")
    return tuple(
        [Icon(icon.among("colour", colours), icon.whole("n", 1, PER_COLOUR)) for icon in entry.tables("search")]
    )


def _goods(entry: Entry) -> Goods:
    """One thing that a tile sells."""
    return Goods(
        entry.among("kind", GOODS),
        entry.whole("n", 1, 9),
        entry.whole("price", 1, 25),
        entry.among("pay", PAYMENTS) == 1,
    )


DEFAULT: Final = Path(__file__).parent / "components.toml"
