"""What criminal cards say: their texts, made from the same parts that are played.

The templates are the [card] section of a locale: one for every verb and argument.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.cardtext import Writer, sentence
from sandtable.engine.words import Locale, Names
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.cards import Card, Part
from sandtable.games.rogue_agent.pack import Pack


def texts(pack: Pack, locale: Locale, names: Names) -> Iterator[tuple[str, str]]:
    """The text of every card by 'text:' and the card's id, from the templates and names of one language."""
    if "card" not in locale:
        return
    writer = CardWriter(locale["card"], names)
    for number, card in enumerate(pack.cards):
        syndicate = names[pack.syndicate_ids[card.syndicate]]
        yield f"text:{pack.card_ids[number]}", writer.card(card, syndicate)


class CardWriter(Writer):
    """Says what criminal cards do."""

    def card(self, card: Card, syndicate: str) -> str:
        """Numbers, then the two effects, then what happens when it leaves."""
        said = [self.say("numbers", syndicate, card.hp, card.bounty)]
        if card.reveal:
            said.append(self.say(f"reveal.{cards.ICONS[card.icon]}", self.parts(card.reveal)))
        said.append(self.say("retaliation", self.parts(card.retaliation)))
        if card.clock:
            said.append(self.say("continues"))
        if card.kept:
            said.append(self.say("keep_card"))
        return " ".join(said)

    def parts(self, parts: tuple[Part, ...]) -> str:
        """The parts one after the other."""
        return " ".join(sentence(self.part(part)) for part in parts)

    def part(self, part: Part) -> str:
        """One part; in one mode only, it says so."""
        said = self.effect(part)
        return said if part.mode < 0 else self.say(f"mode.{cards.MODE[part.mode]}", said)

    def effect(self, part: Part) -> str:
        verb = cards.VERBS[part.verb]
        who = self.say(f"who.{cards.WHO[part.who]}")
        change = "gain" if part.n > 0 else "lose"
        n = abs(part.n)
        if part.verb == cards.STAMINA:
            said = self.say(f"stamina.{change}", who, n)
            return self.say("informants", said) if part.informants else said
        if part.verb == cards.RESOURCE:
            return self.say(f"resource.{change}", who, n, self.say(f"kind.{cards.KINDS[part.kind]}"))
        if part.verb in (cards.CREDITS, cards.INFLUENCE):
            return self.say(f"{verb}.{change}", who, n)
        if part.verb == cards.INFORMANT:
            key = f"informant.{cards.OWNER[part.owner]}.{cards.SLOTS[part.scope]}"
            return self.say(key, self.say(f"chooser.{cards.CHOOSER[part.chooser]}"))
        if part.verb == cards.TIMER:
            return self.say(f"timer.{cards.BOMBS[part.scope]}.{change}", n)
        if part.verb == cards.SPAWN:
            return self.say(f"spawn.{cards.DISC[part.kind]}.{cards.AT[part.scope]}")
        if part.verb == cards.AGENT_TO:
            return self.say(f"agent_to.{cards.TO[part.scope]}", who)
        if part.verb == cards.DICE:
            return self.say(f"dice.{cards.COLOURS[part.kind]}", n)
        if part.verb == cards.HP:
            return self.say(f"hp.{change}", n)
        if part.verb == cards.LIMIT:
            return self.say(f"limit.{cards.LIMITS[part.kind]}", who, n)
        return self.say(verb, who, n)  # flee, escape, release, police, end_turn, identity
