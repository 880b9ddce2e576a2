"""Players promise what they will add to the dice before anybody's part is known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from sandtable.engine.chance import promise_of

revision = "0010"
down_revision = "0009"

SEATS = sa.table("seats", *(sa.column(name) for name in ("table_id", "number", "entropy", "promise")))


def upgrade() -> None:
    op.add_column("seats", sa.Column("promise", sa.String(), nullable=True))
    # Where not all have added yet, whoever has is taken by the word: the game can still begin.
    added = sa.select(SEATS.c.table_id, SEATS.c.number, SEATS.c.entropy).where(SEATS.c.entropy.is_not(None))
    for table, number, entropy in op.get_bind().execute(added).all():
        seat = (SEATS.c.table_id == table) & (SEATS.c.number == number)
        op.execute(SEATS.update().where(seat).values(promise=promise_of(entropy)))
