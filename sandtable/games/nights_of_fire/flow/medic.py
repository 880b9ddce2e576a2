"""Medic (Advanced): hidden Medics show themselves, then heal and hide others in their districts."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, never, nothing, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import payment, units
from sandtable.games.nights_of_fire.pack import DISTRICTS, MAX_OPS, MEDIC
from sandtable.games.nights_of_fire.phases import MEDIC as MEDIC_STEP
from sandtable.games.nights_of_fire.phases import REV_ORDER
from sandtable.games.nights_of_fire.state import State, Treatment

# ---------------------------------------------------------------------- who can be treated


def hidden_medics(g: State) -> int:
    """The blocks that may be revealed as Medics (rev.medic.reveal)."""
    return g.bearing[MEDIC] & ~g.shown & g.on_map()


def others(here: int, medics: int) -> int:
    """The blocks that the Medics of a district may treat; a single Medic may not treat itself (rev.medic.not_self)."""
    return here & ~medics if medics.bit_count() == 1 else here  # rev.medic.each_other


def possible_treatments(g: State) -> int:
    """How many heals and hides the hidden Medics could do if all were revealed (rev.medic.many)."""
    medics = hidden_medics(g)
    count = 0
    for district in range(DISTRICTS):
        own = medics & g.at[district]
        if own:
            patients = others(g.at[district], own)
            count += (patients & g.wounded).bit_count() + (patients & (g.shown | own)).bit_count()
    return count


def useful_medics(g: State) -> int:
    """The hidden Medics with whom a treatment can come about (rev.medic.at_least_one)."""
    medics = hidden_medics(g)
    useful = 0
    for block in bits(medics):
        here = g.at[g.place[block]] & ~(1 << block)
        if here & (g.wounded | g.shown | medics):
            useful |= 1 << block
    return useful


def patients(g: State) -> int:
    """The blocks that the Medics just revealed may treat, even if hidden again (rev.medic.hidden_again)."""
    medics = units.blocks_of(g, g.treatment_now().medics)
    found = 0
    for district in range(DISTRICTS):
        own = medics & g.at[district]
        if own:
            found |= others(g.at[district], own)
    return found


def treated(g: State) -> bool:
    """Whether this Medic action has healed or hidden somebody."""
    return g.treatment is not None and g.treatment.treated


# ---------------------------------------------------------------------- the action


def offer_medic(g: State, offer: Offer, ops: int) -> None:
    """What `medic_refusal` allows: as many ops as can be used and paid, with any cards (rev.medic.no_icon)."""
    for count in range(1, min(possible_treatments(g), ops, MAX_OPS) + 1):
        offer.options.append(g.pack.medic[count])


def medic_refusal(g: State, count: int) -> str | None:
    """The rule against a Medic action of so many ops."""
    if not g.rules.advanced:
        return "unit.icons.basic_ignored"
    possible = possible_treatments(g)
    if not count or not possible:
        return "rev.medic.at_least_one"
    return "rev.cards.overpay" if count > possible else payment.unpaid(g, count, "rev.medic.heal")


def medic(g: State, cost: int) -> Flow[State]:
    """Pay for a Medic action; revealing, healing and hiding follow one by one."""
    yield from payment.spend(g, cost, NONE)
    if g.log is not None:
        g.log.add("treating", g.ops, rule="rev.medic.reveal")
    g.phase = MEDIC_STEP


def step(g: State) -> Flow[State]:
    """One Medic is revealed, one insurgent healed or hidden, or the action is over."""
    if may_go_on(g):
        if g.treatment is not None:
            choice = yield Ask(g.seat, "medic.treat", TREATMENTS, "rev.medic.heal", always=g.rules.conflict)
        else:
            choice = yield Ask(g.seat, "medic.reveal", FIRST_MEDICS, "rev.medic.reveal", always=g.rules.conflict)
        if choice != DONE:
            carry_out(g, str(choice[0]), g.pack.number[choice[1]])
            if may_go_on(g):
                return
    end(g)


def may_go_on(g: State) -> bool:
    """Whether something is left to do: a treatment, or before the first one a Medic to reveal."""
    if not g.ops:
        return False
    if g.treatment is None:
        return useful_medics(g) > 0
    if patients(g) & (g.wounded | g.shown):
        return True
    return not g.treatment.treated and hidden_medics(g) > 0


def carry_out(g: State, verb: str, insurgent: int) -> None:
    block = g.block_of[insurgent]
    if verb == "reveal_medic":
        units.reveal(g, block, "rev.medic.reveal")
        if g.treatment is None:
            g.treatment = Treatment()
        g.treatment.medics |= 1 << insurgent
        return
    g.ops -= 1
    g.treatment_now().treated = True
    if verb == "heal":
        units.heal(g, block, "rev.medic.heal")
    else:
        units.hide(g, block, "rev.medic.hide")
        units.mix_hidden(g)


def end(g: State) -> None:
    g.ops = 0
    g.treatment = None
    g.phase = REV_ORDER


# ---------------------------------------------------------------------- what may be done


def first_medics(g: State, offer: Offer) -> None:
    offer.tell(ops=g.ops)
    for block in bits(useful_medics(g)):
        offer.options.append(g.pack.reveal_medic[g.insurgent_of[block]])


def treatments(g: State, offer: Offer) -> None:
    """Heal or hide; more Medics may be revealed only before the first treatment (rev.medic.reveal_first)."""
    offer.tell(ops=g.ops)
    pack = g.pack
    treatable = patients(g)
    for block in bits(treatable & g.wounded):
        offer.options.append(pack.heal[g.insurgent_of[block]])
    for block in bits(treatable & g.shown):  # rev.medic.same_insurgent
        offer.options.append(pack.hide[g.insurgent_of[block]])
    for block in bits(0 if treated(g) else hidden_medics(g)):
        offer.options.append(pack.reveal_medic[g.insurgent_of[block]])
    if done_refusal(g) is None:
        offer.options.append(DONE)


def reveal_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from being revealed as a Medic of this action."""
    mark = 1 << g.block_of[insurgent]
    if not hidden_medics(g) & mark:
        return "rev.medic.reveal"
    if treated(g):
        return "rev.medic.reveal_first"
    useful = g.treatment is not None or useful_medics(g) & mark
    return None if useful else "rev.medic.at_least_one"


def heal_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from being healed."""
    return untreated(g, insurgent, g.wounded, "rev.medic.heal")


def hide_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from being hidden."""
    return untreated(g, insurgent, g.shown, "rev.medic.hide")


def untreated(g: State, insurgent: int, need: int, rule: str) -> str | None:
    """The rule that keeps an insurgent from being treated; `need` are the blocks in need of it."""
    mark = 1 << g.block_of[insurgent]
    if patients(g) & mark:
        return None if need & mark else rule
    return "rev.medic.not_self" if g.treatment_now().medics >> insurgent & 1 else rule


def done_refusal(g: State) -> str | None:
    """The rule against a Medic action that treats nobody."""
    return None if treated(g) else "rev.medic.at_least_one"


FIRST_MEDICS: Final[Legality[State]] = Legality(
    first_medics,
    {
        "reveal_medic": one(reveal_refusal),
        "heal": never("rev.medic.reveal_first"),
        "hide": never("rev.medic.reveal_first"),
        "done": never("rev.medic.at_least_one"),
    },
)
TREATMENTS: Final[Legality[State]] = Legality(
    treatments,
    {
        "heal": one(heal_refusal),
        "hide": one(hide_refusal),
        "reveal_medic": one(reveal_refusal),
        "done": nothing(done_refusal),
    },
)
