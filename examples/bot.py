"""A bot in plain Python: it starts the referee and plays a whole game of Buda 1686, choosing at random for both sides.

python examples/bot.py [SEED] [COMMAND ...]        COMMAND starts the referee; it is `sandtable referee` by default
"""

import json
import random
import subprocess
import sys

seed = sys.argv[1] if len(sys.argv) > 1 else "bot"
command = sys.argv[2:] or ["sandtable", "referee"]
referee = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def ask(do: str, **fields: object) -> dict:
    """Send one request and read its answer."""
    referee.stdin.write(json.dumps({"do": do, **fields}) + "\n")
    referee.stdin.flush()
    answer = json.loads(referee.stdout.readline())
    if not answer["ok"]:
        sys.exit(f"{do}: {answer['error']['message']}")
    return answer


dice = random.Random(seed)
answer = ask("new", game="buda_1686", seed=seed)
match, choices = answer["match"], 0
while "ask" in answer:
    choice = dice.choice(answer["ask"]["options"])
    answer = ask("choose", match=match, choice=choice, seat=answer["ask"]["seat"], n=answer["ask"]["n"])
    choices += 1
over = answer["over"]
print(f"{' and '.join(over['winners'])} won after {choices} choices ({over['reason']}).")
referee.stdin.close()
sys.exit(referee.wait())
