"""Drafting: units of a group are chosen ready-made or one by one, for everything but attacks (see force.py)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from sandtable.engine.ask import Ask, Legality, Offer, legal, nothing, one, two
from sandtable.engine.sets import first, members
from sandtable.engine.types import Choice, Fact
from sandtable.games.battle_for_europe.pack import BY_HAND, CALL_OFF, FORCES, MARCH
from sandtable.games.battle_for_europe.scenarios import TYPES
from sandtable.games.battle_for_europe.state import State

ALL, NO_AIR, AIR_ONLY = (FORCES.index(name) for name in ("all", "no_air", "air_only"))
Choosing = Generator[Ask[State], Choice, bool]
"""A rule in progress that says in the end whether units were chosen."""


def make_up(g: State, group: int) -> list[Fact]:
    """What units are made of."""
    counts = [(name, (group & g.pack.of_type[kind]).bit_count()) for kind, name in enumerate(TYPES)]
    return [f"some:{name}_{count}" for name, count in counts if count]


class Drafting:
    """How the units of one sort of group are chosen."""

    def __init__(
        self,
        prompt: str,
        everything: Callable[[State], int],
        rule: Callable[[State], str],
        refused: Callable[[State, int], str | None],
        tell: Callable[[State, Offer], None],
        shares: Callable[[State, int], tuple[int, int, int]] | None = None,
        fitting: Callable[[State, int], int] = lambda g, units: units,
        first_reasons: Sequence[str] = (),
    ) -> None:
        self.prompt = prompt
        self.everything = everything
        """All units that can take part, as a mask."""
        self.rule = rule
        """The rule behind the choice."""
        self.refused = refused
        """The rule against a single unit."""
        self.tell = tell
        """Gives the facts of the prompt."""
        self.shares = shares
        """In per cent, how likely a group wins, nobody is left, or it loses; None if there is nothing to say."""
        self.fitting = fitting
        """Of units that can take part those that can do so together."""
        self.first_reasons = first_reasons
        """The rules that are named first where units of a kind are refused for several reasons."""
        self.ready = Legality(
            self.ready_options, {"force": one(self.force_refusal), "by_hand": legal, "call_off": legal}
        )
        self.hand = Legality(
            self.hand_options,
            {
                "send": two(self.send_refusal),
                "send_all": one(self.send_all_refusal),
                "leave": two(self.leave_refusal),
                "march": nothing(self.march_refusal),
                "call_off": legal,
            },
        )

    def choose(self, g: State, seat: int) -> Choosing:
        """Ask for the units: they stand in `draft` then; whether any were chosen."""
        whole = self.everything(g)
        g.draft = 0
        if whole.bit_count() == 1:
            g.draft = whole
            return True
        choice = yield Ask(seat, self.prompt, self.ready, self.rule(g), stake=0.3)
        if choice[0] == "force":
            g.draft = self.ready_made(g)[g.pack.number[choice[1]]]
            return True
        if choice == BY_HAND:
            g.called_off += 1
        while choice not in (MARCH, CALL_OFF):
            choice = yield Ask(seat, f"{self.prompt}.by_hand", self.hand, self.rule(g), stake=0.1)
            self.change(g, choice)
        return choice == MARCH

    def ready_made(self, g: State) -> list[int]:
        """By number of the ready-made force: its units; 0 where there is none, or the same as one before it."""
        whole, pack = self.fitting(g, self.everything(g)), g.pack
        found = [0] * len(FORCES)
        for at, force in ((ALL, whole), (NO_AIR, whole & pack.naval_units), (AIR_ONLY, whole & pack.air_units)):
            if force not in found:
                found[at] = force
        return found

    def change(self, g: State, choice: Choice) -> None:
        """One unit, or all of a base, joins or leaves the draft."""
        pack = g.pack
        if choice[0] == "send":
            g.draft |= 1 << first(self.waiting(g) & _of(g, pack.number[choice[1]], pack.number[choice[2]]))
        elif choice[0] == "send_all":
            g.draft |= self.all_of(g, pack.number[choice[1]])
        elif choice[0] == "leave":
            g.draft &= ~(1 << first(g.draft & _of(g, pack.number[choice[1]], pack.number[choice[2]])))

    def waiting(self, g: State) -> int:
        """The units that could still join the draft."""
        return self.everything(g) & ~g.draft

    def all_of(self, g: State, base: int) -> int:
        """The units of a base that could still join the draft, all together."""
        return self.fitting(g, self.waiting(g) & g.here[base])

    # ------------------------------------------------------------------ legality

    def force_refusal(self, g: State, force: int) -> str | None:
        """A ready-made force is offered if there is one that differs from those before it."""
        return None if self.ready_made(g)[force] else self.rule(g)

    def ready_options(self, g: State, offer: Offer) -> None:
        made = self.ready_made(g)
        for at, force in enumerate(made):
            if force:
                offer.add(g.pack.force[at])
        offer.add(BY_HAND)
        offer.add(CALL_OFF)
        if offer.telling:
            for at, force in enumerate(made):
                if force:
                    self.note(g, offer, g.pack.force[at], force)
            self.tell(g, offer)

    def note(self, g: State, offer: Offer, choice: Choice, force: int) -> None:
        """How likely a force succeeds, where that can be said, and what it is made of."""
        if self.shares is not None:
            offer.note(choice, *self.shares(g, force), *make_up(g, force))

    def send_refusal(self, g: State, kind: int, base: int) -> str | None:
        """The rule against sending one more unit of a kind from a base."""
        candidates = _of(g, kind, base)
        if candidates & self.waiting(g):
            return None
        reasons = [self.refused(g, unit) for unit in members(candidates & ~g.draft)]
        first_of_all = next((rule for rule in self.first_reasons if rule in reasons), None)
        return first_of_all or next((rule for rule in reasons if rule is not None), self.rule(g))

    def send_all_refusal(self, g: State, base: int) -> str | None:
        """All that can go from a base go: offered where there are several."""
        return None if self.all_of(g, base).bit_count() > 1 else self.rule(g)

    def leave_refusal(self, g: State, kind: int, base: int) -> str | None:
        """A unit of the draft may be left out again."""
        return None if g.draft & _of(g, kind, base) else self.rule(g)

    def march_refusal(self, g: State) -> str | None:
        """Somebody must go."""
        return None if g.draft else self.rule(g)

    def hand_options(self, g: State, offer: Offer) -> None:
        pack, draft, going = g.pack, g.draft, self.waiting(g)
        if draft:
            offer.add(MARCH)
        for kind, base in sorted({(pack.kind[unit], g.place[unit]) for unit in members(going)}):
            offer.add(pack.send[kind][base])
        for base in sorted({g.place[unit] for unit in members(going)}):
            if self.fitting(g, going & g.here[base]).bit_count() > 1:
                offer.add(pack.send_all[base])
        for kind, base in sorted({(pack.kind[unit], g.place[unit]) for unit in members(draft)}):
            offer.add(pack.leave[kind][base])
        offer.add(CALL_OFF)
        if offer.telling:
            if draft:
                self.note(g, offer, MARCH, draft)
            self.tell(g, offer)


def _of(g: State, kind: int, base: int) -> int:
    """The units of a kind in a base."""
    return g.here[base] & g.pack.of_kind[kind]
