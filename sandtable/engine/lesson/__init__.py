"""Worked examples as data: read from a game's `examples/*.toml`, played, and checked (docs/examples.md).

`format` is the format of the files, `notation` how partial positions are written, `book` reads the files and finds the
lines in them, `expect` compares what a step expects with what there is, and `play` plays a line step by step.
"""
