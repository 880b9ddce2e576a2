"""The rules of Rogue Agent, one module per chapter of the rulebook."""
