"""What the acceptance checks share: running the program and printing rows for tools/accept.py."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

SOURCE = pathlib.Path(os.environ.get("WEFT_SOURCE", pathlib.Path(__file__).parents[2])).resolve()
WEFT = os.environ.get("WEFT", str(SOURCE / "build/release/weft"))
SHARED = os.environ.get("WEFT_SHARED")


def row(line, figure, wanted, holds):
    verdict = holds if isinstance(holds, str) else ("holds" if holds else "short")
    print("\t".join(["ACCEPT", line, str(figure), str(wanted), verdict]), flush=True)


def not_run(line, wanted, reason):
    row(line, reason, wanted, "not-run")


def weft(*arguments, text=None):
    """The finished process of one call."""
    return subprocess.run([WEFT, *map(str, arguments)], input=text, capture_output=True, text=True,
                          timeout=120, check=False)


def weft_json(*arguments, text=None):
    done = weft(*arguments, "--json", text=text)
    if done.returncode != 0:
        print(done.stdout, done.stderr, file=sys.stderr)
        raise RuntimeError(f"weft {' '.join(map(str, arguments))} ended with {done.returncode}")
    return json.loads(done.stdout)


def busbw(topology, *flags, size="8GiB", collective="all_reduce"):
    """Bus bandwidth in GB/s of the ring at one size."""
    got = weft_json("predict", topology, collective, "--sizes", size, "--algorithm", "ring", *flags)
    return got["rows"][-1]["busbw_GBps"]


def shared(*parts):
    """A file of the material beside the checkout; None where it is not there."""
    path = pathlib.Path(SHARED, *parts) if SHARED else None
    return path if path and path.exists() else None


def topology_files():
    """Every NCCL and RCCL topology at hand: shipped, and beside the checkout."""
    files = sorted((SOURCE / "examples").glob("*.xml"))
    folder = shared("inputs", "nccl_topo_xml")
    return files + (sorted(folder.glob("*.xml")) if folder else [])


def median_ms(arguments, runs=21):
    """Median wall time of a command in ms, and the whole spread."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), min(times), max(times)


def run_tests(layer, names):
    """(passed, failed) of a layer's tests whose names match; nothing passes where none match."""
    program = pathlib.Path(WEFT).parent / "tests" / f"weft_{layer}_tests"
    done = subprocess.run([program, f"--gtest_filter={names}"], capture_output=True, text=True,
                          check=False)
    print(done.stdout[-2000:])
    passed = done.stdout.count("[       OK ]")
    failed = done.stdout.count("[  FAILED  ]") // 2 + (done.returncode not in (0, 1))
    return passed, failed
