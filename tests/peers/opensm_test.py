#!/usr/bin/env python3
"""Generated networks through ibsim, OpenSM and ibnetdiscover, and back.

What ibnetdiscover prints must be the generated network, cable by cable and port by port; and for
every shift permutation of the endpoints the busiest cable must carry no more flows under Weft's
static routing, of the generated and of the imported network, than under OpenSM's tables.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tools import WEFT, end_on_signals, fabric, find, no_real_fabric, scratch  # noqa: E402

ENGINES = ("ftree", "updn", "dfsssp")
# Eight NICs a server; the number of servers, then the network.
NETWORKS = {
    "fat tree, 2 tiers, radix 8": (4, 'kind = "fat-tree"\nk = 8\ntiers = 2'),
    "fat tree, 2 tiers, radix 16": (16, 'kind = "fat-tree"\nk = 16\ntiers = 2'),
    "fat tree, 2 tiers, radix 24, 2:1": (12, 'kind = "fat-tree"\nk = 24\ntiers = 2\noversubscription = 2'),
    "fat tree, 2 tiers, radix 16, 3:1": (12, 'kind = "fat-tree"\nk = 16\ntiers = 2\noversubscription = 3'),
    "fat tree, 3 tiers, radix 4": (2, 'kind = "fat-tree"\nk = 4\ntiers = 3'),
    "fat tree, 3 tiers, radix 8": (16, 'kind = "fat-tree"\nk = 8\ntiers = 3'),
    "fat tree, 3 tiers, radix 12, 2:1": (24, 'kind = "fat-tree"\nk = 12\ntiers = 3\noversubscription = 2'),
    "spine-leaf, radix 24, 4 cables to each of 2 spines": (6, 'kind = "spine-leaf"\nk = 24\ndown = 8\nup = 8\nspines = 2'),
    "spine-leaf, radix 16, 4:3, 2 cables to each of 3 spines": (6, 'kind = "spine-leaf"\nk = 16\ndown = 8\nup = 6\nspines = 3'),
    "spine-leaf, radix 32": (16, 'kind = "spine-leaf"\nk = 32'),
}

# A switch has more cables to one switch above than to another. No table is best for every shift
# then, and ftree refuses the first: the graph must come back all the same.
UNEVEN = {
    "fat tree, 2 tiers, radix 12, 3:1, uneven": (8, 'kind = "fat-tree"\nk = 12\ntiers = 2\noversubscription = 3'),
    "fat tree, 3 tiers, radix 6, 2:1, uneven": (6, 'kind = "fat-tree"\nk = 6\ntiers = 3\noversubscription = 2'),
}


def weft(*arguments):
    done = subprocess.run([WEFT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"weft {' '.join(arguments)}: {done.stderr}")


def round_trip(name, servers, network):
    """(engine, figures of weft_opensm_round_trip) for each engine."""
    with scratch() as folder:
        cluster = folder / "cluster.toml"
        net = folder / "cluster.net"
        cluster.write_text(f'[cluster]\nserver = "dgx-h100"\nservers = {servers}\n[network]\n{network}\n',
                           encoding="utf-8")
        weft("convert", str(cluster), str(net), "--format", "ibsim", "-q")
        for engine in ENGINES:
            with fabric(net.read_text(encoding="utf-8")) as running:
                # 0x43: errors, what was done, and the tables. Where an engine refuses the network,
                # OpenSM takes min-hop.
                running.run("opensm", "-o", "-R", engine, "-D", "0x43", "-f", "opensm.log")
                used = re.findall(r"process: (\S+) tables configured", running.tail("opensm.log"))
                if not used:
                    raise RuntimeError(f"{name}: OpenSM has set up no tables by {engine}")
                seen = running.folder / "seen.txt"
                seen.write_text(running.run("ibnetdiscover"), encoding="utf-8")
                done = subprocess.run([os.environ["WEFT_ROUND_TRIP"], cluster, net, seen,
                                       running.folder / "opensm-lfts.dump"],
                                      capture_output=True, text=True, check=False)
            if not done.stdout:
                raise RuntimeError(f"{name}, {engine}: {done.stderr}")
            yield (engine if used[-1] == engine else f"{used[-1]} for {engine}"), json.loads(done.stdout)


def main():
    end_on_signals()
    no_real_fabric()
    find("ibsim", "opensm", "ibnetdiscover")
    higher = runs = 0
    for name, (servers, network) in (NETWORKS | UNEVEN).items():
        for engine, got in round_trip(name, servers, network):
            print(f"{name} ({got['endpoints']} ends), {engine}: busiest cable {got['generated']} "
                  f"generated, {got['imported']} imported, {got['opensm']} OpenSM; on average over "
                  f"shifts {got['means']}; higher for {got['higher']} and {got['imported_higher']} "
                  "shifts", flush=True)
            if name in NETWORKS:
                runs += 1
                higher += got["higher"] + got["imported_higher"]
    print(f"{runs} runs on even networks; Weft's busiest cable has more flows for {higher} shifts")
    return 1 if higher else 0


if __name__ == "__main__":
    sys.exit(main())
