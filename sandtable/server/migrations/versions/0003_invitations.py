"""Invitations, which are exchanged for a key once. Links from before stay keys, for whoever has them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("links", sa.Column("invitation", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("links", sa.Column("taken_by", sa.String(), nullable=True))
