"""A bot from outside: it sits down at a table of Shoal over the network and plays random moves until the game is over.

    python outside_bot.py http://localhost:8000 TABLE [INVITATION]

TABLE is the id in a table's links (/t/TABLE/…), INVITATION the word behind it in a seat's link; a public table needs none.
"""

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import connect


def ask(url: str, token: str = "", **body: Any) -> Any:
    """GET, or POST where there is something to send; the answer of the server as plain data."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def play(site: str, table: str, invitation: str | None = None, name: str = "Outside bot") -> None:
    """Sit down, then answer every question that is asked of the seat."""
    base = f"{site}/api/tables/{table}"
    token = ask(f"{base}/seats", name=name, invitation=invitation)["token"]
    with connect(f"ws{base[4:]}/live", additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as line:
        for message in line:
            view = json.loads(message)
            if view.get("over"):
                return print("over:", view["view"]["result"]["title"])
            if not view or not view["dealt"] or view["seat"] not in view["view"]["waiting_for"]:
                continue        # a heartbeat, or nothing is asked of us now
            question = view["view"]["question"]
            try:
                ask(f"{base}/moves", token, move=random.choice(view["view"]["legal"]), question=question)
            except urllib.error.HTTPError as error:
                print(json.load(error)["message"])      # the table has moved on: the next view says what is asked now


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit((__doc__ or "").strip())
    play(*sys.argv[1:])
