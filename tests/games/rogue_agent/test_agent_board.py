"""Tracks of the agent board: resources and upgrades."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, black, city, red, searching


@rule(
    "board.upgrade.end_influence", "board.upgrade.end_influence.scope", "board.upgrade.cap", "board.upgrade.permanent"
)
def test_the_end_of_an_upgrade_track_gives_influence_once() -> None:
    table = searching("gunsmith", *red("weapon", "weapon"), weapon=4)
    assert (table.level("purple", "weapon"), table.influence("purple")) == (5, 1)
    assert searching("gunsmith", *red("weapon", "weapon"), weapon=5).influence("purple") == 0
    assert searching("ammunition_depot", *black("ammo", "ammo"), ammo=4).influence("purple") == 0  # a resource track


@rule("board.resource.gain", "board.resource.cap", "board.resource.length", "board.stamina.length")
def test_tracks_end() -> None:
    assert searching("ammunition_depot", *black("ammo", "credit"), ammo=6).level("purple", "ammo") == 7
    assert (PACK.track_max, PACK.heart) == ((7, 7, 7, 5, 5, 5, 6), 4)


@rule("board.upgrade.end_influence", "board.upgrade.end_influence.scope", "board.upgrade.cap")
def test_only_the_last_step_of_an_upgrade_gives_influence_and_only_once() -> None:
    position = city().at(yellow="gunsmith").set(credits={"yellow": 6}).tracks("yellow", weapon=2).turn("yellow")
    assert position.start().choose("buy", "goods:weapon", 2).influence("yellow") == 0  # space 4
    assert position.start().choose("buy", "goods:weapon", 3).influence("yellow") == 1  # space 5
    full = position.tracks("yellow", weapon=5).roll(5, 5).start().choose("search").choose("keep")
    assert (full.level("yellow", "weapon"), full.influence("yellow")) == (5, 0)
    ammo = city().at(yellow="ammunition_depot").tracks("yellow", ammo=5).turn("yellow").start()
    assert ammo.choose("buy", "goods:ammo", 1).level("yellow", "ammo") == 7 and ammo.influence("yellow") == 0


@rule("board.upgrade.permanent", "exposed.board")
def test_upgrades_outlast_hospital_and_exposure() -> None:
    position = city("android-3p").tokens("Aha", "hhh", "aha")
    position.at(purple="gunsmith").tracks("purple", ammo=0, stamina=1, car=1, weapon=3, agent=3)
    table = position.turn().start().choose("patrol", "tile:district_3").choose("reveal", "token:purple-3")
    assert table.state.is_android(0) and table.where("purple") == "hospital"
    assert [table.level("purple", track) for track in ("car", "weapon", "agent")] == [1, 3, 3]
    assert table.state.pistols(0) == 2  # from 1 and from 3
