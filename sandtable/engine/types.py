"""Types that all layers use."""

from __future__ import annotations

Choice = tuple[str | int, ...]
"""What a seat can answer to an ask: a verb and what it names, such as `("move", "unit:saxon", "zone:naphegy")`."""

Fact = str | int
"""A number or id that fills a text or is shown in a scene."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""Any JSON value."""

Numbers = tuple[int, ...]
"""A number for each thing of a kind, such as the combat value by unit."""

Rows = tuple[Numbers, ...]
"""Numbers for each thing of a kind, such as the neighbours by area."""
