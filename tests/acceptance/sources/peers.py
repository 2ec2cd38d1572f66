#!/usr/bin/env python3
"""The real InfiniBand tools and hwloc against Weft, as tests/peers has them."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, WEFT, not_run, row  # noqa: E402


def check(script, line, wanted):
    program = pathlib.Path(WEFT).parent / "tests" / "weft_opensm_round_trip"
    done = subprocess.run([sys.executable, SOURCE / "tests" / "peers" / script],
                          env={**os.environ, "WEFT": WEFT, "WEFT_ROUND_TRIP": str(program)},
                          capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    said = done.stdout.strip().splitlines() or [done.stderr.strip()[-200:]]
    if done.returncode == 77:
        return not_run(line, wanted, said[-1].removeprefix("skipped: "))
    row(line, said[-1], wanted, done.returncode == 0)


check("opensm_test.py", "generated networks through ibsim, OpenSM and ibnetdiscover: same graph, static "
      "routes no worse than OpenSM's for any shift permutation", "0 shifts")
check("lstopo_test.py", "the live machine as lstopo sees it", "the same")
