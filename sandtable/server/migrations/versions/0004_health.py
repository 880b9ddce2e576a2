"""A row to write when the server is asked how it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "health",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=False),
    )
