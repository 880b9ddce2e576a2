"""Dice that every player adds to, at tables that are made so; older tables keep theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("shared", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("entropy", sa.JSON(), nullable=True))
    op.add_column("seats", sa.Column("entropy", sa.String(), nullable=True))
