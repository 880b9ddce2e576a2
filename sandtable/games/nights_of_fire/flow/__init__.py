"""The rules of Nights of Fire, one module per chapter of the rulebook."""
