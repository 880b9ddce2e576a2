"""The state of Nights of Fire: everything that changes during play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.declare import Derived, Shared, declared
from sandtable.engine.sets import NONE
from sandtable.engine.state import State as BaseState
from sandtable.games.nights_of_fire.cards import BY_RULES, COSTS
from sandtable.games.nights_of_fire.pack import (
    ACTIONS,
    AUSTRIA,
    BOX,
    BYSTANDER,
    EVERY_INSURGENT,
    KILLED,
    POOL,
    Pack,
)
from sandtable.games.nights_of_fire.phases import OPENING

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


@dataclass(frozen=True, slots=True)
class Rules:
    """What the options of a match decide; it never changes during the match."""

    ruleset: int
    conflict: bool
    """Whether a player commands the Soviets; otherwise Konev does."""
    advanced: bool
    revolutionaries: int
    """How many there are; their seats come first."""
    commander: int
    """The commander's seat, or NONE."""
    hand_cut: int
    """By how many cards the first draw is smaller (difficulty.hand)."""
    random_fighters: bool
    """Whether reinforcements are drawn blindly (difficulty.reinforcements)."""
    rubble: bool
    """Whether attacks leave Rubble (sov.rubble.basic_none)."""
    headlines: bool
    """Whether there are Headlines (setup.headlines)."""


# ====================================================================== parts that are always there


@declared
class Tactics:
    """The commander's Tactics cards, and what the Revolutionaries know of them."""

    hand: int = 0
    """Secret."""
    discard: int = 0
    unavailable: int = 0
    """Face up until the next adjustment of Tactics."""
    combat: list[int] = []
    """The Combat deck, top last."""
    combat_discard: int = 0
    """Flipped in combat since the Combat deck was last shuffled."""
    combat_seen: int = 0
    """Cards flipped this round: Revolutionaries know that they belong to the Combat deck."""
    kept_maybe: int = 0
    """Cards that Revolutionaries may take for the kept one."""
    hand_seen: int = 0
    """Cards that left the hand this round."""
    kept: int = NONE
    """Secret: the card kept on passing."""


@declared
class Headlines:
    """The Headlines, and the penalty that is being carried out."""

    deck: list[int] = []
    """Top last."""
    open: int = NONE
    """The round's objective."""
    lasting: int = 0
    """Those whose permanent penalty is in force."""
    cost_delta: Derived[list[int]] = [0] * len(COSTS)
    """By cost: what the permanent penalties add."""
    next_step: int = 0
    """The step that comes next of the open one's penalty."""
    heals: int = 0
    """Wounds that the penalty still heals."""


@declared
class Konev:
    """Konev's cards."""

    deck: list[int] = []
    """Top last."""
    discard: list[int] = []
    out: int = 0
    """Taken out by the players."""
    early: int = 0
    """Cards of the deck from which the first cards of the row were dealt."""
    row: list[int] = []
    """By slot: its card, or NONE."""
    face_up: int = 0
    """Slots whose card lies face up."""
    tokens: list[int] = []
    """By targeting token: its slot, or NONE."""


@declared
class RevolutionaryTurn:
    """What a Revolutionary has done in this turn."""

    played: int = 0
    """Cards."""
    acted: int = 0
    """Actions."""
    strategized: bool = False


@declared
class SovietTurn:
    """What the commander has done in this turn, and may still do."""

    cards_played: int = 0
    allowance: list[int] = [0] * len(ACTIONS)
    """By action: how often it may still be performed."""
    performed: int = 0
    """Actions performed at least once."""
    sector: int = NONE
    """NONE until the first action."""
    marched: int = 0
    """Regiments that moved."""
    spent: int = 0
    """Regiments that assaulted."""
    recon_done: bool = False
    arrest_done: bool = False
    resolved: bool = False
    """Whether the Headline was resolved."""


@declared
class Placing:
    """Fighters that are being placed."""

    to_place: int = 0
    placed: int = 0
    incoming: int = 0
    """Blocks drawn blindly from the pool and still to be placed."""
    where: int = BY_RULES
    """cards.BY_RULES or cards.IN_TARGETS."""


# ====================================================================== what is in progress, or else None


@declared
class Attack:
    """Regiments attack the insurgents of a district; when it is over, nothing of it is left."""

    district: int = NONE
    attackers: int = 0
    """Regiments."""
    attacked: int = 0
    """The blocks that were in the district when it began, wherever they are now."""
    points: int = 0
    """Damage still to be dealt."""
    kind: int = NONE
    """pack.PROBE, pack.ASSAULT or KONEV_ATTACK."""
    flipped: int = NONE
    """The Combat card."""


@declared
class Payment:
    """A Revolutionary pays with cards, or is asked whether to."""

    payer: int = NONE
    cost: int = 0
    """0 while nothing is being paid yet."""
    icon: int = NONE
    """The icon that one of the cards must show."""
    most: int = 0
    """How many cards may be paid."""
    laid: list[int] = []
    """Cards laid one by one so far."""
    actor: int = NONE
    """The block that the order will reveal."""


@declared
class KonevCard:
    """A card of Konev that is being carried out."""

    card: int = NONE
    next_step: int = 0
    """The step of its program that comes next."""
    repeats: int = 0
    """Repetitions still to come."""
    queue: list[int] = []
    """Regiments or sectors still to come, the next one last."""
    sector: int = NONE
    target: int = NONE
    """The current district (or area of the current Regiment)."""
    regiment: int = NONE
    before: int = 0
    """Regiments that were active before the card."""
    effect: bool = False
    """Whether the card has had an effect."""


@declared
class Group:
    """The fighters who are moving together, and whom others may still join."""

    start: int = NONE
    goal: int = NONE


@declared
class Treatment:
    """A Medic action in which a Medic has been revealed."""

    medics: int = 0
    """Insurgents (not blocks, as hiding mixes those) revealed by it."""
    treated: bool = False
    """Whether it has healed or hidden somebody."""


# ====================================================================== the whole


@declared
class State(BaseState):
    """The uprising at one moment. Sets are bit masks; things and places are numbers of the pack.

    A block is the piece of wood, an insurgent the sticker on it: everything public about an insurgent is kept by block,
    and only `insurgent_of` tells which is which. Without a commander block and insurgent have the same number for ever.
    The lists are filled by set-up or a position.
    """

    pack: Shared[Pack]
    rules: Shared[Rules]
    # The clock.
    round: int = 1
    phase: int = OPENING
    after: int = OPENING
    """The phase to go on with after one that several share."""
    # Tracks.
    prestige: int = 0
    morale: int = 0
    readiness: int = 0
    momentum: int = 0
    """Tokens in the Hungarian Momentum area."""
    # Insurgents, by block.
    at: Derived[list[int]] = []
    """By place: its blocks, the mirror of `place`."""
    place: list[int] = []
    """By block: its place."""
    shown: int = 0
    """Revealed blocks; killed ones are revealed too."""
    wounded: int = 0
    """Blocks with a Wound."""
    insurgent_of: list[int] = []
    """Secret: by block, its insurgent."""
    block_of: Derived[list[int]] = []
    """Secret: by insurgent, its block, the mirror of `insurgent_of`."""
    bearing: Derived[list[int]] = []
    """Secret: by icon, the blocks that have it; those without meaning in this version: none."""
    fighters: Derived[int] = 0
    """Secret: the blocks that are fighters."""
    sighted: int = 0
    """Insurgents that the commander has ever seen."""
    suspects: list[int] = []
    """Conflict: by block, the insurgents that the commander may take it for."""
    unmixed: int = 0
    """Blocks that were hidden and not yet mixed with the others of their district."""
    # Civilians, by the district where they live.
    civilians: int = 0
    """At home."""
    fled: int = 0
    """On the way to Austria."""
    arrested: int = 0
    """In the Killed area; who is in none of the three sets lies in the box."""
    lives: list[int] = []
    """By district: which civilian lives there, or NONE. Secret in Conflict."""
    # Soviets.
    regiment_at: list[int] = []
    """By Regiment: its area."""
    regiments: Derived[list[int]] = []
    """By area: its Regiments, the mirror of `regiment_at`."""
    disabled_regiments: int = 0
    garrison: int = 0
    """Districts with a Garrison."""
    disabled_garrisons: int = 0
    """Districts with a disabled one."""
    # Tokens.
    barricade: int = 0
    """Districts with a Barricade."""
    rubble: list[int] = []
    """By district: Rubble tokens."""
    blocked: int = 0
    """Districts with a permanently-blocked marker."""
    # Revolutionary cards, by seat.
    deck: list[list[int]] = []
    """The top is the end."""
    hand: list[list[int]] = []
    """Sorted."""
    discard: list[list[int]] = []
    circle: list[int] = []
    """Two Revolutionaries in Conflict: by card, in whose deck, hand or discard pile the commander last saw it."""
    given: list[int] = []
    """By seat: cards that it handed over and that the commander has not seen since."""
    # Soviet cards.
    tactics: Tactics = Tactics()
    headlines: Headlines = Headlines()
    konev: Konev = Konev()
    # The Operations Phase.
    side: int = REV
    """Whose turn it is."""
    seat: int = 0
    """The Revolutionary on turn, or next on turn; in the Draw Phase the one who discards."""
    first: int = 0
    """The Revolutionary who started the round."""
    rev_passed: bool = False
    sov_passed: bool = False
    """The commander has passed, or Konev's row is empty."""
    turn: RevolutionaryTurn = RevolutionaryTurn()
    soviet: SovietTurn = SovietTurn()
    arrests: int = 0
    """Arrests of this round."""
    ops: int = 0
    """The sum paid last; in a Move or Medic action: what is left of it."""
    # What is in progress.
    attack: Attack | None = None
    payment: Payment | None = None
    konev_card: KonevCard | None = None
    group: Group | None = None
    treatment: Treatment | None = None
    placing: Placing = Placing()
    to_set_aside: int = 0
    """Konev cards that the players may still take out."""
    # The last roll, and the end.
    die: int = 0
    result: int = 0
    reason: str = ""
    """The rule that ended the game."""

    # ------------------------------------------------------------------ what is in progress, where it must be

    def attack_now(self) -> Attack:
        """The attack in progress."""
        assert self.attack is not None
        return self.attack

    def payment_now(self) -> Payment:
        """The payment in progress."""
        assert self.payment is not None
        return self.payment

    def card_now(self) -> KonevCard:
        """The Konev card in progress."""
        assert self.konev_card is not None
        return self.konev_card

    def treatment_now(self) -> Treatment:
        """The Medic action in progress."""
        assert self.treatment is not None
        return self.treatment

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
        return self.regiments[area] & ~self.disabled_regiments

    def disabled_units(self) -> int:
        """How many Soviet units are disabled."""
        return self.disabled_regiments.bit_count() + self.disabled_garrisons.bit_count()

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
        return (1 << self.rules.revolutionaries) - 1


def rev_team(g: State) -> int:
    """The Revolutionaries who may answer in the place of the first one (info.team_decisions)."""
    return g.rev_seats() & ~1
