"""What everybody is told, line by line, and by which rule it happened."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, WIN, Table, black, city, green, red


def story(table: Table) -> str:
    """The log as a spectator reads it, without the custom dice; each line with its rule at the end."""
    lines = [line for line in table.match.lines(None) if line.key != "roll_custom"]
    return "\n".join(" ".join(map(str, (line.key, *line.args, "-", line.rule))) for line in lines)


def told(table: Table, *lines: str) -> None:
    """The whole story."""
    assert story(table).split("\n") == list(lines)


@rule("time.round_marker", "time.draw", "time.roll", "time.bomb", "time.assassin", "time.criminal", "time.bomb.timer")
@rule("time.order", "time.assign")
def test_the_time_phase() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0, leader="yellow")
    table = position.roll("bomb:2", "assassin:1", "criminal:3", 5, 2, 6, 4).start()
    table.choose("assign", "bomb:2", "tile:district_2").choose("assign", "assassin:1", "tile:district_6")
    told(
        table,
        "round 2 yellow - time.round_marker",
        "drawn bomb:2 - time.draw",
        "drawn assassin:1 - time.draw",
        "drawn criminal:3 - time.draw",
        "roll_placing 5 - time.roll",
        "roll_placing 2 - time.roll",
        "roll_placing 6 - time.roll",
        "placed bomb:2 tile:district_2 - time.bomb",
        "roll_timer 4 bomb:2 - time.bomb.timer",
        "placed assassin:1 tile:district_6 - time.assassin",
        "placed criminal:3 tile:district_5 - time.criminal",
    )


@rule("attack.target", "attack.reveal", "attack.dice.black", "attack.criminal.fail", "attack.clock.token")
@rule("dice.hits.formula", "attack.criminal.success", "attack.criminal.influence", "arrest.action", "action.one_turn")
def test_attacks_on_criminals() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "static_yun").turn("yellow")
    position.tracks("yellow", evidence=3, ammo=1).roll(*red("weapon", "agent", "explosion"), *black("ammo"))
    told(
        position.start().choose("attack", "criminal:1").choose("spend", 1),
        "attacked yellow criminal:1 - attack.target",
        "card_revealed criminal:1 card:static_yun - attack.reveal",
        "lost yellow track:evidence 2 1 - effect.vocabulary",
        "spent yellow track:ammo 1 0 - attack.dice.black",
        "hits 1 2 - dice.hits.formula",
        "failed yellow criminal:1 - attack.criminal.fail",
        "clock yellow criminal:1 - attack.clock.token",
    )
    weak = city().at(yellow="district_3").criminal(2, "district_3", "twitch", "open").tracks("yellow", ammo=0)
    table = weak.turn("yellow").roll(*WIN).start().choose("attack", "criminal:2").choose("arrest", "criminal:2")
    told(
        table.choose("end"),
        "attacked yellow criminal:2 - attack.target",
        "hits 3 1 - dice.hits.formula",
        "defeated yellow criminal:2 - attack.criminal.success",
        "influence_up yellow 1 1 - attack.criminal.influence",
        "arrested yellow criminal:2 - arrest.action",
        "turn_over yellow - action.one_turn",
    )


@rule("attack.assassin.stays", "attack.assassin.fail", "attack.assassin.success", "attack.assassin.influence")
def test_attacks_on_assassins() -> None:
    position = city().at(yellow="district_3").assassin(2, "district_3").tracks("yellow", ammo=0).turn("yellow")
    told(
        position.roll(*MISS).start().choose("attack", "assassin:2"),
        "attacked yellow assassin:2 - attack.target",
        "hits 0 2 - dice.hits.formula",
        "failed yellow assassin:2 - attack.assassin.stays",
        "hurt yellow 2 4 - attack.assassin.fail",
    )
    position.script = ()
    told(
        position.roll(*WIN).start().choose("attack", "assassin:2"),
        "attacked yellow assassin:2 - attack.target",
        "hits 3 2 - dice.hits.formula",
        "returned assassin:2 - attack.assassin.success",
        "influence_up yellow 1 1 - attack.assassin.influence",
    )


@rule("turnin.cards", "turnin.bounty", "kidnap.where", "kidnap.dice.attacker", "kidnap.dice.target", "kidnap.cancel")
@rule("kidnap.take")
def test_kidnapping_and_turning_in() -> None:
    position = city().at(purple="district_3", grey="district_3").criminal(1, "purple", "rook").tracks("purple", fuel=1)
    table = position.criminal(2, "purple", "sparks").turn("grey").roll(*green("car", "car", "car")).start()
    table.choose("kidnap", "agent:purple").choose("spend", 2).choose("spend", 1).choose("take", "criminal:2")
    told(
        table,
        "kidnapping grey purple - kidnap.where",
        "spent grey track:fuel 2 0 - kidnap.dice.attacker",
        "spent purple track:fuel 1 0 - kidnap.dice.target",
        "cars 2 1 - kidnap.cancel",
        "taken grey criminal:2 purple - kidnap.take",
    )
    assert (table.custody("purple"), table.custody("grey")) == ([1], [2])
    told(
        city().criminal(2, "grey", "twitch").turn("grey").start().choose("turn_in"),
        "turned_in grey criminal:2 card:twitch - turnin.cards",
        "received grey 1 5 - turnin.bounty",
    )


@rule("patrol.step_adjacent", "patrol.extra_fuel", "gangster.ammo", "gangster.damage", "investigate.marker")
@rule("investigate.cost", "investigate.secret", "reinforce.cost", "action.one_turn")
def test_a_turn_of_going_looking_and_hiring() -> None:
    position = city().at(yellow="motor_pool").criminal(1, "district_1", "rook").tracks("yellow", ammo=1, stamina=5)
    table = position.turn("yellow").set(turn={"patrols": 1}).start().choose("patrol", "tile:district_1")
    table.choose("spend", 1).choose("investigate", "criminal:1").choose("reinforce")
    told(
        table,
        "spent yellow track:fuel 1 1 - patrol.extra_fuel",
        "patrolled yellow tile:district_1 - patrol.step_adjacent",
        "spent yellow track:ammo 1 0 - gangster.ammo",
        "hurt yellow 1 4 - gangster.damage",
        "spent yellow track:evidence 2 0 - investigate.cost",
        "investigated yellow criminal:1 - investigate.marker",
        "paid yellow 2 2 - reinforce.cost",
        "reinforced yellow tile:district_1 - reinforce.cost",
        "turn_over yellow - action.one_turn",
    )
    assert [table.told("looked", seat) != [] for seat in range(3)] == [False, True, False]


@rule("search.roll", "search.reroll", "search.scouting", "search.upgrade", "search.resource", "search.explosion")
@rule("search.prevent.informant", "search.prevent.ammo", "search.credit", "search.heal")
def test_searches() -> None:
    position = city().at(yellow="district_1").informants("district_1", "yellow").tracks("yellow", ammo=1, agent=2)
    table = position.turn("yellow").roll(*red("agent"), *black("explosion", "explosion")).start().choose("search")
    table.roll(*red("explosion"), *black("explosion")).choose("reroll", "die:red-1", "die:black-2")
    table.roll(*black("explosion")).choose("reroll", "die:black-1")
    table.choose("ammo", "die:black-1")  # nothing is asked about the first explosion, and about the last
    told(
        table,
        "searched yellow tile:district_1 - search.roll",
        "rerolled yellow 2 - search.reroll",
        "rerolled yellow 1 - search.scouting",
        "explosion_ignored yellow - search.prevent.informant",
        "spent yellow track:ammo 1 0 - search.prevent.ammo",
        "explosion_ignored yellow - search.prevent.ammo",
        "hurt yellow 1 5 - search.explosion",
    )
    safe = city().turn("yellow").tracks("yellow", stamina=3).start().choose("search")
    safe.choose("colour", "colour:black").roll(*green("heal", "car"), *black("credit", "evidence"))
    safe.choose("colour", "colour:green").choose("keep")
    told(
        safe,
        "searched yellow tile:headquarters - search.roll",
        "gained yellow track:stamina 1 4 - search.heal",
        "gained yellow track:car 1 1 - search.upgrade",
        "received yellow 2 6 - search.credit",
        "gained yellow track:evidence 2 4 - search.resource",
    )


@rule("defuse.action", "defuse.place.topmost", "defuse.column.timer", "stability.auto", "stability.circuit_dice")
@rule("defused.disc", "defused.influence", "defuse.stopped")
def test_defusing() -> None:
    blank = (*green("fuel", "fuel", "fuel"), *black("ammo", "ammo", "ammo"))
    position = city().at(yellow="district_3").bomb(1, "district_3", 4).turn("yellow")
    table = position.roll(*red("amplify", "amplify", "amplify"), *blank).start().choose("defuse", "bomb:1")
    told(
        table.choose("place", "die:red-2", "cell:1-2").choose("place", "die:red-3", "cell:1-3"),
        "defusing yellow bomb:1 4 - defuse.action",
        "die_placed die:red-1 cell:1-1 - defuse.place.topmost",
        "die_placed die:red-2 cell:1-2 - defuse.place.topmost",
        "die_placed die:red-3 cell:1-3 - defuse.place.topmost",
        "circuits_none 0 - stability.auto",
        "returned bomb:1 - defused.disc",
        "influence_up yellow 1 1 - defused.influence",
    )
    position.script = ()
    stopped = position.roll(*red("amplify", "explosion", "agent"), *blank, *red("amplify")).start()
    stopped.choose("defuse", "bomb:1").choose("place", "die:red-1", "cell:1-1").choose("stop")
    told(
        stopped,
        "defusing yellow bomb:1 4 - defuse.action",
        "die_placed die:red-1 cell:1-1 - defuse.place.topmost",
        "die_placed die:red-2 cell:2-1 - defuse.place.topmost",
        "timer bomb:1 3 - defuse.column.timer",
        "circuits 1 - stability.circuit_dice",
        "defusing_stopped bomb:1 3 - defuse.stopped",
    )


@rule("city.steps", "city.criminal.move", "city.criminal.assassin_check", "city.criminal.bomb_check", "explosion.when")
@rule("explosion.informants", "explosion.discs", "explosion.here", "explosion.adjacent", "explosion.custody")
@rule("explosion.bomb_disc", "explosion.chain", "city.criminal.leave", "criminal.return.card_removed")
@rule("hospital.trigger", "action.one_turn")
def test_criminals_on_their_way() -> None:
    position = city().set(police="district_2").at(purple="district_3", yellow="gunsmith", grey="district_1")
    position.criminal(3, "gunsmith", "rook").criminal(4, "district_6", "the_replicator", "open", end=True)
    position.criminal(5, "yellow", "sparks").criminal(6, "district_3", "twitch", "defeated")
    position.assassin(1, "district_3").assassin(2, "motor_pool").assassin(3, "fuel_station")
    position.bomb(2, "district_3", 1).bomb(3, "district_3", 5).informants("district_3", "grey").turn("grey")
    table = position.freely().start().choose("end")
    assert table.prompt == "city.assassin"
    told(
        table,
        "turn_over grey - action.one_turn",
        "city - city.steps",
        "disc_moved criminal:3 tile:district_3 - city.criminal.move",
        "disc_moved assassin:1 tile:synthetics_lab - city.criminal.assassin_check",
        "timer bomb:2 0 - city.criminal.bomb_check",
        "timer bomb:3 4 - city.criminal.bomb_check",
        "exploded bomb:2 tile:district_3 - explosion.when",
        "informant_removed grey tile:district_3 - explosion.informants",
        "returned criminal:3 - explosion.discs",  # unseen
        "returned criminal:6 - explosion.discs",
        "card_removed card:twitch - criminal.return.card_removed",
        "hurt purple 4 2 - explosion.here",
        "hurt yellow 2 4 - explosion.adjacent",
        "returned criminal:5 - explosion.custody",
        "card_removed card:sparks - criminal.return.card_removed",
        "returned bomb:2 - explosion.bomb_disc",
        "exploded bomb:3 tile:district_3 - explosion.chain",
        "hurt purple 2 0 - explosion.here",
        "hospital purple - hospital.trigger",
        "gained purple track:stamina 4 4 - hospital.heart",
        "hurt yellow 2 2 - explosion.adjacent",
        "returned bomb:3 - explosion.bomb_disc",
        "returned criminal:4 - city.criminal.leave",
        "card_kept card:the_replicator - criminal.return.card_removed",
    )


@rule("city.assassin.order", "city.assassin.step2", "city.assassin.step3", "city.assassin.task_agents")
@rule("city.assassin.task_informant", "city.police.move", "city.police.clear")
@rule("city.bomb.tick", "city.bomb.explode", "city.leader", "explosion.when", "explosion.bomb_disc")
def test_assassins_police_and_bombs() -> None:
    position = city().set(police="district_3").at(yellow="gunsmith", grey="district_3")
    position.assassin(1, "district_2").assassin(2, "district_6", end=True).bomb(4, "district_4", 2)
    position.bomb(1, "district_1", 1).informants("fuel_station", "grey").at(purple="district_6").turn("grey", round=6)
    table = position.start().choose("end").choose("activate", "assassin:1")
    told(
        table,
        "turn_over grey - action.one_turn",
        "city - city.steps",
        "assassin assassin:1 tile:district_2 - city.assassin.order",
        "disc_moved assassin:1 tile:fuel_station - city.assassin.step2",
        "informant_removed grey tile:fuel_station - city.assassin.task_informant",
        "disc_moved assassin:1 tile:district_6 - city.assassin.step3",
        "hurt purple 2 4 - city.assassin.task_agents",
        "assassin assassin:2 tile:district_6 - city.assassin.order",
        "hurt purple 2 2 - city.assassin.task_agents",
        "police tile:district_4 - city.police.move",
        "returned bomb:4 - city.police.clear",
        "timer bomb:1 0 - city.bomb.tick",
        "exploded bomb:1 tile:district_1 - explosion.when",
        "returned bomb:1 - explosion.bomb_disc",
        "leader yellow - city.leader",
        "scored purple 0 0 0 0 - score.track",
        "scored yellow 0 0 0 0 - score.track",
        "scored grey 0 0 0 0 - score.track",
    )


@rule("hospital.trigger", "hospital.influence", "hospital.custody", "reveal.event.stamina", "reveal.exposed")
@rule("exposed.informants", "exposed.informants_shift", "exposed.limit.tokens")
def test_exposure_by_the_last_stamina() -> None:
    position = city("android-3p").tokens("hah", "Aah", "hah").at(yellow="gunsmith").set(influence={"yellow": 2})
    position.informants("district_4", "grey", "yellow").informants("district_5", "yellow").criminal(1, "yellow", "rook")
    table = position.tracks("yellow", ammo=0, stamina=1).turn("yellow").start().choose("patrol", "tile:district_3")
    told(
        table.choose("reveal", "token:yellow-2"),
        "patrolled yellow tile:district_3 - patrol.step_adjacent",
        "hurt yellow 1 0 - gangster.damage",
        "hospital yellow - hospital.trigger",
        "influence_down yellow 1 1 - hospital.influence",
        "returned criminal:1 - hospital.custody",
        "card_removed card:rook - criminal.return.card_removed",
        "gained yellow track:stamina 4 4 - hospital.heart",
        "token_shown yellow identity:android - reveal.event.stamina",
        "exposed yellow - reveal.exposed",
        "informant_removed yellow tile:district_4 - exposed.informants",
        "informant_removed yellow tile:district_5 - exposed.informants_shift",
        "tokens_removed - exposed.limit.tokens",
        "turn_over yellow - action.one_turn",
    )


@rule("screen.cost", "reveal.event.screening", "screen.reward", "screen.penalty", "exposed.custody", "reveal.exposed")
def test_exposure_by_screening() -> None:
    position = city("android-3p").tokens("hah", "hah", "Aah").criminal(1, "grey", "rook").tracks("yellow", evidence=5)
    table = position.set(influence={"grey": 2}).turn("yellow").start().choose("screen", "agent:grey")
    told(
        table.choose("reveal", "token:grey-2"),
        "spent yellow track:evidence 4 1 - screen.cost",
        "screened yellow grey - screen.cost",
        "token_shown grey identity:android - reveal.event.screening",
        "exposed grey - reveal.exposed",
        "returned criminal:1 - exposed.custody",
        "card_removed card:rook - criminal.return.card_removed",
        "tokens_removed - exposed.limit.tokens",
        "influence_up yellow 1 1 - screen.reward",
        "influence_down grey 1 1 - screen.penalty",
    )


@rule("aloc.where", "aloc.success.bombs", "aloc.success.discs", "aloc.success.flip", "aloc.success.influence")
@rule("aloc.fail", "aloc.informant_top", "aagent.dice.defender", "aagent.hits", "aagent.cancel", "aagent.damage")
def test_what_an_android_does() -> None:
    position = city("android-3p").androids("yellow").at(yellow="gunsmith", grey="gunsmith").tracks("yellow", ammo=0)
    held = position.informants("gunsmith", "grey").turn("yellow").roll(*red("explosion", "explosion", "agent"))
    told(
        held.start().choose("attack_location"),
        "attacked yellow tile:gunsmith - aloc.where",
        "hits 2 3 - dice.hits.formula",
        "informant_removed grey tile:gunsmith - aloc.informant_top",
        "location_held tile:gunsmith - aloc.fail",
    )
    burning = city("android-3p").androids("yellow").at(yellow="gunsmith").tracks("yellow", ammo=0).turn("yellow")
    burning.bomb(2, "gunsmith", 5).assassin(1, "gunsmith").roll(*WIN)
    told(
        burning.start().choose("attack_location"),
        "attacked yellow tile:gunsmith - aloc.where",
        "hits 3 2 - dice.hits.formula",
        "exploded bomb:2 tile:gunsmith - aloc.success.bombs",
        "returned assassin:1 - explosion.discs",
        "hurt yellow 4 2 - explosion.here",
        "returned bomb:2 - explosion.bomb_disc",
        "destroyed tile:gunsmith - aloc.success.flip",
        "influence_up yellow 1 1 - aloc.success.influence",
    )
    position.script = ()
    duel = position.tracks("grey", fuel=1).roll(*WIN, *green("car")).start().choose("attack_agent", "agent:grey")
    told(
        duel.choose("spend", 1),
        "attacked yellow grey - aagent.target",
        "spent grey track:fuel 1 0 - aagent.dice.defender",
        "hits 3 - aagent.hits",
        "cancelled 1 - aagent.cancel",
        "hurt grey 2 4 - aagent.damage",
    )


@rule("buy.influence", "buy.pay_supply", "buy.resource", "reinforce.cost")
def test_what_is_bought_and_hired() -> None:
    told(
        city().tracks("yellow", evidence=6).turn("yellow").start().choose("buy", "goods:influence", 1),
        "spent yellow track:evidence 6 0 - buy.influence",
        "influence_up yellow 1 1 - buy.influence",
    )
    poor = city().at(yellow="district_3").set(credits={"yellow": 4}).turn("yellow").start()
    told(
        poor.choose("buy", "goods:evidence", 1).choose("reinforce"),  # with the last two credits
        "paid yellow 2 2 - buy.pay_supply",
        "gained yellow track:evidence 2 4 - buy.resource",
        "paid yellow 2 0 - reinforce.cost",
        "reinforced yellow tile:district_3 - reinforce.cost",
        "turn_over yellow - action.one_turn",
    )


@rule("defuse.timer_zero", "stability.explode", "explosion.defuser")
def test_why_a_bomb_goes_off_in_the_hands_of_an_agent() -> None:
    blank = (*green("fuel", "fuel", "fuel"), *black("ammo", "ammo", "ammo"))
    position = city().at(yellow="district_3").bomb(1, "district_3", 1).turn("yellow")
    timer = position.roll(*red("amplify", "explosion", "agent"), *blank).start().choose("defuse", "bomb:1")
    timer.choose("place", "die:red-1", "cell:1-1")
    assert [line.rule for line in timer.told("exploded")] == ["defuse.timer_zero"] and timer.stamina("yellow") == 2
    position.script = ()
    check = position.roll(*red("explosion", "agent", "agent"), *blank, *red("explosion")).start()
    check.choose("defuse", "bomb:1").choose("stop")
    assert [line.rule for line in check.told("exploded")] == ["stability.explode"] and check.asked == "yellow"


@rule("aloc.success.discs", "destroy.placed", "reveal.event.police")
def test_what_returns_from_the_fire_and_who_shows_what_to_the_police() -> None:
    burning = city("android-3p").androids("yellow").at(yellow="gunsmith").tracks("yellow", ammo=0).turn("yellow")
    table = burning.criminal(1, "gunsmith", "rook").assassin(1, "gunsmith").roll(*WIN).start()
    table.choose("attack_location")
    assert [(line.args, line.rule) for line in table.told("returned")] == [
        (("assassin:1",), "aloc.success.discs"),
        (("criminal:1",), "aloc.success.discs"),
    ]
    placing = city("android-3p").androids("grey").set(round=1, phase="time", turns_left=0, burnt=["district_5"])
    placed = placing.roll("criminal:2", "assassin:1", 5, 5).start()
    assert [line.rule for line in placed.told("returned")] == ["destroy.placed", "destroy.placed"]
    watched = city("android-3p").tokens("aah", "hah", "hah").set(police="district_1").turn("grey")
    shown = watched.freely().start().choose("end").choose("reveal", "token:purple-3")
    assert [line.rule for line in shown.told("token_shown")] == ["reveal.event.police"]


@rule("reveal.event.retaliation", "effect.timer_zero", "effect.flee_unchecked", "destroy.discs")
@rule("board.upgrade.end_influence", "comp.dice.faces")
def test_what_cards_and_dice_do() -> None:
    position = city("android-3p").tokens("aah", "hah", "hah").at(yellow="district_3").tracks("yellow", ammo=0)
    known = position.criminal(1, "district_3", "novice_zero", "open").turn("yellow").roll(*MISS).start()
    known.choose("attack", "criminal:1").choose("reveal", "token:yellow-1")
    assert [line.rule for line in known.told("token_shown")] == ["reveal.event.retaliation"]
    assert next((line.args, line.rule) for line in known.told("roll_custom")) == (
        ("die:red-1", "symbol:weapon", 1),
        "comp.dice.faces",
    )
    jack = city().at(yellow="district_3").criminal(1, "district_3", "terrorist_jack", "open").tracks("yellow", ammo=0)
    gone = jack.bomb(2, "district_1", 1).turn("yellow").roll(*MISS).start().choose("attack", "criminal:1")
    assert [line.rule for line in gone.told("exploded")] == ["effect.timer_zero"]
    fire = city("android-3p").androids("grey").set(burnt=["district_4"]).at(yellow="district_3")
    fire.tracks("yellow", ammo=0).criminal(1, "district_3", "harbourmaster_voss", "open").turn("yellow")
    told(
        fire.roll(*MISS).start().choose("attack", "criminal:1"),
        "attacked yellow criminal:1 - attack.target",
        "hits 0 3 - dice.hits.formula",
        "failed yellow criminal:1 - attack.criminal.fail",
        "disc_moved criminal:1 tile:synthetics_lab - effect.flee_unchecked",
        "disc_moved criminal:1 tile:district_4 - effect.flee_unchecked",
        "returned criminal:1 - destroy.discs",
        "card_removed card:harbourmaster_voss - criminal.return.card_removed",
    )
    last = city().at(yellow="gunsmith").tracks("yellow", weapon=4).turn("yellow").start()
    told(
        last.choose("buy", "goods:weapon", 1),
        "paid yellow 2 2 - buy.pay_supply",
        "gained yellow track:weapon 1 5 - buy.upgrade",
        "influence_up yellow 1 1 - board.upgrade.end_influence",
    )
