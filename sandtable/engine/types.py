"""Types that every floor of the house speaks."""

from __future__ import annotations

Choice = tuple[str | int, ...]
"""What a player decides, verb first: `("move", "unit:saxon", "zone:naphegy")`."""

Fact = str | int
"""A number or the id of a thing that a prompt, a line of the log or a scene speaks of."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""What a JSON document can hold."""

Numbers = tuple[int, ...]
"""A number for each of a row of things, such as the combat value by unit."""

Rows = tuple[Numbers, ...]
"""Numbers for each of a row of things, such as the neighbours by area."""
