"""Texts of cards, made from the same steps and tests that are played.

The templates are the [card] section of a locale: one for every verb, argument and test. A new card of a pack that
uses known verbs needs no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sandtable.engine.cardtext import Writer, sentence, signed
from sandtable.engine.sets import bits
from sandtable.engine.words import Locale, Names
from sandtable.games.nights_of_fire import cards
from sandtable.games.nights_of_fire.cards import Headline, KonevCard, Plus, Step, Test
from sandtable.games.nights_of_fire.pack import ICONS, Pack

NONE_IN = (cards.NO_REVEALED_IN, cards.NO_BARRICADE_IN, cards.NO_RUBBLE_IN)
"""The tests that ask for the absence of something."""


def texts(pack: Pack, locale: Locale, names: Names) -> Iterator[tuple[str, str]]:
    """The text of every card by 'text:' and the card's id, from the templates and names of one language."""
    writer = CardWriter(pack, locale["card"], names)
    for card, konev in enumerate(pack.konev):
        yield f"text:{pack.konev_ids[card]}", writer.konev_card(konev)
    for card, headline in enumerate(pack.headlines):
        yield f"text:{pack.headline_ids[card]}", writer.headline(headline)
    for card, thing in enumerate(pack.tactics_ids):
        yield f"text:{thing}", writer.tactics_card(card)
    for card, thing in enumerate(pack.card_ids):
        yield f"text:{thing}", writer.revolutionary_card(card)


class CardWriter(Writer):
    """Writes the texts of cards in one language."""

    def __init__(self, pack: Pack, templates: Mapping[str, str], names: Mapping[str, str]) -> None:
        super().__init__(templates, names)
        self.pack = pack

    def districts(self, districts: Iterable[int], joint: str) -> str:
        """Districts by name, joined by a template."""
        return self.join(joint, [self.name(self.pack.area_ids[district]) for district in districts])

    # ------------------------------------------------------------------ Konev cards

    def konev_card(self, card: KonevCard) -> str:
        """The Division of a card, and a sentence for every step."""
        sentences = [sentence(self.steps([step])) for step in card.effect]
        if card.sector != cards.NOWHERE:
            division = self.name(f"division:{self.pack.division_keys[card.sector]}")
            sector = self.name(self.pack.sector_ids[card.sector])
            sentences.insert(0, sentence(self.say("division", division, sector)))
        return " ".join(sentences)

    def steps(self, steps: Sequence[Step]) -> str:
        """Steps one after the other; those behind a target happen there."""
        said: list[str] = []
        for at, step in enumerate(steps):
            if step.verb == cards.TARGET:
                said.append(self.target(step, steps[at + 1 :]))
                break
            said.append(self.step(step))
        return self.join("then", said)

    def target(self, step: Step, there: Sequence[Step]) -> str:
        return self.say(
            "target",
            self.say(f"scope.{cards.SCOPE[step.scope]}"),
            self.say(f"need.{cards.NEED[step.need]}"),
            self.say(f"near.{cards.NEAR[step.near]}.{cards.WHO[step.who]}"),
            self.steps(there),
        )

    def step(self, step: Step) -> str:
        """One step of a Konev card or of a Headline's penalty."""
        verb = step.verb
        if verb in (cards.EACH_REGIMENT, cards.EACH_SECTOR, cards.IF_NO_EFFECT):
            return self.say(cards.VERBS[verb], self.steps(step.do))
        if verb == cards.REPEAT:
            return self.steps(step.do) if step.n == 1 else self.say("repeat", step.n, self.steps(step.do))
        if verb == cards.FIRST_OF:
            return self.say("first_of", self.join("or_else", [self.steps(part) for part in step.options]))
        if verb == cards.DAMAGE:
            return self.damage(step)
        if verb == cards.RALLY:
            return self.rally(step)
        if verb in (cards.READINESS, cards.PRESTIGE, cards.MORALE):
            return self.say(cards.VERBS[verb], signed(step.n))
        if verb in (cards.MOVE_STAGING, cards.DRAW, cards.HEAL):
            return self.count(cards.VERBS[verb], step.n)
        return self.say(cards.VERBS[verb], step.n)

    def damage(self, step: Step) -> str:
        extra = self.join("then", [self.plus(plus) for plus in step.plus])
        return self.say(
            "damage",
            step.n,
            self.say("plus", extra) if extra else "",
            self.say(f"by.{cards.BY[step.by]}"),
            self.say(f"barricade.{cards.BEHIND[step.behind]}"),
        )

    def plus(self, plus: Plus) -> str:
        return self.say(f"plus.{cards.WHEN[plus.when]}", signed(plus.add), plus.n)

    def rally(self, step: Step) -> str:
        scope = self.say(f"scope.{cards.SCOPE[step.scope]}")
        if step.n == cards.ALL:
            return self.say(f"rally.{cards.WHAT[step.what]}.all", scope)
        return self.count(f"rally.{cards.WHAT[step.what]}.{cards.PICK[step.pick]}", step.n, scope)

    # ------------------------------------------------------------------ Headlines

    def headline(self, card: Headline) -> str:
        """Condition and penalty."""
        condition = self.join("tests.any" if card.one_is_enough else "tests.all", [self.test(t) for t in card.tests])
        penalty = self.join("then", [self.penalty(step, card.targets) for step in card.effect])
        return self.say("headline.permanent" if card.permanent else "headline.immediate", condition, penalty)

    def test(self, test: Test) -> str:
        key = f"test.{cards.TESTS[test.kind]}"
        if test.kind in cards.TESTS_OF_DISTRICTS:
            mode = "none" if test.kind in NONE_IN else "each" if test.every else "any"
            return self.say(key, self.districts(bits(test.districts), f"districts.{mode}"))
        if test.kind == cards.DIVISION_DEPLOYED:
            return self.say(key, self.name(f"division:{self.pack.division_keys[test.sector]}"))
        if test.kind == cards.CIVILIANS_ON_MAP and test.n == 0:
            key = "test.civilians_on_map_none"
        return self.say(key, test.n)

    def penalty(self, step: Step, targets: Sequence[int]) -> str:
        if step.verb == cards.REINFORCE:
            places = self.districts(targets, "districts.any")
            return self.count(f"reinforce.{cards.WHERE[step.where]}", step.n, places)
        if step.verb == cards.COST_DELTA:
            return self.say("cost_delta", self.say(f"cost.{cards.COSTS[step.cost]}"), signed(step.n), step.floor)
        if step.verb == cards.BLOCK:
            return self.say("block", self.districts(bits(step.districts), "districts.each"))
        return self.step(step)

    # ------------------------------------------------------------------ Tactics and Revolutionary cards

    def tactics_card(self, card: int) -> str:
        """What it allows from the hand, and its values in combat."""
        pack = self.pack
        grants = [
            self.say("grant", self.name(action), times)
            for action, times in zip(pack.action_ids, pack.grants[card], strict=True)
            if times
        ]
        said = self.say(
            "tactics",
            self.join("list", grants),
            pack.probe_value[card],
            pack.night_probe_value[card],
            pack.assault_value[card],
        )
        if pack.headline_cards >> card & 1:
            return f"{said} {self.say('headline_icon')}"
        return said

    def revolutionary_card(self, card: int) -> str:
        """Value and icons."""
        pack = self.pack
        icons = [self.name(f"icon:{icon}") for number, icon in enumerate(ICONS) if pack.card_icons[card] >> number & 1]
        if pack.card_player >> card & 1:
            icons.append(self.name("icon:player"))
        return self.count("revolutionary", pack.card_value[card], self.join("list", icons))
