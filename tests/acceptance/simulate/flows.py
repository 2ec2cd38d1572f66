#!/usr/bin/env python3
"""Flows on networks: exact, fast, and as packet simulators see them."""
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import WEFT, not_run, row, run_tests, shared, weft  # noqa: E402

DRAWN = ("--random-bytes", "1B..125000000B")


def generated(pattern, topology, *more):
    return ["flows", "--generate", pattern, "--on", topology, *more]


def cost(arguments):
    """(processor seconds, peak MB) of a call."""
    process = subprocess.Popen([WEFT, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"weft {' '.join(map(str, arguments))} ended with {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check(line, arguments, seconds, mb=None, runs=5):
    costs = [cost(arguments) for _ in range(runs)]
    took, peak = statistics.median(c[0] for c in costs), max(c[1] for c in costs)
    wanted = f"under {seconds} s" + (f" and {mb} MB" if mb else "")
    row(f"{line}: processor time of the whole process", f"{took:.3f} s, {peak:.0f} MB", wanted,
        took < seconds and (mb is None or peak < mb))


def csv_ends(text):
    return [float(line.split(",")[1]) for line in text.splitlines()[1:]]


check("fat tree k=32, 8 192 flows, random sizes, D-mod-k",
      generated("permutation", "fat-tree:k=32", *DRAWN), 0.03, 30)
check("fat tree k=32, 8 192 flows, random sizes, ECMP",
      generated("permutation", "fat-tree:k=32", *DRAWN, "--routing", "ecmp"), 0.04)
check("all-to-all of 64 hosts, random sizes",
      generated("all-to-all", "fat-tree:k=8", "--hosts", 64, *DRAWN), 0.1)
check("all-to-all of 256 hosts, equal sizes", generated("all-to-all", "fat-tree:k=16", "--hosts", 256),
      0.04)
check("all-to-all of 1 024 hosts, equal sizes", generated("all-to-all", "fat-tree:k=16"), 0.8, 400)
check("all-to-all of 4 096 hosts, equal sizes",
      generated("all-to-all", "fat-tree:k=32", "--hosts", 4096), 1)
check("all-to-all of 16 384 hosts, equal sizes",
      generated("all-to-all", "fat-tree:k=64", "--hosts", 16384), 1)
check("fat tree k=64, 65 536 flows, ECMP",
      generated("permutation", "fat-tree:k=64", *DRAWN, "--routing", "ecmp"), 0.3)
SPRAY = generated("permutation", "fat-tree:k=8", "--bytes", "125000000B", "--routing", "spray")
started = statistics.median(cost(["--version"])[0] for _ in range(21))
spray = statistics.median(cost(SPRAY)[0] for _ in range(21))
row("128 hosts x 125 MB, spray: processor time beyond starting the program",
    f"{(spray - started) * 1e3:.1f} ms", "under 5 ms", spray - started < 0.005)
check("all-to-all of 256 hosts, random sizes",
      generated("all-to-all", "fat-tree:k=16", "--hosts", 256, *DRAWN), 8, runs=1)

folder = shared("data", "flows")
line = "ends of recorded flows on recorded paths, another simulator's"
if folder is None:
    not_run(line, "1e-5", "they are not beside this checkout")
else:
    worst = 0
    for path in sorted(folder.glob("*.csv")):
        got = csv_ends(weft("flows", "--capacity", "12.5GB/s", "--csv", path).stdout)
        want = [float(x.split(",")[4]) for x in path.read_text(encoding="utf-8").splitlines()[1:]]
        worst = max([worst] + [abs(a - b) / b for a, b in zip(got, want, strict=True)])
    row(line, f"{worst:.1e}", "1e-5", worst < 1e-5)


def distribution(policy, seeds):
    """Medians over seeds of the least, median and most time of a flow, in ms."""
    runs = []
    for seed in range(1, seeds + 1):
        times = csv_ends(weft(*generated("permutation", "fat-tree:k=8", "--bytes", "125000000B",
                                         "--routing", policy, "--seed", seed, "--csv")).stdout)
        runs.append((min(times), statistics.median(times), max(times)))
    return [1e3 * statistics.median(run[i] for run in runs) for i in range(3)]


def near(line, got, want, most):
    row(line, f"{got:.2f} ms ({100 * (got / want - 1):+.1f} %)", f"{want} ms within {most} %",
        abs(got / want - 1) <= most / 100)


_, median, longest = distribution("ecmp", 100)
near("128 x 125 MB on k=8, one hashed path, median over 100 seeds: median flow", median, 20.52, 5)
near("the same: slowest flow", longest, 41.01, 10)
_, median, longest = distribution("spray", 1)
near("128 x 125 MB on k=8, sprayed: median flow", median, 10.89, 10)
near("the same: slowest flow", longest, 11.37, 14)

os.environ["WEFT_INSTANCES"] = "20000"
passed, failed = run_tests("simulate", "RandomFluid.*")
row(f"random flows against a slow reference, {os.environ['WEFT_INSTANCES']} instances, both ways",
    f"{passed} passed, {failed} failed", "all pass to 1e-9", passed >= 3 and failed == 0)
passed, failed = run_tests("app", "FlowRouting.ClassesOf*:FlowRouting.AMillion*")
row("by classes as one by one, up to 1 024 hosts", f"{passed} passed, {failed} failed", "to 1e-9",
    passed == 2 and failed == 0)
