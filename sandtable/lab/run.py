"""Playing the missing games of one or several matches; every game is written to disk as soon as it is finished."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from msgspec import structs

from sandtable.lab import pool
from sandtable.lab.play import GameJob, GameRecord, GameWork, load_game
from sandtable.lab.results import Results, read_pack
from sandtable.lab.spec import MatchSpec, Plan, read, specify, write_plan

Packs = Mapping[str, str]
"""By hash: the texts of packs that are not the game's own."""


def matches_of(plan: Plan) -> Mapping[str, MatchSpec]:
    """The matches of a plan by the names of their folders; the name of a single match is ''."""
    return {"": plan} if isinstance(plan, MatchSpec) else plan.matches


@contextmanager
def open_results(folder: Path, plan: Plan, packs: Packs) -> Iterator[dict[str, Results]]:
    """Start or resume a plan. However the block ends, `games.csv` of every match is written."""
    with ExitStack() as stack:
        if not isinstance(plan, MatchSpec):
            write_plan(folder, plan)
        results: dict[str, Results] = {}
        for name, spec in matches_of(plan).items():
            results[name] = Results(folder / name, spec, packs.get(spec.pack))
            stack.callback(results[name].close)
        yield results


def play_missing(
    results: Mapping[str, Results], processes: int, ray: str | None = None
) -> Generator[tuple[str, GameRecord], None, None]:
    """Play every missing game; yield each with the name of its match, once it is on the disk."""
    jobs = [GameJob(name, number) for name, match in results.items() for number in match.missing]
    jobs.sort(key=lambda job: job.number)  # so that all matches advance together
    packs = {match.spec.pack: match.pack for match in results.values() if match.pack is not None}
    work = GameWork({name: match.spec for name, match in results.items()}, packs)
    with closing(pool.run(work, jobs, processes, ray)) as done:
        for job, played in done:
            results[job.match].add(played)
            yield job.match, played


def resumable(folder: Path) -> tuple[Plan, Packs]:
    """The plan of a directory as this program would play it now; opening it checks that it is still the same."""
    plan = read(folder)
    packs: dict[str, str] = {}
    matches: dict[str, MatchSpec] = {}
    for name, spec in matches_of(plan).items():
        pack = read_pack(folder / name)
        if pack is not None:
            packs[spec.pack] = pack
        matches[name] = _specified_now(spec, pack)
    if isinstance(plan, MatchSpec):
        return matches[""], packs
    return structs.replace(plan, matches=matches), packs


def _specified_now(spec: MatchSpec, pack: str | None) -> MatchSpec:
    game = load_game(spec.game, pack)
    options = game.settle(spec.options)
    return specify(game, options, spec.levels, spec.games, spec.seed, spec.command, spec.mode, spec.swap)
