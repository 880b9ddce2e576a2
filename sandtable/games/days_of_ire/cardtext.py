"""What cards say: their texts, made from the same effects that are played.

The templates are the [card] section of a locale: one for every verb, selector, condition and modifier. A new card of a
pack that uses known verbs needs no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sandtable.engine.cardtext import Writer, sentence, signed
from sandtable.engine.sets import NONE
from sandtable.engine.words import Locale, Names, capitalised
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.cards import ICONS, MODS, SELECTORS, UNITS, WHO, Part
from sandtable.games.days_of_ire.pack import ABILITIES, BY_ACTION, NOEL, ONCE, YURI, Pack

CHANGES: Final = (cards.EVENT_COST, cards.AVH_STRENGTH)
"""Modifiers by which a number rises or falls."""


def texts(pack: Pack, locale: Locale, names: Names) -> Iterator[tuple[str, str]]:
    """The text of every card by 'text:' and the card's id, from the templates and names of one language."""
    writer = CardWriter(pack, locale["card"], names)
    for headline, thing in enumerate(pack.headline_ids):
        yield f"text:{thing}", writer.headline(headline)
    for event, thing in enumerate(pack.event_ids):
        yield f"text:{thing}", writer.event(event)
    for card, thing in enumerate(pack.card_ids):
        yield f"text:{thing}", writer.card(card)
    for companion, thing in enumerate(pack.companion_ids):
        yield f"text:{thing}", writer.companion(companion)
    for card, thing in enumerate(pack.avh_ids):
        yield f"text:{thing}", writer.say(f"avh.{pack.avh_kind_keys[pack.avh_kind[card]]}")


class CardWriter(Writer):
    """Says what cards of this game do."""

    def __init__(self, pack: Pack, templates: Mapping[str, str], names: Mapping[str, str]) -> None:
        super().__init__(templates, names)
        self.pack = pack

    # ------------------------------------------------------------------ cards

    def headline(self, headline: int) -> str:
        """What a headline does, its marker and how long it holds."""
        said = [sentence(self.program(self.pack.headline_effect[headline]))]
        marker = self.pack.headline_marker[headline]
        if marker != NONE:
            said.append(self.say("marker", self.name(self.pack.marker_ids[marker])))
        return " ".join(said)

    def event(self, event: int) -> str:
        """What an event needs, and what it does when it is placed, resolved, or left."""
        pack = self.pack
        said = [self.say("needs", self.icons(pack.needs[event]))]
        for key, program in (
            ("placed", pack.place_effect[event]),
            ("reward", pack.reward[event]),
            ("penalty", pack.penalty[event]),
        ):
            if program != NONE:
                said.append(self.say(key, sentence(self.program(program))))
        if pack.event_marker[event] != NONE:
            said.append(self.say("marker", self.name(pack.marker_ids[pack.event_marker[event]])))
        return " ".join(said)

    def card(self, card: int) -> str:
        """The icons of a Revolution card, and its ability."""
        pack = self.pack
        *icons, anything = pack.sort_icons[pack.sort_of[card]]
        shown = self.say("any_icon") if anything else self.icons((*icons, 0))
        kind = "action" if pack.action_cards >> card & 1 else "free"
        return self.say(kind, capitalised(shown), sentence(self.program(pack.card_ability[card])))

    def companion(self, companion: int) -> str:
        """The icons of a fighter, a Revolutionary tank, Yuri or Noel, and the ability."""
        if companion in (YURI, NOEL):
            return self.say(self.pack.companion_keys[companion])
        shown = self.icons((*self.pack.companion_icons[companion], 0))
        kind = self.pack.ability_kind[companion]
        key = "action" if kind == BY_ACTION else ABILITIES[ONCE] if kind == ONCE else "permanent"
        return self.say(key, capitalised(shown), sentence(self.program(self.pack.ability[companion])))

    def icons(self, counts: Sequence[int]) -> str:
        """Icons by name, those that stand twice with their number."""
        said = [
            self.say("icon", count, self.name(f"icon:{ICONS[icon]}")) for icon, count in enumerate(counts[:3]) if count
        ]
        if counts[3]:
            said.append(self.name("icon:info_per_event"))
        return self.join("list", said) if said else self.say("no_icon")

    # ------------------------------------------------------------------ parts

    def program(self, program: int) -> str:
        """All parts one after the other."""
        return self.join("then", [self.conditioned(part) for part in self.pack.programs[program]])

    def conditioned(self, part: Part) -> str:
        """A part with its condition."""
        said = self.part(part)
        if part.when == cards.ALWAYS:
            return said
        key = f"if.{cards.CONDITIONS[part.when - 1]}"
        if part.when in (cards.HAPPENED, cards.NOT_HAPPENED):
            return self.say(key, self.name(self.pack.marker_ids[part.than]), said)
        return self.say(key, part.than, said)

    def part(self, part: Part) -> str:
        """One part: what its verb does."""
        verb = cards.VERBS[part.verb]
        if part.verb in (cards.MORALE, cards.SUPPORT):
            return self.count(f"{verb}.{'up' if part.n > 0 else 'down'}", abs(part.n))
        if part.verb in (cards.PLACE, cards.REMOVE, cards.MOVE):
            unit = self.count(f"unit.{UNITS[part.unit]}", part.n)
            if part.verb == cards.MOVE:
                return self.count(verb, part.n, unit, self.count("steps", part.steps))
            return self.say(f"{verb}.up_to" if part.up_to else verb, part.n, unit, self.where(part))
        if part.verb in (cards.HIT, cards.HEAL, cards.ACTIVATE, cards.RESTORE):
            return self.count(verb, part.n, self.where(part))
        if part.verb in (cards.DRAW, cards.DISCARD, cards.RECOVER):
            icon = self.say("with_icon", self.name(f"icon:{ICONS[part.icon]}")) if part.icon != NONE else ""
            return self.count(f"{verb}.{WHO[part.who]}", part.n, icon)
        if part.verb == cards.PEEK:
            key = f"peek.{cards.ZONES[part.zone]}"
            return self.say(f"{key}.all") if part.n == cards.ALL_CARDS else self.count(key, part.n)
        if part.verb == cards.MOD:
            return self.modifier(part)
        return self.count(verb, part.n)

    def modifier(self, part: Part) -> str:
        """What a modifier changes, and for how long."""
        key = f"mod.{MODS[part.mod]}"
        if part.mod == cards.TANKS_SILENT and part.until == cards.ACTION:
            return self.say(f"{key}.action")
        if part.mod == cards.ICON_SWAP:
            icons = [self.name(f"icon:{ICONS[icon]}") for icon in (part.icon, part.other_icon)]
            return self.say(key, *icons)
        if part.mod == cards.ANY_CARD_AS:
            return self.say(key, self.name(f"icon:{ICONS[part.icon]}"))
        if part.mod == cards.FREE_STEP:
            return self.count(key, part.n)
        lasting = self.say("today") if part.until == cards.DAY else self.say("here")
        return self.say(key, signed(part.n) if part.mod in CHANGES else part.n, lasting)

    def where(self, part: Part) -> str:
        """A location, or which ones are meant."""
        if part.at == cards.AT_LOCATION:
            return self.name(self.pack.location_ids[part.location])
        return self.say(f"at.{SELECTORS[part.at]}")
