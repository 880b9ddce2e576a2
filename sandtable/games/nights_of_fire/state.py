"""The state of Nights of Fire: what changes during play, and nothing else."""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.sets import NONE
from sandtable.engine.state import State as BaseState
from sandtable.games.nights_of_fire.pack import (
    ACTIONS,
    AUSTRIA,
    BOX,
    BYSTANDER,
    CONFLICT_BASIC,
    EVERY_INSURGENT,
    KILLED,
    KONEV_ADVANCED,
    KONEV_BASIC,
    POOL,
    Pack,
)

# What comes next; one pass of the flow is one of these. Three names differ from the phase's to keep clear of the
# pack's action Move, icon Medic and choice Surrender.
OPENING: Final = 0
DRAW: Final = 1
DISCARD: Final = 2
TACTICS: Final = 3
SELECT: Final = 4
REINFORCE: Final = 5
PLACE: Final = 6
FIRST: Final = 7
REV_ORDER: Final = 8
MOVE_STEP: Final = 9
MEDIC_STEP: Final = 10
SOV_ORDER: Final = 11
KONEV: Final = 12
KONEV_CARD: Final = 13
HEADLINE: Final = 14
PRESTIGE: Final = 15
SURRENDER_ASK: Final = 16
MORALE: Final = 17
TACTICS_ADJUST: Final = 18
HIDE: Final = 19
CLEANUP: Final = 20
OVER: Final = 21
PHASES: Final = (
    "opening",
    "draw",
    "discard",
    "tactics",
    "select",
    "reinforce",
    "place",
    "first",
    "rev_order",
    "move",
    "medic",
    "sov_order",
    "konev",
    "konev_card",
    "headline",
    "prestige",
    "surrender",
    "morale",
    "tactics_adjust",
    "hide",
    "cleanup",
    "over",
)

# Sides.
REV: Final = 0
SOV: Final = 1
SIDES: Final = ("revolutionary", "soviet")

# Kinds of attack: pack.PROBE, pack.ASSAULT, or this.
KONEV_ATTACK: Final = len(ACTIONS)

# Results, from the best for the Revolutionaries to the best for the Soviets; 0 is none yet.
GRAND_REVOLUTIONARY: Final = 1
REVOLUTIONARY: Final = 2
SOVIET: Final = 3
GRAND_SOVIET: Final = 4
RESULTS: Final = ("none", "grand_revolutionary", "revolutionary", "soviet", "grand_soviet")


class State(BaseState):
    """The uprising at one moment. Sets are bit masks; things and places are numbers of the pack.

    A block is the piece of wood, an insurgent the sticker on it: everything public about an insurgent is kept by block,
    and only `who` tells which is which. Without a commander block and insurgent have the same number for ever.
    The lists are filled by set-up, a copy or a position.
    """

    __slots__ = (
        "pack",
        "ruleset",
        "conflict",
        "advanced",
        "rubble_rules",
        "headline_rules",
        "revs",
        "commander",
        "random_fighters",
        "hand_cut",
        "tactics_cut",
        "round",
        "phase",
        "after",
        "prestige",
        "morale",
        "readiness",
        "momentum",
        "at",
        "place",
        "shown",
        "wounded",
        "who",
        "block_of",
        "bearing",
        "fighters",
        "sighted",
        "may",
        "unmixed",
        "civilians",
        "fled",
        "arrested",
        "lives",
        "regiment_at",
        "regiments",
        "down",
        "garrison",
        "garrison_down",
        "barricade",
        "rubble",
        "blocked",
        "deck",
        "hand",
        "discard",
        "circle",
        "given",
        "tactics_hand",
        "tactics_discard",
        "unavailable",
        "combat_discard",
        "kept",
        "combat",
        "combat_seen",
        "kept_maybe",
        "hand_seen",
        "headlines",
        "headline",
        "lasting",
        "cost_delta",
        "konev_deck",
        "konev_discard",
        "konev_out",
        "row",
        "row_up",
        "token",
        "early",
        "card",
        "pc",
        "queue",
        "left",
        "sector",
        "target",
        "regiment",
        "before",
        "effect",
        "side",
        "seat",
        "first",
        "rev_passed",
        "sov_passed",
        "played",
        "acted",
        "strategized",
        "ops",
        "step_from",
        "step_to",
        "medics",
        "treated",
        "payer",
        "cost",
        "icon",
        "most",
        "laid",
        "actor",
        "cards_played",
        "allowance",
        "performed",
        "turn_sector",
        "marched",
        "spent",
        "recon_done",
        "arrest_done",
        "resolved",
        "arrests",
        "district",
        "attackers",
        "attacked",
        "points",
        "kind",
        "flipped",
        "to_place",
        "incoming",
        "placed",
        "placing",
        "to_set_aside",
        "healed",
        "die",
        "result",
        "reason",
    )

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(chance)
        self.pack = pack
        # Options.
        self.ruleset = KONEV_BASIC
        self.conflict = False
        """Whether a player commands the Soviets; otherwise Konev does."""
        self.advanced = False
        self.rubble_rules = False
        self.headline_rules = False
        self.revs = 1
        """How many Revolutionaries there are; their seats come first."""
        self.commander = NONE
        """The commander's seat."""
        self.random_fighters = False
        """Whether reinforcements are drawn blindly (difficulty.reinforcements)."""
        self.hand_cut = 0
        """By how many cards the first draw is smaller (difficulty.hand)."""
        self.tactics_cut = False
        """Whether the Soviets start with an adjustment of Tactics (difficulty.tactics)."""
        # The clock.
        self.round = 1
        self.phase = OPENING
        self.after = OPENING
        """The phase to go on with after one that several share."""
        # Tracks.
        self.prestige = 0
        self.morale = 0
        self.readiness = 0
        self.momentum = 0
        """Tokens in the Hungarian Momentum area."""
        # Insurgents, by block.
        self.at: list[int] = []
        """By place: its blocks."""
        self.place: list[int] = []
        """By block: its place, the mirror of `at`."""
        self.shown = 0
        """Revealed blocks; killed ones are revealed too."""
        self.wounded = 0
        """Blocks with a Wound."""
        self.who: list[int] = []
        """Secret: by block, its insurgent."""
        self.block_of: list[int] = []
        """Secret: by insurgent, its block."""
        self.bearing: list[int] = []
        """Secret: by icon, the blocks that have it; those without meaning in this version: none."""
        self.fighters = 0
        """Secret: the blocks that are fighters."""
        self.sighted = 0
        """Insurgents that the commander has ever seen."""
        self.may: list[int] = []
        """Conflict: by block, the insurgents that the commander may take it for."""
        self.unmixed = 0
        """Blocks that were hidden and not yet mixed with the others of their district."""
        # Civilians, by the district where they live.
        self.civilians = 0
        """At home."""
        self.fled = 0
        """On the way to Austria."""
        self.arrested = 0
        """In the Killed area; who is in none of the three sets lies in the box."""
        self.lives: list[int] = []
        """By district: which civilian lives there, or NONE. Secret in Conflict."""
        # Soviets.
        self.regiment_at: list[int] = []
        """By Regiment: its area."""
        self.regiments: list[int] = []
        """By area: its Regiments, the mirror of `regiment_at`."""
        self.down = 0
        """Disabled Regiments."""
        self.garrison = 0
        """Districts with a Garrison."""
        self.garrison_down = 0
        """Districts with a disabled Garrison."""
        # Tokens.
        self.barricade = 0
        """Districts with a Barricade."""
        self.rubble: list[int] = []
        """By district: Rubble tokens."""
        self.blocked = 0
        """Districts with a permanently-blocked marker."""
        # Revolutionary cards, by seat.
        self.deck: list[list[int]] = []
        """The top is the end."""
        self.hand: list[list[int]] = []
        """Sorted."""
        self.discard: list[list[int]] = []
        self.circle: list[int] = []
        """Two Revolutionaries in Conflict: by card, in whose deck, hand or discard pile the commander last saw it."""
        self.given: list[int] = []
        """By seat: cards that it handed over and that the commander has not seen since."""
        # Tactics cards.
        self.tactics_hand = 0
        """Secret: the commander's hand."""
        self.tactics_discard = 0
        self.unavailable = 0
        """Face up until the next adjustment of Tactics."""
        self.combat_discard = 0
        """Flipped in combat since the Combat deck was last shuffled."""
        self.kept = NONE
        """Secret: the card kept on passing."""
        self.combat: list[int] = []
        """The Combat deck, top last."""
        self.combat_seen = 0
        """Cards flipped this round: Revolutionaries know that they belong to the Combat deck."""
        self.kept_maybe = 0
        """Cards that Revolutionaries may take for the kept one."""
        self.hand_seen = 0
        """Cards that left the commander's hand this round."""
        # Headlines.
        self.headlines: list[int] = []
        """The deck, top last."""
        self.headline = NONE
        """The round's open Headline."""
        self.lasting = 0
        """Headlines whose permanent penalty is in force."""
        self.cost_delta: list[int] = []
        """By cost: what the permanent penalties add."""
        # Konev's cards.
        self.konev_deck: list[int] = []
        self.konev_discard: list[int] = []
        self.konev_out = 0
        """Taken out by the players."""
        self.row: list[int] = []
        """By slot: its card, or NONE."""
        self.row_up = 0
        """Slots whose card lies face up."""
        self.token: list[int] = []
        """By targeting token: its slot, or NONE."""
        self.early = 0
        """Cards of the deck from which the first cards of the row were dealt."""
        # The Konev card in progress.
        self.card = NONE
        self.pc = 0
        """The step of its program that comes next."""
        self.queue: list[int] = []
        """Regiments or sectors still to come, the next one last."""
        self.left = 0
        """Repetitions still to come."""
        self.sector = NONE
        self.target = NONE
        """The current district (or area of the current Regiment)."""
        self.regiment = NONE
        self.before = 0
        """Regiments that were active before the card."""
        self.effect = False
        """Whether the card has had an effect."""
        # The Operations Phase.
        self.side = REV
        """Whose turn it is."""
        self.seat = 0
        """The Revolutionary on turn, or next on turn; in the Draw Phase the one who discards."""
        self.first = 0
        """The Revolutionary who started the round."""
        self.rev_passed = False
        self.sov_passed = False
        """The commander has passed, or Konev's row is empty."""
        # The Revolutionary turn.
        self.played = 0
        """Cards of this turn."""
        self.acted = 0
        """Actions of this turn."""
        self.strategized = False
        self.ops = 0
        """The sum paid; in a Move or Medic action: what is left of it."""
        self.step_from = NONE
        self.step_to = NONE
        """The way of the group that is moving."""
        self.medics = 0
        """Insurgents (not blocks, as hiding mixes those) revealed by this Medic action."""
        self.treated = False
        """Whether this Medic action has healed or hidden somebody."""
        # The payment in progress.
        self.payer = NONE
        self.cost = 0
        """0: nothing is being paid."""
        self.icon = NONE
        """The icon that one of the cards must show."""
        self.most = 0
        """How many cards may be paid."""
        self.laid: list[int] = []
        """Cards laid one by one so far."""
        self.actor = NONE
        """The block that the order will reveal."""
        # The Soviet turn.
        self.cards_played = 0
        self.allowance: list[int] = []
        """By action: how often it may still be performed."""
        self.performed = 0
        """Actions performed at least once."""
        self.turn_sector = NONE
        """NONE until the first action."""
        self.marched = 0
        """Regiments that moved."""
        self.spent = 0
        """Regiments that assaulted."""
        self.recon_done = False
        self.arrest_done = False
        self.resolved = False
        """Whether the Headline was resolved in this turn."""
        self.arrests = 0
        """Arrests of this round."""
        # The attack in progress.
        self.district = NONE
        self.attackers = 0
        """Regiments."""
        self.attacked = 0
        """The blocks that were in the district when it began, wherever they are now."""
        self.points = 0
        self.kind = NONE
        """pack.PROBE, pack.ASSAULT or KONEV_ATTACK."""
        self.flipped = NONE
        """The Combat card."""
        # Placing fighters.
        self.to_place = 0
        self.incoming = 0
        """Blocks drawn blindly from the pool and still to be placed."""
        self.placed = 0
        self.placing = 0
        """cards.BY_RULES or cards.IN_TARGETS."""
        # Small counters.
        self.to_set_aside = 0
        """Konev cards that the players may still take out."""
        self.healed = 0
        """Wounds that a Headline still heals."""
        self.die = 0
        """The last roll."""
        self.result = 0
        self.reason = ""
        """The rule that ended the game."""

    def play_by(self, ruleset: int, revolutionaries: int) -> None:
        """Choose the ruleset and the number of Revolutionaries (setup.ruleset, setup.players.conflict)."""
        self.ruleset = ruleset
        self.conflict = ruleset >= CONFLICT_BASIC
        self.advanced = ruleset & KONEV_ADVANCED > 0
        self.rubble_rules = self.conflict and self.advanced
        self.headline_rules = self.conflict and self.advanced
        self.revs = revolutionaries
        self.commander = revolutionaries if self.conflict else NONE

    def copy(self) -> State:
        other = State(self.pack, self.chance.copy())
        other.ruleset = self.ruleset
        other.conflict = self.conflict
        other.advanced = self.advanced
        other.rubble_rules = self.rubble_rules
        other.headline_rules = self.headline_rules
        other.revs = self.revs
        other.commander = self.commander
        other.random_fighters = self.random_fighters
        other.hand_cut = self.hand_cut
        other.tactics_cut = self.tactics_cut
        other.round = self.round
        other.phase = self.phase
        other.after = self.after
        other.prestige = self.prestige
        other.morale = self.morale
        other.readiness = self.readiness
        other.momentum = self.momentum
        other.at = self.at[:]
        other.place = self.place[:]
        other.shown = self.shown
        other.wounded = self.wounded
        other.who = self.who[:]
        other.block_of = self.block_of[:]
        other.bearing = self.bearing[:]
        other.fighters = self.fighters
        other.sighted = self.sighted
        other.may = self.may[:]
        other.unmixed = self.unmixed
        other.civilians = self.civilians
        other.fled = self.fled
        other.arrested = self.arrested
        other.lives = self.lives[:]
        other.regiment_at = self.regiment_at[:]
        other.regiments = self.regiments[:]
        other.down = self.down
        other.garrison = self.garrison
        other.garrison_down = self.garrison_down
        other.barricade = self.barricade
        other.rubble = self.rubble[:]
        other.blocked = self.blocked
        other.deck = [pile[:] for pile in self.deck]
        other.hand = [pile[:] for pile in self.hand]
        other.discard = [pile[:] for pile in self.discard]
        other.circle = self.circle[:]
        other.given = self.given[:]
        other.tactics_hand = self.tactics_hand
        other.tactics_discard = self.tactics_discard
        other.unavailable = self.unavailable
        other.combat_discard = self.combat_discard
        other.kept = self.kept
        other.combat = self.combat[:]
        other.combat_seen = self.combat_seen
        other.kept_maybe = self.kept_maybe
        other.hand_seen = self.hand_seen
        other.headlines = self.headlines[:]
        other.headline = self.headline
        other.lasting = self.lasting
        other.cost_delta = self.cost_delta[:]
        other.konev_deck = self.konev_deck[:]
        other.konev_discard = self.konev_discard[:]
        other.konev_out = self.konev_out
        other.row = self.row[:]
        other.row_up = self.row_up
        other.token = self.token[:]
        other.early = self.early
        other.card = self.card
        other.pc = self.pc
        other.queue = self.queue[:]
        other.left = self.left
        other.sector = self.sector
        other.target = self.target
        other.regiment = self.regiment
        other.before = self.before
        other.effect = self.effect
        other.side = self.side
        other.seat = self.seat
        other.first = self.first
        other.rev_passed = self.rev_passed
        other.sov_passed = self.sov_passed
        other.played = self.played
        other.acted = self.acted
        other.strategized = self.strategized
        other.ops = self.ops
        other.step_from = self.step_from
        other.step_to = self.step_to
        other.medics = self.medics
        other.treated = self.treated
        other.payer = self.payer
        other.cost = self.cost
        other.icon = self.icon
        other.most = self.most
        other.laid = self.laid[:]
        other.actor = self.actor
        other.cards_played = self.cards_played
        other.allowance = self.allowance[:]
        other.performed = self.performed
        other.turn_sector = self.turn_sector
        other.marched = self.marched
        other.spent = self.spent
        other.recon_done = self.recon_done
        other.arrest_done = self.arrest_done
        other.resolved = self.resolved
        other.arrests = self.arrests
        other.district = self.district
        other.attackers = self.attackers
        other.attacked = self.attacked
        other.points = self.points
        other.kind = self.kind
        other.flipped = self.flipped
        other.to_place = self.to_place
        other.incoming = self.incoming
        other.placed = self.placed
        other.placing = self.placing
        other.to_set_aside = self.to_set_aside
        other.healed = self.healed
        other.die = self.die
        other.result = self.result
        other.reason = self.reason
        return other

    # ------------------------------------------------------------------ questions that many rules ask

    def insurgents(self, district: int) -> int:
        """The blocks in a district; civilians are no insurgents (unit.civilian.not_insurgent)."""
        return self.at[district]

    def hidden(self, district: int) -> int:
        """The hidden blocks in a district."""
        return self.at[district] & ~self.shown

    def revealed(self, district: int) -> int:
        """The revealed blocks in a district."""
        return self.at[district] & self.shown

    def on_map(self) -> int:
        """The blocks in districts."""
        return EVERY_INSURGENT & ~(self.at[POOL] | self.at[KILLED] | self.at[BOX] | self.at[AUSTRIA])

    def armed(self) -> int:
        """The armed blocks, wherever they are (unit.armed.basic, .advanced, .local_with_bystander)."""
        return EVERY_INSURGENT & ~self.bearing[BYSTANDER]

    def active(self, area: int) -> int:
        """The active Regiments in an area."""
        return self.regiments[area] & ~self.down

    def disabled_units(self) -> int:
        """How many Soviet units are disabled."""
        return self.down.bit_count() + self.garrison_down.bit_count()

    def tokens_left(self) -> int:
        """Barricade and Rubble tokens in their common supply (comp.barricade.tokens)."""
        return self.pack.barricades - self.barricade.bit_count() - sum(self.rubble)

    def garrisons_left(self) -> int:
        """Garrisons in the supply (comp.garrisons.count)."""
        return self.pack.garrisons - self.garrison.bit_count()

    def killed_units(self) -> int:
        """How many units lie in the Killed area, civilians included (unit.hungarian)."""
        return self.at[KILLED].bit_count() + self.arrested.bit_count()

    def is_night(self) -> bool:
        """Whether this is a Night round (board.night)."""
        return self.pack.night >> self.round & 1 > 0

    def rev_seats(self) -> int:
        """The seats of the Revolutionaries."""
        return (1 << self.revs) - 1


def rev_team(g: State) -> int:
    """The Revolutionaries who may answer in the place of the first one (info.team_decisions)."""
    return g.rev_seats() & ~1
