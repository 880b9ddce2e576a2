"""The rules of Three Merchants, one module per chapter of the rulebook."""
