"""Worked examples as data: read from a game's `examples/*.toml`, played, and checked (docs/examples.md).

`format` says what may stand in a file, `notation` how positions are written, `book` reads the files and finds the lines
of play in them, `expect` says what a step expects and does not find, and `play` plays a line moment by moment.
"""
