"""The same loop of random play for our peers: python-chess and OpenSpiel's backgammon."""

from __future__ import annotations

import json
import random
import sys
import time

SECONDS = 2.0


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


if __name__ == "__main__":
    print(json.dumps(chess_games() if sys.argv[1] == "chess" else backgammon_games()))
