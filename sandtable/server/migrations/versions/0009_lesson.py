"""Tables that were opened from a lesson say from which."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson", sa.JSON(), nullable=True))
