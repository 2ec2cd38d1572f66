#!/usr/bin/env python3
"""A ring over 131 072 ranks, built and simulated on an ideal switch."""
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import WEFT, row  # noqa: E402

program = pathlib.Path(WEFT).parent / "tests" / "weft_large_ring"
runs = [list(map(float, subprocess.run([program, "131072"], capture_output=True, text=True,
                                       check=True).stdout.split())) for _ in range(11)]
times, memory, errors = zip(*runs)
row("ring of 131 072 ranks built and simulated on an ideal switch: time",
    f"{statistics.median(times):.1f} ms (median of 11; {min(times):.1f} to {max(times):.1f})",
    "under 50 ms", statistics.median(times) < 50)
row("the same: memory of the whole process", f"{max(memory):.1f} MB", "under 50 MB",
    max(memory) < 50)
row("the same: against 2(n-1)(a + S/nB)", f"{max(errors):.1e}", "1e-9", max(errors) < 1e-9)
