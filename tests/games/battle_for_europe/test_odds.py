"""Odds of battles: the same function says who rolls what, and the real flow bears them out."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.playout import Playout
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import battle, odds
from sandtable.games.battle_for_europe.state import State
from tests.citing import rule
from tests.games.battle_for_europe.battles import Force, Ride, at_first, fight, order
from tests.games.battle_for_europe.war import PACK, War, war
