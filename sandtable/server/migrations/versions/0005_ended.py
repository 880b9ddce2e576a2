"""When a game ended. Games that ended before say so when they are next opened or listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ended", sa.DateTime(timezone=True), nullable=True))
