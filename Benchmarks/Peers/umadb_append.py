"""Appends events to a UmaDB server of its own, durably, and prints how many a second.

Exits with 75 where the package umadb is not installed. An event has the bytes that the ledger keeps of
one: record and share of the evidence.
"""

import os
import socket
import subprocess
import sys
import time

try:
    from umadb import AppendCondition, Client, Event, Query, QueryItem
except ImportError:
    sys.exit(75)

DATA_BYTES = 450


def wait_for_server(url: str) -> Client:
    for _ in range(200):
        try:
            client = Client(url)
            client.head()
            return client
        except Exception:  # the server is not up yet, in one of several ways
            time.sleep(0.05)
    sys.exit("umadb does not answer")


def measure(client: Client, per_append: int, appends: int, first: int) -> float:
    batches = []
    for index in range(appends):
        batch, statements = [], []
        for place in range(per_append):
            number = first + index * per_append + place
            statement = f"statement:{number * 2_654_435_761 % 2**32}"
            tags = [
                statement,
                f"line:{number * 7919 % 50_000}",
                f"customer:{number * 104_729 % 25_000}",
            ]
            batch.append(Event("transaction", os.urandom(DATA_BYTES), tags))
            statements.append(QueryItem(tags=[statement]))
        # Nothing twice: as the ledger looks up every statement before it appends it.
        batches.append((batch, AppendCondition(Query(statements))))
    start = time.perf_counter()
    for batch, condition in batches:
        client.append(batch, condition)
    return per_append * appends / (time.perf_counter() - start)


def main() -> None:
    path, per_append, appends, rounds = sys.argv[1], *map(int, sys.argv[2:])
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    os.makedirs(path, exist_ok=True)
    program = os.path.join(os.path.dirname(sys.executable), "umadb")
    server = subprocess.Popen(
        [program, "--listen", address, "--db-path", path],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        client = wait_for_server(f"http://{address}")
        rates = []
        for index in range(rounds):
            rates.append(measure(client, per_append, appends, index * per_append * appends))
        count = per_append * appends * rounds
        if client.head() != count:
            sys.exit("umadb lost events")
        client.close()
        print(sorted(rates)[len(rates) // 2])
    finally:
        # It waits for connections for ever when asked to end, and its files are thrown away.
        server.kill()
        server.wait()


main()
