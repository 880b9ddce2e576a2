"""Sitting at a table with a browser: everything that tests know of how the pages are built is here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from sandtable.engine.types import Choice
from sandtable.games import load, slugs
from tests.web.robot import Seats, new_table, opponent, person, play
from tests.web.truth import Options, begin, short_game

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe about colours."""
PATIENCE = 20_000
"""Milliseconds that something may take on a busy machine."""
expect.set_options(timeout=PATIENCE)

GAMES = slugs()
BOARD = "svg.board"
THING = "[data-id]"
PICKED = "[data-id][aria-pressed=true]"
LIT = "[data-id].lit"
PROMPT = ".prompt"
OPTION = "button.option:not([disabled])"
NOTICE = ".notice"
CANNOT = ".cannot button"
"""What cannot be done now: it stands grey below the options."""
TOOLS = ".tools"
CURTAIN = ".curtain"
OVER = ".over"
TOLD = ".guide:not([data-phase=decision])"
"""A guide that asks nothing now."""
CARD = "aside.card"
OFFLINE = ".offline"
SEATS = ".seats"
STEP = ".where"
RULE = "[data-rule]"
RECAP = ".recap"
LOG_LINE = "[role=log] .told"
ALL_HERE = "[data-version], .curtain, .over"

SETTLED = f"""before => {{
  if (document.querySelector('{CURTAIN}, {OVER}, {TOLD}')) return 'moved';
  const prompt = document.querySelector('{PROMPT}');
  if (!prompt) return false;
  if (document.querySelector('button.option[disabled]')) return before.hasty ? 'sent' : false;
  if (prompt.dataset.version !== before.version) return 'moved';
  if (before.picked === null) return false;
  return document.querySelector(`[data-id="${{CSS.escape(before.picked)}}"][aria-pressed="true"]`) ? 'picked' : false;
}}"""
"""What a click has come to: the table has moved, a choice is sent (for the hasty), or something is picked."""

POINT = """async ({ id, lit }) => {
  const parts = [[.5, .5], [.5, .2], [.5, .8], [.2, .5], [.8, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]];
  const find = () => {
    const things = [...document.querySelectorAll(`${lit}[data-id="${CSS.escape(id)}"]`)];
    for (const thing of things) {
      thing.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = thing.getBoundingClientRect();
      for (const [across, down] of parts) {
        const [x, y] = [box.left + across * box.width, box.top + down * box.height];
        if (thing.contains(document.elementFromPoint(x, y))) return { x, y };
      }
    }
    return things.length === 0 ? null : { x: -1, y: -1 };
  };
  for (let last = find(); ; ) {
    await new Promise(requestAnimationFrame);
    const now = find();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}"""
"""Where on the screen a thing can be hit, once it stands still; outside it if something lies over all of it."""

TOO_SMALL_TO_TAP = """id => {
  const thing = document.querySelector(`svg.board .lit[data-id="${CSS.escape(id)}"]`);
  if (thing === null || innerWidth > 832) return false;
  const box = thing.getBoundingClientRect();
  return Math.min(box.width, box.height) < 36;
}"""
"""Whether a tap on a thing of the board brings it near first."""

MOTION = """
  window.motion = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const [from, to] = [...frames].map(frame => frame.transform ?? '');
    window.motion.push({ what: this.dataset.key ?? '', from, to, running: this.getAnimations().length });
    return animation;
  };
  for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, event => {
    window.motion.push({ what: event.target.closest('.die') ? 'die' : kind, from: '', to: '', running: 1 });
  }, true);
"""
"""Writes down everything that is animated from now on."""

LAID = "[...document.querySelectorAll('[data-key]')].map(each => [each.dataset.key, each.style.transform]).sort()"
"""The counters on the board, and where they lie."""

DOCUMENT = """(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const drawing of copy.querySelectorAll('symbol, style, script')) drawing.remove();
  return (document.title + copy.outerHTML).replaceAll('\\u00ad', '');
})()"""
"""Everything in the page but the drawings that are there for every game, and the places where words may be broken."""


UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}"""
"""Everything is where it would be and can be clicked, but nothing is painted: that takes half of a browser's time."""


class TablePage:
    """A page of a browser that remembers what went wrong in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.expected: list[str] = []
        """Patterns of what the page may complain of, because the test breaks something."""
        page.set_default_timeout(PATIENCE)
        page.on(
            "console",
            lambda said: self._complain(f"{said.text} {said.location['url']}") if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: self._complain(str(error)))

    def _complain(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.complaints.append(text)

    # ------------------------------------------------------------------ going somewhere

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}/#{path}")

    def set_up(self, **settings: object) -> None:
        """Let the browser remember some settings from the beginning."""
        kept = "JSON.parse(localStorage.sandtable ?? '{}')"
        merged = f"localStorage.sandtable = JSON.stringify({{...{json.dumps(settings)}, ...{kept}}})"
        self.page.add_init_script(f"if (location.protocol.startsWith('http')) {merged}")  # an empty page keeps nothing

    def leave_unpainted(self) -> None:
        """Let the browser paint nothing of the pages that are opened from now on, until somebody looks."""
        self.page.add_init_script(UNPAINTED)

    def paint(self) -> None:
        """Show the page as people see it: somebody looks at its colours."""
        self.page.evaluate("document.adoptedStyleSheets = []")

    def enter(self, token: str) -> None:
        """Open a link to a table and wait until there is something to see."""
        self.open(f"/table/{token}")
        self.page.wait_for_selector(ALL_HERE)

    def sit_down(self, game: str, options: Options | None = None, seats: Seats | None = None) -> str:
        """Make a table, by default against chance, and open it; gives its link."""
        usual_options, usual_seats = against_chance(game)
        links = new_table(self.address, game, options or usual_options, seats or usual_seats)
        token = next(iter(links.values()))
        self.enter(token)
        return token

    def join(self, game: str, options: Options, count: int, seat: str = "") -> dict[str, str]:
        """Open a table where so many choices of the short game are made already; gives its links.

        All seats are at this screen, or, if one is named, each is at its own.
        """
        match = begin(game, options)
        seats = {name: person("away" if seat else "here") for name in match.seats}
        tokens = new_table(self.address, game, options, seats)
        play(self.address, tokens, short_game(game, options)[:count])
        self.enter(tokens[seat or ",".join(match.seats)])
        if self.page.locator(CURTAIN).count():
            self.page.locator(CURTAIN).get_by_role("button").click()
        self.page.wait_for_selector(f"{PROMPT}, {OVER}")
        return tokens

    # ------------------------------------------------------------------ looking

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def tool(self, name: str) -> Locator:
        """A button below the options, such as Undo, whose name may hold a key as well."""
        return self.page.locator(TOOLS).get_by_role("button", name=re.compile(f"^{name}"))

    def tab(self, name: str) -> None:
        """Open a tab beside the board."""
        self.page.get_by_role("tab", name=name).click()

    def version(self) -> str | None:
        """The version of the table that the options on the page belong to; none when the game is over."""
        version: str | None = self.page.evaluate(f"document.querySelector('{PROMPT}')?.dataset.version ?? null")
        return version

    def wait_for_version(self, version: int) -> None:
        self.page.wait_for_selector(f'{PROMPT}[data-version="{version}"]')

    def lit(self) -> set[str]:
        """The things that can be clicked now."""
        return set(self.page.evaluate(f"[...document.querySelectorAll('{LIT}')].map(thing => thing.dataset.id)"))

    def shown(self) -> set[str]:
        """Everything on the page that can be pointed at."""
        return set(self.page.evaluate(f"[...document.querySelectorAll('{THING}')].map(thing => thing.dataset.id)"))

    def point_of(self, thing: str) -> tuple[float, float]:
        """Where a thing can be hit."""
        point = self.find(thing, "")
        assert point is not None and point["x"] >= 0, f"{thing} cannot be reached"
        return point["x"], point["y"]

    def presence(self, seat: str) -> Locator:
        """The sign that tells whether somebody is there."""
        return self.page.locator(f"{SEATS} li", has_text=seat).locator("[title]")

    def seat_of(self, person: str) -> Locator:
        """The seat that somebody has."""
        return self.page.locator(f"{SEATS} li", has_text=person)

    def log_lines(self) -> Locator:
        """The report of what happened, if its tab is open."""
        return self.page.locator(LOG_LINE)

    def switch(self, name: str) -> Locator:
        """A switch of the settings, which are opened for it if they are not."""
        found = self.page.get_by_role("switch", name=re.compile(f"^{name}"))
        if not found.is_visible():
            self.button("Settings").click()
        return found

    def watch_motion(self) -> None:
        """Write down what is animated on the pages that are opened from now on."""
        self.page.add_init_script(MOTION)

    def motion(self) -> list[dict[str, Any]]:
        """What was animated so far: what it was, and from where it went to where."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen: list[dict[str, Any]] = self.page.evaluate("window.motion")
        return seen

    def expect_rest(self) -> None:
        """Nothing is animated any more, and nothing is about to be."""
        self.page.wait_for_function("() => document.getAnimations().length === 0")

    def laid(self) -> list[tuple[str, str]]:
        """The counters on the board, and where they lie."""
        return [(key, at) for key, at in self.page.evaluate(LAID)]

    def options(self) -> list[str]:
        return self.page.locator(OPTION).all_inner_texts()

    def is_over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def wait_for_ask(self) -> bool:
        """Wait until something can be chosen; false if the game is over instead."""
        self.page.wait_for_selector(f"{OPTION}, {OVER}")
        return not self.is_over()

    def expect_text(self, selector: str, text: str) -> None:
        expect(self.page.locator(selector).first).to_contain_text(text)

    def expect_nothing_of(self, secrets: set[str]) -> None:
        """Nothing of this is anywhere in the document, also where it is not seen; parts of other words do not count."""
        if not secrets:
            return
        document = self.page.evaluate(DOCUMENT).casefold()
        any_of_them = "|".join(re.escape(secret.casefold()) for secret in sorted(secrets, key=len, reverse=True))
        tries = re.finditer(rf"(?<!\w)(?:{any_of_them})(?!\w)", document)
        said = [document[max(found.start() - 150, 0) : found.end() + 60] for found in tries]
        assert not said, said[:3]

    def middle(self, selector: str) -> tuple[float, float]:
        """Where the middle of something is on the screen."""
        found = self.page.locator(selector)
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # ------------------------------------------------------------------ choosing

    def click_thing(self, thing: str, lit: bool = True) -> bool:
        """Click a thing on the board or in a hand with the mouse; false if it is not there (or not lit)."""
        point = self.find(thing, ".lit" if lit else "")
        if point is None:
            return False
        assert point["x"] >= 0, f"{thing} cannot be clicked: something lies over it"
        small = lit and self.page.evaluate(TOO_SMALL_TO_TAP, thing)
        self.page.mouse.click(point["x"], point["y"])
        return self.click_thing(thing, lit) if small else True  # on a phone it has come near

    def find(self, thing: str, lit: str) -> dict[str, float] | None:
        """Where a thing can be hit, if it is there; the card about what is under the mouse goes out of the way."""
        wanted = {"id": thing, "lit": lit}
        point: dict[str, float] | None = self.page.evaluate(POINT, wanted)
        if point is not None and point["x"] < 0 and self.page.locator(CARD).count():
            self.page.mouse.move(1, 1)
            expect(self.page.locator(CARD)).to_have_count(0)
            point = self.page.evaluate(POINT, wanted)
        return point

    def settle(self, version: str | None, picked: str | None = None, hasty: bool = False) -> bool:
        """Wait until a click has had its effect; true if the table has moved (for the hasty: if a choice is sent)."""
        before = {"version": version, "picked": picked, "hasty": hasty}
        return bool(self.page.wait_for_function(SETTLED, arg=before).json_value() != "picked")

    def play(self, choice: Choice, hasty: bool = False, pointers: Mapping[str, list[str]] | None = None) -> int:
        """Make a choice by clicking the lit things that it names, then lines of the list; gives the clicks on things.

        The hasty do not wait for an answer. `pointers` are counters that are clicked for what a choice names.
        """
        version = self.version()
        clicks = 0
        for word in (word for word in (f"verb/{choice[0]}", *choice[1:]) if isinstance(word, str)):
            thing = (pointers or {}).get(word, [word])[0]
            if self.click_thing(thing):
                clicks += 1
                if self.settle(version, thing, hasty):
                    return clicks
        self.play_by_list(choice, hasty)
        return clicks

    def play_by_list(self, choice: Choice, hasty: bool = False) -> None:
        """Make a choice by the list, through its groups."""
        version = self.version()
        picks = [f"verb/{choice[0]}", *choice[1:]]
        for _ in range(len(choice) + 1):
            whole = self.page.locator(f'button[data-choice="{" ".join(map(str, choice))}"]')
            if whole.count():
                whole.first.click()
                self.settle(version, None, hasty)
                return
            groups = (self.page.locator(f'button[data-pick="{pick}"]') for pick in picks)
            next(group for group in groups if group.count()).click()
        raise AssertionError(f"the list does not lead to {choice}")

    def until_the_table_moves(self, act: Callable[[], None]) -> None:
        """Do something again and again, such as opening groups, until a choice has come of it and can be seen."""
        before = self.version()
        for _ in range(4):
            act()
            if self.page.locator(OPTION).count() == 0 or self.version() != before:
                break
        self.settle(before)

    def click_option(self, at: int) -> None:
        """Click a line of the list, if it is still there: the table may move at any time."""
        self.page.evaluate(f"at => document.querySelectorAll('{OPTION}')[at]?.click()", at)

    def choose_first(self) -> None:
        """Choose the first option of the list, through its groups."""
        self.until_the_table_moves(self.page.locator(OPTION).first.click)

    # ------------------------------------------------------------------ for everyone

    def serious_faults(self, *rules: str) -> list[str]:
        """What axe finds on the page as it is now; if rules are named, by these alone."""
        self.paint()
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
        found: dict[str, Any] = self.page.evaluate("how => axe.run(how)", {"resultTypes": ["violations"], **only})
        return [
            f"{fault['id']}: {fault['nodes'][0]['html'][:200]} {fault['nodes'][0]['failureSummary']}"
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]

    def expect_no_faults(self) -> None:
        """Neither light nor dark, which differ in nothing but colours."""
        for theme, rules in (("light", ()), ("dark", COLOURS)):
            self.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            faults = self.serious_faults(*rules)
            assert not faults, f"{theme}: {faults}"


def against_chance(slug: str) -> tuple[Options, Seats]:
    """Options and seats of a game for one person: the first mode, and at the other seats opponents without a plan."""
    game = load(slug)
    options = next(iter(game.modes.values()))
    first, *others = game.seats(game.settle(options))
    return options, {first: person(), **{seat: opponent() for seat in others}}
