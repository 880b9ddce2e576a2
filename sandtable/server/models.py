"""What the database holds. `choices` is the truth; everything that could be made from it again is a cache."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import JSON, DateTime, ForeignKey, Index, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column

OPPONENT: Final = "opponent"


def now() -> datetime:
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    """SQLite forgets that times are in UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


class Base(MappedAsDataclass, DeclarativeBase):
    """All tables of the database."""

    type_annotation_map = {datetime: DateTime(timezone=True), dict[str, Any]: JSON, list[Any]: JSON}


class TableRow(Base):
    """A table: how its match began."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    rules: Mapped[int]
    """The rules version that it is played by."""
    pack: Mapped[str]
    """The hash of the pack that it is played with."""
    options: Mapped[dict[str, Any]]
    seed: Mapped[str]
    position: Mapped[dict[str, Any] | None]
    """Where it began, if not at the set-up."""
    watch: Mapped[bool]
    """Whether spectators are allowed."""
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("tables.id"), unique=True, default=None)
    made: Mapped[datetime] = mapped_column(default_factory=now)
    shared: Mapped[bool] = mapped_column(default=False)
    """Whether every player adds to the dice before the game begins; `seed` is then the server's part."""
    entropy: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """By seat, what the players added, once all have."""
    absence: Mapped[int | None] = mapped_column(default=None)
    """Seconds after which the others need not wait for somebody who is not there; null: they always do."""
    ended: Mapped[datetime | None] = mapped_column(default=None)
    """When its game was over; null also for games that ended before this was kept."""
    lesson: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """What it was opened from: a step of a worked example, or of a guided first game."""

    @property
    def begun(self) -> bool:
        """Whether the dice are known, so that the game could begin."""
        return not self.shared or self.entropy is not None


class SeatRow(Base):
    """Who sits where."""

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    """'here', 'away' or 'opponent'."""
    level: Mapped[str | None]
    """How strong an opponent is."""
    name: Mapped[str]
    """What a person wants to be called."""
    stand_in: Mapped[str | None] = mapped_column(default=None)
    """The level of the opponent that plays while the person stays away."""
    resigned: Mapped[bool] = mapped_column(default=False)
    seen: Mapped[datetime | None] = mapped_column(default=None)
    """When the last page of the seat was closed, where that matters."""
    entropy: Mapped[str | None] = mapped_column(default=None)
    """What its player's page added to the dice."""
    promise: Mapped[str | None] = mapped_column(default=None)
    """The hash of what it will add, by which it promised that."""

    @property
    def is_persons(self) -> bool:
        """Whether a person decides here now."""
        return self.kind != OPPONENT and self.stand_in is None

    @property
    def played_by(self) -> str | None:
        """The level of the opponent that decides here now; none if a person does."""
        return self.level if self.kind == OPPONENT else self.stand_in


class LinkRow(Base):
    """A secret that stands for some seats of a table, or for a place among the spectators.

    It is a key, which opens them; or an invitation, which is exchanged for a key once and then spent.
    """

    __tablename__ = "links"

    hash: Mapped[str] = mapped_column(primary_key=True)
    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), index=True)
    seats: Mapped[int]
    """A mask of seats; none for a spectator."""
    invitation: Mapped[bool] = mapped_column(default=False)
    taken_by: Mapped[str | None] = mapped_column(default=None)
    """The hash of the key that an invitation was exchanged for; null while it is not spent."""


class ChoiceRow(Base):
    """A choice that was accepted, or an undo."""

    __tablename__ = "choices"

    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """How many choices and undos there were before it."""
    seat: Mapped[int]
    choice: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    """Null takes back the last choice that stands."""
    message: Mapped[str | None]
    """The id that the client gave its request, by which a repeated one is known."""
    made: Mapped[datetime] = mapped_column(default_factory=now)

    __table_args__ = (Index("ix_choices_message", "table_id", "message", unique=True),)


class CheckpointRow(Base):
    """A save of the match after some of its choices: a cache."""

    __tablename__ = "checkpoints"

    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int]
    saved: Mapped[str] = mapped_column(Text)


class MilestoneRow(Base):
    """A save of the match after some of its choices, without what was before: a cache from which to look back."""

    __tablename__ = "milestones"

    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """How many choices and undos came before it."""
    steps: Mapped[int]
    """How many choices of players had been made and not taken back."""
    saved: Mapped[str] = mapped_column(Text)


class HealthRow(Base):
    """One row that is written to see whether the database can be."""

    __tablename__ = "health"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    checked: Mapped[datetime] = mapped_column(default_factory=now)


class TalkRow(Base):
    """A line of the players' chat."""

    __tablename__ = "talk"

    table: Mapped[str] = mapped_column("table_id", ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    message: Mapped[str]
    made: Mapped[datetime] = mapped_column(default_factory=now)
