"""Other libraries for comparison: random play of python-chess and OpenSpiel's backgammon, and OpenSpiel's ISMCTS.

The search is measured in gin rummy: among the games in which OpenSpiel's search can redraw what is hidden it is most
like ours, with hidden hands and more than a hundred choices. Its iterations play to the end of the game; ours end
after a few passes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

SECONDS = 2.0
SIMULATIONS = 100
POSITIONS = 6
CHOICES_BETWEEN = 9
"""Random choices between two positions, at least; each position has more than one option."""
EXPLORATION = 2.0


def chess_games() -> dict[str, float]:
    import chess

    rng = random.Random(1)
    made = games = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material() or board.can_claim_fifty_moves():
                break
            board.push(moves[int(rng.random() * len(moves))])
            made += 1
        games += 1
    return {"decisions/s": made / spent, "games/s": games / spent}


def backgammon_games() -> dict[str, float]:
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game("backgammon")
    made = games = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            made += not state.is_chance_node()
            state.apply_action(actions[int(rng.random() * len(actions))])
        games += 1
    return {"decisions/s": made / spent, "games/s": games / spent}


def searched(game: Any, bot: Any) -> dict[str, float]:
    """Iterations per second of processor time of a bot in some positions of a random game."""
    positions = rummy_positions(game)
    lines = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        for state in positions:
            bot.step(state)
            lines += SIMULATIONS
    return {"iterations/s": lines / spent}


def rummy_positions(game: Any) -> list[Any]:
    rng = random.Random(1)
    state = game.new_initial_state()
    found: list[Any] = []
    made = last = 0
    while not state.is_terminal() and len(found) < POSITIONS:
        actions = state.legal_actions()
        if not state.is_chance_node():
            if made >= last + CHOICES_BETWEEN and len(actions) > 1:
                found.append(state.clone())
                last = made
            made += 1
        state.apply_action(actions[int(rng.random() * len(actions))])
    return found


def compiled_search() -> dict[str, float]:
    import pyspiel

    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, rollout, EXPLORATION, SIMULATIONS, -1, most_visits, True, True)
    return searched(pyspiel.load_game("gin_rummy"), bot)


def interpreted_search() -> dict[str, float]:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = pyspiel.load_game("gin_rummy")
    chance = np.random.RandomState(1)
    bot = ISMCTSBot(
        game,
        RandomRolloutEvaluator(1, chance),
        EXPLORATION,
        SIMULATIONS,
        random_state=chance,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    return searched(game, bot)


PEERS = {
    "chess": chess_games,
    "backgammon": backgammon_games,
    "ismcts": compiled_search,
    "ismcts-python": interpreted_search,
}

if __name__ == "__main__":
    print(json.dumps(PEERS[sys.argv[1]]()))
