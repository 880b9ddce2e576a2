"""Playing over the socket: whole games, undo, why-not, several people at one screen, spectators."""

from __future__ import annotations

import random

import pytest

from tests.server.pages import Client, Page, bearer, buda, open_table, opponent, person, play_out


@pytest.mark.slow
def test_a_whole_game_is_played_by_two_pages(client: Client) -> None:
    links = buda(client, watch=True)
    with (
        Page(client, links["imperial"]) as one,
        Page(client, links["ottoman"], "hu") as two,
        Page(client, links["watch"]) as three,
    ):
        play_out([one, two, three], random.Random(1))
        assert one.update["outcome"]["winners"] in (["imperial"], ["ottoman"])
        assert one.update["ask"] is None and one.update["undo"]["reason"] == "over"
        assert one.update["outcome"]["rule"] == two.update["outcome"]["rule"] == three.update["outcome"]["rule"]
        assert one.update["outcome"]["text"] != two.update["outcome"]["text"]
        assert (
            [line["key"] for line in one.log]
            == [line["key"] for line in two.log]
            == [line["key"] for line in three.log]
        )
        assert one.choose(["pass"])["code"] == "over"
    standing = client.get("/api/table", headers=bearer(links["ottoman"])).json()
    assert standing["outcome"]["winners"] == one.update["outcome"]["winners"] and standing["asked"] == []


def test_undo_takes_back_the_own_choice_and_its_lines(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        rng = random.Random(5)
        before: tuple[object, ...] = ()
        while not one.update["undo"]["possible"]:
            before = (one.update["n"], one.update["scene"], list(one.log), one.update["ask"])
            play_out([one, two], rng, 1)
        assert two.update["undo"] == {**two.update["undo"], "possible": False, "reason": "other"}
        assert two.ask("undo", n=two.update["n"])["code"] == "no_undo"
        version = one.ask("undo", n=one.update["n"])["version"]
        one.until(version)
        two.until(version)
        assert (one.update["n"], one.update["scene"], one.log, one.update["ask"]) == before
        assert [line["text"] for line in one.log] == [line["text"] for line in two.log]


def test_undo_stops_at_the_barrier(client: Client) -> None:
    links = open_table(client, "buda_1686", {"imperial": person(), "ottoman": person()})
    with Page(client, links["imperial,ottoman"]) as page:
        rng = random.Random(2)
        while page.update["undo"]["reason"] != "chance":
            page.choose(rng.choice(page.options))
        assert page.update["undo"]["text"]
        assert page.ask("undo", n=page.update["n"])["code"] == "no_undo"


def test_why_not_names_the_rule_and_only_to_who_is_asked(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"], "hu") as one, Page(client, links["ottoman"]) as two:
        answer = one.ask("why", about=["assault"])
        assert not answer["offered"] and answer["refusals"]
        assert {"choice", "text", "rule", "why"} == set(answer["refusals"][0])
        assert answer["refusals"][0]["choice"][0] == "assault"
        offered = one.options[0]
        assert one.ask("why", about=offered)["offered"]
        assert one.ask("why", about=offered[1])["offered"]
        assert two.ask("why", about=["assault"])["code"] == "wrong_seat"
        refused = one.choose(answer["refusals"][0]["choice"])
        assert refused["code"] == "illegal_choice" and refused["rule"] == answer["refusals"][0]["rule"]


def test_only_who_is_asked_learns_what_is_asked(client: Client) -> None:
    links = buda(client, watch=True)
    with Page(client, links["ottoman"]) as two, Page(client, links["watch"], "hu") as three:
        for page in (two, three):
            ask = page.update["ask"]
            assert (ask["seats"], ask["mine"], ask["rule"], ask["options"]) == (["imperial"], False, None, [])
        assert two.update["ask"]["text"] == "Waiting for imperial."
        assert three.update["ask"]["text"].startswith("Soron: ")


@pytest.mark.slow
def test_people_at_one_screen_change_seats_without_a_curtain_where_nothing_is_hidden(client: Client) -> None:
    links = open_table(client, "buda_1686", {"imperial": person(), "ottoman": person()})
    with Page(client, links["imperial,ottoman"]) as page:
        rng = random.Random(3)
        seats = set()
        for _ in range(80):
            assert page.mine and page.update["curtain"] is None
            assert page.update["ask"]["seats"] == [page.update["seat"]]
            seats.add(page.update["seat"])
            page.choose(rng.choice(page.options))
        assert seats == {"imperial", "ottoman"}


def test_the_seat_in_view_follows_the_turn_however_fast_choices_come(client: Client) -> None:
    seats = {"imperial": person(), "ottoman": person()}
    made: list[tuple[int, list[str | int]]] = []
    with Page(client, open_table(client, "buda_1686", seats)["imperial,ottoman"]) as page:
        rng = random.Random(3)
        whose = set()
        for _ in range(60):
            whose.add(page.update["seat"])
            made.append((page.update["n"], rng.choice(page.options)))
            page.choose(made[-1][1])
        assert whose == {"imperial", "ottoman"}
        final = page.update["scene"]
    # The same dice and the same choices, this time without waiting for the table to be shown in between.
    with Page(client, open_table(client, "buda_1686", seats)["imperial,ottoman"]) as page:
        for at, (n, choice) in enumerate(made):
            page.session.send_json({"do": "choose", "id": f"quick-{at}", "n": n, "choice": choice})
        page.wait(lambda message: message.get("id") == f"quick-{len(made) - 1}")
        assert [message["is"] for message in page.got if "id" in message] == ["done"] * len(made)
        assert page.until(len(made))["scene"] == final


def test_a_curtain_falls_between_hidden_hands(client: Client) -> None:
    seats = {"revolutionary": person(), "commander": person()}
    links = open_table(client, "nights_of_fire", seats, ruleset="conflict_basic")
    with Page(client, links["revolutionary,commander"]) as page:
        rng = random.Random(4)
        curtains = 0
        while page.update["ask"] is not None and curtains < 6:
            wanted = page.update["curtain"]
            if wanted is None:
                page.choose(rng.choice(page.options))
                continue
            curtains += 1
            assert wanted != page.update["seat"] and not page.mine and page.update["ask"]["options"] == []
            assert page.choose(["pass"])["code"] == "wrong_seat"
            version = page.ask("sit", seat=wanted)["version"]
            update = page.wait(lambda message: message["is"] == "update")
            assert update["seat"] == wanted and update["version"] >= version and page.mine
            assert update["log"]["first"] == 0 and update["log"]["lines"]
        assert curtains == 6
        assert page.ask("sit", seat="second")["code"] == "wrong_seat"


@pytest.mark.slow
def test_partners_may_both_answer(client: Client) -> None:
    seats = {"first": person("away"), "second": person("away"), "commander": opponent()}
    links = open_table(client, "nights_of_fire", seats, ruleset="conflict_basic", revolutionaries=2)
    with Page(client, links["first"]) as one, Page(client, links["second"]) as two:
        rng = random.Random(6)
        for _ in range(40):
            if one.mine and two.mine:
                break
            pages = [page for page in (one, two) if page.mine]
            if pages:
                answer = pages[0].choose(rng.choice(pages[0].options))
                one.until(answer["version"])
                two.until(answer["version"])
            else:
                one.until(one.update["version"] + 1)
                two.until(one.update["version"])
        assert one.update["ask"]["seats"] == ["first", "second"]
        assert two.update["ask"]["options"] == one.update["ask"]["options"]


def test_spectators_only_look(client: Client) -> None:
    links = buda(client, watch=True)
    with Page(client, links["watch"]) as page:
        assert page.update["seat"] is None and page.update["undo"]["reason"] == "watching"
        for request in (
            {"do": "choose", "n": 0, "choice": ["pass"]},
            {"do": "undo", "n": 0},
            {"do": "hint"},
            {"do": "say", "text": "Hm."},
            {"do": "why", "about": ["assault"]},
            {"do": "sit", "seat": "imperial"},
            {"do": "rename", "name": "X"},
        ):
            assert page.ask(**request)["code"] == "watching"
        assert page.ask("ping")["is"] == "done"
        assert not [message for message in page.got if message["is"] == "talk"]


def test_talk_and_names_reach_the_players(client: Client) -> None:
    links = buda(client, watch=True)
    with (
        Page(client, links["imperial"]) as one,
        Page(client, links["ottoman"]) as two,
        Page(client, links["watch"]) as three,
    ):
        one.ask("rename", name="Anna")
        two.wait(lambda message: message["is"] == "company" and message["names"]["imperial"] == "Anna")
        one.ask("say", text="Sok szerencsét!", id="once")
        one.ask("say", text="Sok szerencsét!", id="once")
        two.wait(lambda message: message["is"] == "talk" and bool(two.talk))
        assert [(line["seat"], line["name"], line["text"]) for line in two.talk] == [
            ("imperial", "Anna", "Sok szerencsét!")
        ]
        assert three.ask("ping")["is"] == "done"
        assert not [message for message in three.got if message["is"] == "talk"]
    with Page(client, links["imperial"]) as again:
        again.wait(lambda message: message["is"] == "talk") if not again.talk else None
        assert len(again.talk) == 1
        assert again.company["names"] == {"imperial": "Anna", "ottoman": ""}


def test_presence(client: Client) -> None:
    links = buda(client, watch=True)
    with Page(client, links["imperial"]) as one:
        with Page(client, links["ottoman"]), Page(client, links["watch"]):
            one.wait(lambda m: m["is"] == "company" and m["online"] == ["imperial", "ottoman"] and m["watchers"] == 1)
        one.wait(lambda m: m["is"] == "company" and m["online"] == ["imperial"] and m["watchers"] == 0)


@pytest.mark.slow
def test_a_recap_begins_before_the_last_turn_of_the_others(client: Client) -> None:
    links = buda(client, watch=True)
    with (
        Page(client, links["imperial"]) as one,
        Page(client, links["ottoman"]) as two,
        Page(client, links["watch"]) as three,
    ):
        assert [step["at"] for step in one.ask("recap")["steps"]] == [0]
        rng = random.Random(3)
        made: list[str] = []
        while len(made) < 30 or made[-1] != made[-2]:
            made.append("imperial" if one.mine else "ottoman")
            play_out([one, two, three], rng, 1)
        other = max(at for at, who in enumerate(made) if who != made[-1])
        mine = max(at for at, who in enumerate(made[:other]) if who == made[-1])
        waiting = max(at for at, who in enumerate(made) if who != made[-1])
        actor, idle = (one, two) if made[-1] == "imperial" else (two, one)
        for page, begins in ((actor, mine), (idle, waiting), (three, other + 1)):
            recap = page.ask("recap")
            assert [step["at"] for step in recap["steps"]] == list(range(begins, len(made) + 1))
            assert recap["total"] == len(made)
            assert recap["steps"][-1]["scene"] == page.update["scene"]


@pytest.mark.slow
def test_a_recap_for_one_who_plays_alone_begins_before_the_last_choice(client: Client) -> None:
    links = open_table(client, "nights_of_fire", {"revolutionary": person()}, ruleset="konev_basic")
    with Page(client, links["revolutionary"]) as page:
        play_out([page], random.Random(3), 5)
        assert [step["at"] for step in page.ask("recap")["steps"]] == [4, 5]
