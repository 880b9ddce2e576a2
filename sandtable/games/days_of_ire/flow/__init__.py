"""The rules of Days of Ire, one module per chapter of the rulebook."""
