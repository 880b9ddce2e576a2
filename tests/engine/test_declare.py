"""Declared classes: what their constructor takes, what copies share, and what cannot be declared."""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.declare import copied, declared, fields_of, parsed
from sandtable.engine.state import Log
from tests.engine import declared_siege
from tests.engine.declared_siege import Board, Order, Siege, changed, siege
from tools.expand import expand_package, expanded

PACKAGE = Path(__file__).parent.parent.parent / "sandtable"


def test_the_constructor_takes_the_fields_in_their_order() -> None:
    order = Order(3, [1])
    assert (order.target, order.losses) == (3, [1])
    assert Order(losses=[2]).target == -1
    board = Board()
    g = Siege(Chance.from_seed("x"), board, 7)
    assert (g.board, g.turn, g.reason, g.order, g.log) == (board, 7, "", None, None)
    assert g.total() == 0


def test_lists_and_parts_as_defaults_are_made_anew() -> None:
    one, two = siege(), siege()
    one.at[0] = 1
    one.first.target = 5
    one.first.losses.append(6)
    one.piles.append([])
    assert (two.at, two.first.target, two.first.losses, two.piles) == ([0, 0], -1, [], [])


def test_a_copy_shares_nothing_that_changes() -> None:
    g = changed(siege())
    twin = g.copy()
    g.turn = 9
    g.at[0] = g.place[0] = g.piles[1][0] = g.counts["a"] = 99
    assert g.order is not None
    g.order.target = g.order.losses[0] = g.first.losses[0] = g.queue[0].target = g.queue[0].losses[0] = 99
    g.chance.reveal()
    assert (twin.turn, twin.won, twin.reason, twin.route) == (3, True, "hunger", (3,))
    assert (twin.at, twin.place, twin.piles, twin.counts) == ([4, 5], [1], [[6], [7, 8]], {"a": 1})
    assert twin.order is not None
    assert (twin.order.target, twin.order.losses) == (2, [9])
    assert (twin.first.target, twin.first.losses) == (3, [10])
    assert (twin.queue[0].target, twin.queue[0].losses) == (4, [11])
    assert twin.chance.barrier == 0
    assert twin.board is g.board


def test_nothing_in_progress_stays_nothing() -> None:
    assert siege().copy().order is None


def test_a_log_stays_out_of_copies() -> None:
    g = siege()
    g.log = Log()
    assert g.copy().log is None


def test_a_declared_class_has_its_fields_and_no_others() -> None:
    order = Order()
    assert not hasattr(order, "__dict__")
    with pytest.raises(AttributeError):
        setattr(order, "traget", 1)  # noqa: B010
    assert [field.name for field in fields_of(Siege)][:4] == ["chance", "log", "board", "turn"]
    assert [field.name for field in fields_of(Siege) if field.mark == "Derived"] == ["place"]
    assert fields_of(3) == ()


@pytest.mark.parametrize("text", ["list[dict[str, list[int]]]", "Iterator[int]", "dict[str, list[int]]"])
def test_a_type_that_copies_would_share_is_refused(text: str) -> None:
    with pytest.raises(TypeError, match="cannot be of this type"):
        copied(parsed(text), "it")


def made_of(annotation: str, *default: object) -> type:
    """A declared class with one field."""
    body: dict[str, object] = {"__annotations__": {"field": annotation}, "__module__": __name__}
    return declared(type("Made", (), body | dict(zip(["field"], default, strict=False))))


def test_what_is_shared_may_be_of_any_type() -> None:
    assert [field.mark for field in fields_of(made_of("Shared[Mapping[str, list[int]]]"))] == ["Shared"]


@pytest.mark.parametrize(
    ("annotation", "default", "message"),
    [
        ("Order", Order(3), "Made.field: a default is a number"),
        ("Order", Order(losses=[1]), "Made.field: a default is a number"),
        ("list[Board]", [Board()], "Made.field: a default is a number"),
        ("Order | None", Order(), "Made.field: what may be None is None by default"),
        ("list[int] | None", [], "Made.field: what may be None is None by default"),
    ],
)
def test_a_default_that_would_not_come_back_is_refused(annotation: str, default: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        made_of(annotation, default)


def test_annotations_that_are_no_text_are_refused() -> None:
    plain = type("Plain", (), {"__annotations__": {"turn": int}, "__module__": __name__})
    with pytest.raises(TypeError, match="from __future__ import annotations"):
        declared(plain)


# ---------------------------------------------------------------------- written out for the compiler


def written_out(module: str) -> types.ModuleType:
    """A module made from its expanded source."""
    original = importlib.import_module(module)
    source = expanded(Path(str(original.__file__)).read_text(encoding="utf-8"), module)
    assert "\n@declared" not in source
    made = types.ModuleType(module)
    vars(made)["mypyc_attr"] = lambda **_: lambda cls: cls  # what only the compiler reads
    exec(compile(source, f"<{module} written out>", "exec"), vars(made))
    return made


def test_the_expanded_source_behaves_like_the_decorated_one() -> None:
    made = written_out(declared_siege.__name__)
    g = made.changed(made.siege())
    twin = g.copy()
    assert type(twin) is made.Siege and made.Siege.__slots__ == vars(Siege)["__slots__"]
    g.piles[1][0] = 99
    assert (twin.piles, twin.route, twin.log) == ([[6], [7, 8]], (3,), None)
    assert made.Order().losses is not made.Order().losses


def test_every_declared_class_of_the_package_can_be_written_out(tmp_path: Path) -> None:
    for path in PACKAGE.rglob("*.py"):
        copy = tmp_path / "sandtable" / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    found = expand_package(tmp_path / "sandtable")
    assert {"engine/state.py", "games/nights_of_fire/state.py"} <= {
        path.relative_to(tmp_path / "sandtable").as_posix() for path in found
    }
    for path in found:
        source = path.read_text(encoding="utf-8")
        assert "\n@declared" not in source
        compile(source, str(path), "exec")


MINE = """
from __future__ import annotations
from sandtable.engine.declare import declared

@declared
class Mine(State):
    turn: int = 1
    piles: list[list[int]] = []
"""


def test_a_class_that_is_not_compiled_inherits_from_one_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiled state has slots and a constructor, and no word of what it had declared: that was kept elsewhere."""
    base = written_out("sandtable.engine.state").State
    mine = types.ModuleType("mine")
    monkeypatch.setitem(sys.modules, "mine", mine)
    vars(mine)["State"] = base
    exec(compile(MINE, "<mine>", "exec"), vars(mine))
    assert [field.name for field in fields_of(mine.Mine)] == ["chance", "log", "turn", "piles"]
    chance = Chance.from_seed("x")
    g = mine.Mine(chance, 3, [[1]])
    g.log = Log()
    twin = g.copy()
    g.piles[0].append(2)
    assert (twin.turn, twin.piles, twin.log) == (3, [[1]], None)
    assert twin.chance is not chance and twin.chance.key == chance.key
    assert "__new__" not in mine.Mine.copy.__code__.co_names, (
        "only the constructor can make the slots of a compiled base"
    )
