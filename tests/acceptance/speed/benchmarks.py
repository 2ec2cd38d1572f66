#!/usr/bin/env python3
"""The benchmarks of bench/ against their baselines."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, row  # noqa: E402

for path in sorted((SOURCE / "bench").glob("*.py")):
    if path.stem == "bench":
        continue
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    said = done.stdout.splitlines() or ["nothing was measured"]
    row(f"./dev bench {path.stem} against its baseline", said[-1], "0 failed", done.returncode == 0)
