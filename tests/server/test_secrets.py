"""Secrets: nothing that leaves the server for a seat or a spectator holds what that one may not know.

Whole games of Nights of Fire are played over the socket with the server's own match at hand. Every message is searched
for the ids of hidden insurgents, cards and civilians; and what is sent is compared with what would be sent if all that
the reader cannot know were different. Battle for Europe hides numbers: stocks are planted that occur nowhere else.
"""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.games import load
from sandtable.games.battle_for_europe.pack import BRITAIN
from sandtable.games.battle_for_europe.state import State as Front
from sandtable.games.nights_of_fire.state import State as Uprising
from sandtable.server import views
from sandtable.server.live import LiveMatch
from sandtable.server.views import Viewer
from tests.games.battle_for_europe.aid import BRITISH, in_1944, under_way
from tests.games.nights_of_fire.test_secrets import OPENED_CARDS, OPENED_TACTICS, Watch
from tests.server.pages import Client, Message, Page, bearer, open_table, person, play_out, services_of

NIGHTS = load("nights_of_fire")
IDS = re.compile(r'"((?:insurgent|card|tactics):[^"]+|civ_[^"]+)"')


def ids_in(message: object) -> set[str]:
    return set(IDS.findall(msgspec.json.encode(message).decode()))


def kinds(ids: set[str], kind: str) -> set[str]:
    return {name for name in ids if name.startswith(kind)}


def check(message: Message, seat: str | None, before: Watch, after: Watch) -> None:
    """What one message to a seat may hold, by what was open before the choice and after it."""
    told = message.get("log", {}).get("lines", [])
    table = ids_in({key: value for key, value in message.items() if key != "log"})
    if seat in (None, "commander"):
        assert kinds(table, "insurgent:") <= after.shown
        assert kinds(table, "card:") <= after.discards
        assert not kinds(table, "civ_")
    if seat != "commander":
        assert kinds(table, "tactics:") <= after.open_tactics
    for line in told:
        ids = ids_in(line)
        if seat in (None, "commander"):
            assert kinds(ids, "insurgent:") <= before.shown | after.shown, line
            assert not kinds(ids, "card:") or line["key"] in OPENED_CARDS, line
        if seat != "commander":
            assert not kinds(ids, "tactics:") or line["key"] in OPENED_TACTICS, line


def truth(client: Client) -> Match[Uprising]:
    """The server's own match."""
    (table,) = services_of(client).tables.open.values()
    assert table.live is not None
    return table.live.match  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["conflict_basic", "conflict_advanced"])
def test_no_traffic_of_a_whole_game_holds_a_secret(client: Client, ruleset: str) -> None:
    seats = {"revolutionary": person("away"), "commander": person("away")}
    links = open_table(client, "nights_of_fire", seats, True, ruleset=ruleset)
    rng = random.Random(ruleset)
    with (
        Page(client, links["revolutionary"]) as one,
        Page(client, links["commander"]) as two,
        Page(client, links["watch"]) as three,
    ):
        pages = [one, two, three]
        seed = "rainy day"
        before = Watch(truth(client).state)
        while one.update["ask"] is not None:
            asked = one if one.mine else two
            for page in pages if rng.random() < 0.04 else ():  # everything else that can be asked for, by everybody
                page.ask("why", about=asked.options[0][0])
                page.ask("choose", n=page.update["n"], choice=["no such thing"])
            play_out(pages, rng, 1)
            after = Watch(truth(client).state)
            for page in pages:
                for message in page.got:
                    check(message, page.update["seat"], before, after)
                    assert seed not in msgspec.json.encode(message).decode()
                page.got.clear()
            before = after
    for token in links.values():
        standing = client.get("/api/table", headers=bearer(token))
        assert seed not in standing.text + str(standing.headers)


@pytest.mark.slow
def test_a_recap_shows_what_was_shown_and_nothing_else(client: Client) -> None:
    seats = {"revolutionary": person("away"), "commander": person("away")}
    links = open_table(client, "nights_of_fire", seats, True, ruleset="conflict_basic")
    rng = random.Random("recap")
    with (
        Page(client, links["revolutionary"]) as one,
        Page(client, links["commander"]) as two,
        Page(client, links["watch"]) as three,
    ):
        pages = [one, two, three]
        play_out(pages, rng, 35)
        for page in pages:
            shown = {message["version"]: message for message in page.got if message["is"] == "update"}
            steps = page.ask("recap", first=0)["steps"]
            assert [step["at"] for step in steps] == list(range(36))
            for step in steps:
                assert step["scene"] == shown[step["at"]]["scene"]
                assert step["status"] == shown[step["at"]]["status"]
                assert step["lines"] == shown[step["at"]]["log"]["lines"]


def sent(match: Match[Any], seat: int | None) -> bytes:
    """All that a viewer is sent of a position."""
    live = LiveMatch(match, Origin("hidden"), 0)
    mask = 0 if seat is None else 1 << seat
    viewer = Viewer(mask, seat, "en")
    messages: list[object] = [views.update(live, viewer, -1, 0)]
    if viewer.sees_ask(match.ask):
        verbs = dict.fromkeys(str(choice[0]) for choice in match.choices)
        messages.append([views.reasons(match, viewer, verb, "id") for verb in verbs])
    return msgspec.json.encode(messages)


@pytest.mark.slow
@pytest.mark.parametrize("mode", NIGHTS.modes)
def test_what_a_seat_cannot_know_never_changes_what_it_is_sent(mode: str) -> None:
    match = start(NIGHTS, NIGHTS.modes[mode], Origin(f"worlds {mode}"))
    rng = random.Random(mode)
    while match.ask is not None:
        for _ in range(30):
            if match.ask is not None:
                match.choose(rng.choice(match.choices))
        for seat in range(len(match.seats)):
            other = match.fork(explain=True, keep=True)
            NIGHTS.determinize(other.state, seat, Chance.from_seed(f"other {match.number}"))
            assert sent(other, seat) == sent(match, seat)


# ---------------------------------------------------------------------- hidden numbers


PLANTED = 7_331
"""What Britain has left; a stack of 7 HPP is under way, so that everybody may suppose 7,338."""


def convoys_under_way(players: int) -> Match[Front]:
    """Spring 1944, Britain's phase 3: its stock and a stack face down are hidden from the others."""
    place = under_way(in_1944("building", BRITISH, players).all_units(), britain_ussr=7)
    return place.freely().set(hpp={"britain": PLANTED}, opening={"britain": PLANTED + 100}).start().match


@pytest.mark.parametrize("players", [2, 4])
def test_no_message_holds_what_a_sender_of_aid_has_left(players: int) -> None:
    match = convoys_under_way(players)
    own = match.state.rules.seat_of[BRITAIN]
    rng = random.Random(players)
    looks = 0
    while match.ask is not None and match.state.lease_now().stacks[2] == 7:
        looks += 1
        left = str(match.state.hpp[BRITAIN])
        for seat in [*range(len(match.seats)), None]:
            told = sent(match, seat).decode()
            found = left in re.findall(r"\d+", told)
            assert found == (seat == own), f"{left} is sent to {seat}"
        quiet = [choice for choice in match.choices if choice[0] in ("done", "stand_by")]
        match.choose(rng.choice(quiet or match.choices))
    assert looks > 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_stocks_and_stacks_never_change_what_others_are_sent(players: int) -> None:
    match = convoys_under_way(players)
    rng = random.Random(f"worlds {players}")
    looks = 0
    while match.ask is not None and match.state.lease_now().stacks[2] == 7:
        looks += 1
        for seat in range(len(match.seats)):
            other = match.fork(explain=True, keep=True)
            match.game.determinize(other.state, seat, Chance.from_seed(f"other {match.number}"))
            assert sent(other, seat) == sent(match, seat)
        quiet = [choice for choice in match.choices if choice[0] in ("done", "stand_by")]
        match.choose(rng.choice(quiet or match.choices))
    assert looks > 5


def test_a_refusal_never_repeats_what_the_engine_says(client: Client) -> None:
    seats = {"revolutionary": person("away"), "commander": person("away")}
    links = open_table(client, "nights_of_fire", seats, ruleset="conflict_basic")
    with Page(client, links["revolutionary"]) as one, Page(client, links["commander"]) as two:
        other = two if one.mine else one
        answer = other.ask("choose", n=0, choice=["pass"])
        assert answer == {**answer, "code": "wrong_seat", "text": "It is not your turn.", "rule": None}
