"""The rules of Nights of Fire, one chapter a module."""
