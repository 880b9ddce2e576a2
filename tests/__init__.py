"""The tests of sandtable. They try the sources, also where the environment has a compiled engine."""

import os

os.environ["SANDTABLE_INTERPRETED"] = "1"  # before any test imports the package, and for all processes that tests start
