"""Dice that a player can check: promised before the game, added to by every player, proved after it."""

from __future__ import annotations

import json
import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli.main import main
from sandtable.engine.chance import agreed_hash, promise_of, shared_seed
from sandtable.server import create_table
from sandtable.server.links import new_token
from tests.server.pages import Client, Message, Page, bearer, buda, key_to, opponent, person, play_out, serve, settings

pytestmark = pytest.mark.slow

BUDA = {"imperial": person("away", "Anna"), "ottoman": person("away", "Béla")}


def shared_table(client: Client, seats: Message) -> dict[str, str]:
    body = {"game": "buda_1686", "seats": seats, "shared": True, "watch": True}
    made = client.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    return {",".join(link["seats"]) or "watch": key_to(client, link) for link in made.json()["links"]}


class Guest(Page):
    """A page at a table that may not have begun."""

    def __enter__(self) -> Guest:
        self.session.__enter__()
        self.session.send_json(self.hello)
        self.welcome = self.wait(lambda message: message["is"] == "welcome")
        self.wait(lambda message: message["is"] == "company")
        return self

    def promise(self, entropy: str) -> Message:
        return self.ask("promise", hash=promise_of(entropy))

    def begin(self) -> None:
        while not self.update:
            self.wait(lambda message: message["is"] == "update")


def add(*parts: tuple[Guest, str]) -> None:
    """Let every page promise what it adds, and then show it."""
    for page, entropy in parts:
        assert page.promise(entropy)["is"] == "done"
    for page, entropy in parts:
        assert page.ask("dice", entropy=entropy)["is"] == "done"


def commitment_of(secret: str) -> str:
    return blake2b(secret.encode(), digest_size=32, person=b"sandtable-commit").hexdigest()


def test_the_formula() -> None:
    text = "secret\nimperial=b\nottoman=a"  # the secret, then every seat with what it added, by name
    expected = blake2b(text.encode(), digest_size=32, person=b"sandtable-shared").hexdigest()
    assert shared_seed("secret", {"ottoman": "a", "imperial": "b"}) == expected
    assert shared_seed("secret", {"ottoman": "b", "imperial": "a"}) != expected
    assert promise_of("a") == blake2b(b"a", digest_size=32, person=b"sandtable-player").hexdigest()
    together = blake2b(b"c\nimperial=b\nottoman=a", digest_size=32, person=b"sandtable-agreed").hexdigest()
    assert agreed_hash("c", {"ottoman": "a", "imperial": "b"}) == together


def test_the_game_begins_when_every_player_has_promised_and_then_added_to_the_dice(client: Client) -> None:
    links = shared_table(client, BUDA)
    mine, other = new_token(), new_token()
    with Guest(client, links["imperial"]) as one:
        assert one.welcome["table"]["shared"] and one.company["promises"] == {} and one.company["added"] == []
        assert one.promise(mine)["is"] == "done"
        one.wait(lambda message: message["is"] == "company" and message["promises"] == {"imperial": promise_of(mine)})
        assert one.ask("dice", entropy=mine)["code"] == "not_promised"
        assert one.ask("choose", n=0, choice=["pass"])["code"] == one.ask("resign")["code"] == "not_begun"
        status = client.get("/api/table", headers=bearer(links["imperial"])).json()
        assert (status["asked"], status["mine"], status["outcome"]) == (["ottoman"], False, None)
        with Guest(client, links["ottoman"]) as two, Guest(client, links["watch"]) as watching:
            assert watching.ask("dice", entropy=other)["code"] == "watching"
            assert watching.promise(other)["code"] == "watching"
            assert two.welcome["table"]["seed_hash"] == one.welcome["table"]["seed_hash"]
            assert two.promise(other)["is"] == "done"
            both = {"imperial": promise_of(mine), "ottoman": promise_of(other)}
            one.wait(lambda message: message["is"] == "company" and message["promises"] == both)
            assert one.ask("dice", entropy=mine)["is"] == "done"
            one.wait(lambda message: message["is"] == "company" and message["added"] == ["imperial"])
            assert one.ask("dice", entropy=mine)["is"] == "done"  # once more, after a lost answer
            assert not one.update
            status = client.get("/api/table", headers=bearer(links["ottoman"])).json()
            assert (status["asked"], status["mine"], status["outcome"]) == (["ottoman"], True, None)
            assert two.ask("dice", entropy=other)["is"] == "done"
            for page in (one, two, watching):
                page.begin()
            play_out([one, two], random.Random(1), 5)


def test_what_was_promised_can_be_changed_only_until_all_have_promised(client: Client) -> None:
    """Else whoever runs the server could look at the others' parts, and fit his own to them."""
    links = shared_table(client, BUDA)
    first, second, other = new_token(), new_token(), new_token()
    with Guest(client, links["imperial"]) as one, Guest(client, links["ottoman"]) as two:
        assert one.promise(first)["is"] == one.promise(second)["is"] == "done"  # from another device
        assert two.promise(other)["is"] == "done"
        assert one.promise(first)["code"] == "added_already"
        assert one.promise(second)["is"] == "done"  # once more, after a lost answer
        assert two.ask("dice", entropy=other)["is"] == "done"
        for entropy in (first, new_token()):
            assert one.ask("dice", entropy=entropy)["code"] == "added_already"
        assert not one.update
        assert one.ask("dice", entropy=second)["is"] == "done"
        one.begin()
        assert one.ask("dice", entropy=first)["code"] == "added_already"


@pytest.mark.slow
def test_each_player_changes_the_dice_and_the_server_promised_its_part_before(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = set()
    for values in (("a" * 26, "b" * 26), ("a" * 26, "c" * 26), ("d" * 26, "b" * 26), ("b" * 26, "a" * 26)):
        links = shared_table(client, BUDA)
        with Guest(client, links["imperial"]) as one, Guest(client, links["ottoman"]) as two:
            assert one.welcome["table"]["seed_hash"] == commitment_of("rainy day")
            add((one, values[0]), (two, values[1]))
            one.begin()
            two.begin()
            rng = random.Random(1)
            play_out([one, two], rng, 25)
            scenes.add(json.dumps(one.log))
    assert len(scenes) == 4


def finished(client: Client, patch: pytest.MonkeyPatch, shared: bool) -> tuple[str, str, dict[str, str]]:
    """A game that somebody gave up: a key, the commitment, and what was added."""
    patch.setattr(create_table, "random_seed", lambda: "the server's part")
    if not shared:
        body = {"game": "buda_1686", "seats": BUDA}
        links = {
            link["seats"][0]: key_to(client, link)
            for link in client.post("/api/tables", json=body).json()["links"]
            if link["seats"]
        }
    else:
        links = shared_table(client, BUDA)
    added = {"imperial": new_token(), "ottoman": new_token()}
    with Guest(client, links["imperial"]) as one, Guest(client, links["ottoman"]) as two:
        add((one, added["imperial"]), (two, added["ottoman"]))
        one.begin()
        two.begin()
        assert client.get("/api/table/dice", headers=bearer(links["imperial"])).status_code == 409
        play_out([one, two], random.Random(1), 12)
        one.ask("resign")
        return links["ottoman"], one.welcome["table"]["seed_hash"], added if shared else {}


@pytest.mark.slow
@pytest.mark.parametrize("shared", [True, False])
def test_the_proof_of_a_finished_game(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], shared: bool
) -> None:
    key, commitment, added = finished(client, monkeypatch, shared)
    proof = client.get("/api/table/dice", headers=bearer(key)).json()
    assert proof["commitment"] == commitment == commitment_of(proof["secret"])
    assert proof["entropy"] == added
    seed = shared_seed(proof["secret"], added) if shared else proof["secret"]
    assert proof["seed"] == seed

    file = tmp_path / "game.replay.jsonl"
    file.write_text(client.get("/api/table/replay", headers=bearer(key)).text, encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["seed"] == seed
    assert main(["replay", "--verify", "--commitment", commitment, str(file)]) == 0
    assert "promised before the first roll" in capsys.readouterr().out
    assert main(["replay", "--verify", "--commitment", "00" * 32, str(file)]) == 1
    assert "not the dice" in capsys.readouterr().err
    assert main(["replay", "--commitment", commitment, str(file)]) == 2
    agreed = agreed_hash(commitment, {seat: promise_of(entropy) for seat, entropy in added.items()})
    assert main(["replay", "--verify", "--commitment", agreed, str(file)]) == (0 if shared else 1)
    if shared:
        assert "the server and every player promised" in capsys.readouterr().out
        fitted = agreed_hash(commitment, {"imperial": promise_of(added["imperial"]), "ottoman": promise_of("other")})
        assert main(["replay", "--verify", "--commitment", fitted, str(file)]) == 1


EDITS: dict[str, dict[str, Any]] = {
    "another secret": {"secret": "mine"},
    "another player's part": {"entropy": {"imperial": "x", "ottoman": "y"}},
    "a player left out": {"entropy": {}},
}


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_replay_with_other_dice_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, edit: dict[str, Any]
) -> None:
    key, commitment, _ = finished(client, monkeypatch, True)
    header, *moves = client.get("/api/table/replay", headers=bearer(key)).text.splitlines()
    changed = json.loads(header)
    changed["dice"].update(edit)
    file = tmp_path / "game.replay.jsonl"
    file.write_text("\n".join([json.dumps(changed), *moves]), encoding="utf-8")
    assert main(["replay", "--verify", "--commitment", commitment, str(file)]) == 1


def test_who_plays_alone_begins_at_once_and_a_table_without_people_needs_nobody(client: Client) -> None:
    links = shared_table(client, {"imperial": person(), "ottoman": opponent()})
    with Guest(client, links["imperial"]) as page:
        add((page, new_token()))
        page.begin()
    links = shared_table(client, {"imperial": opponent(), "ottoman": opponent()})
    with Page(client, links["watch"]) as page:
        page.until(2)


def test_a_table_that_has_not_begun_outlives_the_server(tmp_path: Path) -> None:
    given = settings(tmp_path)
    mine, other = new_token(), new_token()
    with serve(given) as client:
        links = shared_table(client, BUDA)
        with Guest(client, links["imperial"]) as one:
            one.promise(mine)
    with serve(given) as client, Guest(client, links["ottoman"]) as two:
        assert two.company["promises"] == {"imperial": promise_of(mine)}
        two.promise(other)
        two.ask("dice", entropy=other)
    with serve(given) as client, Guest(client, links["imperial"]) as one:
        assert one.company["added"] == ["ottoman"]
        one.ask("dice", entropy=mine)
        one.begin()


def test_a_rematch_is_made_with_shared_dice_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    key, _, _ = finished(client, monkeypatch, True)
    again = client.post("/api/table/rematch", headers=bearer(key)).json()
    with Guest(client, again["token"]) as page:
        assert page.welcome["table"]["shared"] and page.company["added"] == []


def test_what_is_added_where_dice_are_not_shared_changes_nothing(tmp_path: Path) -> None:
    given = settings(tmp_path)
    with serve(given) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            play_out([one, two], random.Random(1), 5)
            assert one.ask("promise", hash=promise_of("a"))["is"] == "done"
            assert one.ask("dice", entropy=new_token())["is"] == "done"
            scene = one.update["scene"]
    with serve(given) as client, Page(client, links["imperial"]) as one:
        assert one.update["scene"] == scene
        assert one.company["added"] == []


@pytest.mark.slow
@pytest.mark.parametrize("people", [True, False])
def test_who_plays_on_from_a_game_with_shared_dice_shares_them_too(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, people: bool
) -> None:
    key, _, _ = finished(client, monkeypatch, True)
    seats = {seat: person() if people else opponent() for seat in ("imperial", "ottoman")}
    made = client.post("/api/table/fork", json={"at": 3, "seats": seats}, headers=bearer(key)).json()
    with Guest(client, made["links"][0]["token"]) as page:
        assert page.welcome["table"]["shared"] == people
        if not people:
            page.begin()
            return
        add((page, "a" * 26))
        page.begin()
        play_out([page], random.Random(1), 8)
        page.ask("resign")
        commitment = page.welcome["table"]["seed_hash"]
        file = tmp_path / "game.replay.jsonl"
        file.write_text(client.get("/api/table/replay", headers=bearer(page.token)).text, encoding="utf-8")
        assert main(["replay", "--verify", "--commitment", commitment, str(file)]) == 0


@pytest.mark.parametrize("entropy", ["", "short", "A" * 26, "a" * 27, 7, None])
def test_what_is_no_entropy_is_refused(client: Client, entropy: object) -> None:
    links = shared_table(client, BUDA)
    with Guest(client, links["imperial"]) as one:
        assert one.ask("dice", entropy=entropy)["code"] == "bad_request"


@pytest.mark.parametrize("hashed", ["", "ab", "A" * 64, "a" * 65, "g" * 64, 7, None])
def test_what_is_no_promise_is_refused(client: Client, hashed: object) -> None:
    links = shared_table(client, BUDA)
    with Guest(client, links["imperial"]) as one:
        assert one.ask("promise", hash=hashed)["code"] == "bad_request"
