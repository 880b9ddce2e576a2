"""Players who leave: who resigned, which opponent stands in, when a seat was last seen, how long others wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("absence", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("stand_in", sa.String(), nullable=True))
    op.add_column("seats", sa.Column("resigned", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("seen", sa.DateTime(timezone=True), nullable=True))
