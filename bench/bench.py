"""What the benchmarks share: measuring a command against a reference kernel, and the baseline.

Time is processor time over that of a kernel of the same Python process, run before and after each
run of the command, so that a slow or busy machine changes both. Memory is the peak of the command.
bench/<name>.json holds the baseline: {case: {"ratio": …, "MB": …}}. A bench is a file
bench/<name>.py that ends with `sys.exit(finish(name, cases))`, run by `./dev bench <name>`.
"""
import hashlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import typing

HERE = pathlib.Path(__file__).resolve().parent
WEFT = os.environ.get("WEFT", str(HERE.parent / "build/release/weft"))
# What neighbours on the processor's cache and memory may change; a slower algorithm changes more.
TOLERANCE = 1.35
MEMORY_TOLERANCE = 1.10


class Case(typing.NamedTuple):
    name: str
    command: list
    runs: int
    most_seconds: float  # promised processor time on a machine of 2020 or later
    most_mb: float


def kernel():
    """Processor seconds of a fixed piece of work: hashing, and walking scattered objects."""
    start = time.process_time()
    for _ in range(16):
        hashlib.sha256(bytes(1 << 20)).digest()
    scattered = [(i * 2654435761) % 1000003 for i in range(100000)]
    scattered.sort()
    table = {value: i for i, value in enumerate(scattered)}
    assert len(table) == len(scattered)
    return time.process_time() - start


def run_once(command):
    """(processor seconds, peak MB) of one run; no less than this process has, which forks."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(case):
    ratios, seconds, peak = [], [], 0.0
    before = kernel()
    for _ in range(case.runs):
        took, memory = run_once(case.command)
        after = kernel()
        ratios.append(2 * took / (before + after))
        seconds.append(took)
        peak = max(peak, memory)
        before = after
    return {"ratio": statistics.median(ratios), "seconds": statistics.median(seconds), "MB": peak}


def judge(case, got, base):
    """What is wrong with a figure; nothing where it holds."""
    faults = []
    if base is None:
        return ["has no baseline; --record makes one"]
    if got["ratio"] > TOLERANCE * base["ratio"]:
        faults.append(f"slower than {TOLERANCE} x the baseline")
    if got["MB"] > MEMORY_TOLERANCE * base["MB"]:
        faults.append(f"more memory than {MEMORY_TOLERANCE} x the baseline")
    if got["seconds"] >= case.most_seconds:
        faults.append(f"not under {case.most_seconds} s")
    if got["MB"] >= case.most_mb:
        faults.append(f"not under {case.most_mb} MB")
    return faults


def finish(name, cases):
    """Measures, prints and compares all cases; the exit code. --record writes the baseline."""
    path = HERE / f"{name}.json"
    baseline = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    failed, recorded = 0, {}
    print(f"{'case':<44}{'CPU s':>8}{'ratio':>9}{'baseline':>10}{'of it':>7}{'MB':>8}{'baseline':>10}")
    for case in cases:
        got, base = measure(case), baseline.get(case.name)
        recorded[case.name] = {"ratio": round(got["ratio"], 3), "MB": round(got["MB"], 1)}
        known = base or {"ratio": float("nan"), "MB": float("nan")}
        print(f"{case.name:<44}{got['seconds']:>8.3f}{got['ratio']:>9.2f}{known['ratio']:>10.2f}"
              f"{got['ratio'] / known['ratio']:>7.2f}{got['MB']:>8.0f}{known['MB']:>10.0f}", flush=True)
        if "--record" not in sys.argv:
            faults = judge(case, got, base)
            failed += bool(faults)
            for fault in faults:
                print(f"  FAILED: {fault}")
    if "--record" in sys.argv:
        path.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
        print(f"{path} is written")
    print(f"{name}: {len(cases)} cases, {failed} failed")
    return 1 if failed else 0
