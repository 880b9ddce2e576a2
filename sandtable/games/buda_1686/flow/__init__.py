"""The rules of Buda 1686, one module per chapter of the rulebook."""
