"""Playing what is missing: the games of one match or of several side by side, each kept as soon as it is over."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from msgspec import structs

from sandtable.lab import pool
from sandtable.lab.play import Job, Played, Work, room
from sandtable.lab.results import Results, read_pack
from sandtable.lab.spec import Plan, Spec, keep, read, specify

Packs = Mapping[str, str]
"""The texts of packs that are not a game's own, by their hashes."""


def matches_of(plan: Plan) -> Mapping[str, Spec]:
    """The matches of a plan by the names of their folders; a match by itself has the name ''."""
    return {"": plan} if isinstance(plan, Spec) else plan.matches


@contextmanager
def opened(folder: Path, plan: Plan, packs: Packs) -> Iterator[dict[str, Results]]:
    """Begin a plan or take it up; in the end, however that comes, the tables of all matches are written."""
    with ExitStack() as stack:
        if not isinstance(plan, Spec):
            keep(folder, plan)
        results: dict[str, Results] = {}
        for name, spec in matches_of(plan).items():
            results[name] = Results(folder / name, spec, packs.get(spec.pack))
            stack.callback(results[name].close)
        yield results


def play_missing(
    results: Mapping[str, Results], processes: int, ray: str | None = None
) -> Generator[tuple[str, Played], None, None]:
    """Play every game that is not there yet; gives each, with the name of its match, once it is kept."""
    jobs = [Job(name, number) for name, match in results.items() for number in match.missing]
    jobs.sort(key=lambda job: job.number)  # so that all matches grow together
    packs = {match.spec.pack: match.pack for match in results.values() if match.pack is not None}
    work = Work({name: match.spec for name, match in results.items()}, packs)
    with closing(pool.run(work, jobs, processes, ray)) as done:
        for job, played in done:
            results[job.match].add(played)
            yield job.match, played


def resumed(folder: Path) -> tuple[Plan, Packs]:
    """The plan of a directory as this program would play it now, to be compared with how it was begun."""
    plan = read(folder)
    packs: dict[str, str] = {}
    matches: dict[str, Spec] = {}
    for name, spec in matches_of(plan).items():
        pack = read_pack(folder / name)
        if pack is not None:
            packs[spec.pack] = pack
        matches[name] = _renewed(spec, pack)
    if isinstance(plan, Spec):
        return matches[""], packs
    return structs.replace(plan, matches=matches), packs


def _renewed(spec: Spec, pack: str | None) -> Spec:
    game = room(spec.game, pack)
    options = game.settle(spec.options)
    return specify(game, options, spec.levels, spec.games, spec.seed, spec.command, spec.mode, spec.swap)
