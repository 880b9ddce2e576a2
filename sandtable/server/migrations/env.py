"""How Alembic reaches the database: over the connection that `server.store.migrate` hands it."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, text

from sandtable.server.models import Base

ONE_AT_A_TIME = 1686_1956
"""The lock that lets one process migrate while the others wait."""

connection: Connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
    context.run_migrations()
