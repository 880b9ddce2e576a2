"""Links: secrets that stand for seats. Only their hashes are kept."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hashlib import sha256
from typing import Final

SECRET_BYTES = 16
ID_BYTES = 10
TOKEN: Final = r"^[a-z2-7]{26}$"
"""What a token looks like; clients make keys of their own."""


def new_token() -> str:
    """A secret of 128 bits that nobody can guess, in letters that survive every chat program."""
    return _letters(SECRET_BYTES)


def new_table_id() -> str:
    return _letters(ID_BYTES)


def digest(token: str) -> str:
    """What is kept of a token. It is random enough that a plain hash cannot be turned back."""
    return sha256(token.encode()).hexdigest()


def _letters(size: int) -> str:
    return b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()
