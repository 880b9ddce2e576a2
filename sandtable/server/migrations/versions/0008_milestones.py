"""Saves along the way, from which to look back at a long game without playing it all again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "milestones",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("saved", sa.Text(), nullable=False),
    )
