"""Tables, their seats and links, their choices and checkpoints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("pack", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("position", sa.JSON(), nullable=True),
        sa.Column("watch", sa.Boolean(), nullable=False),
        sa.Column("rematch_of", sa.String(), sa.ForeignKey("tables.id"), unique=True, nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(), primary_key=True),
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
    )
    op.create_index("ix_links_table_id", "links", ["table_id"])
    op.create_table(
        "choices",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("choice", sa.JSON(), nullable=True),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_choices_message", "choices", ["table_id", "message"], unique=True)
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("saved", sa.Text(), nullable=False),
    )
