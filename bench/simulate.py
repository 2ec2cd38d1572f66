"""Flows on fat trees: Weft against its baseline, against SimGrid, and how it grows.

Beside the baseline, the same flows on the same paths are played by SimGrid (bench/peers), where its
library can be had (./dev bench installs it); ends must agree to 1e-5. --write puts the scaling tables into
docs/performance.md.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from bench import HERE, WEFT, Case, finish, run_once
from traffic import RATE, all_to_all, drawn, permutation, seeded, write

DRAWN = ("--random-bytes", "1B..125000000B")


def generated(pattern, topology, *more):
    return [WEFT, "flows", "--generate", pattern, "--on", topology, *more]


CASES = [
    Case("k=32, 8 192 flows, random sizes, static", generated("permutation", "fat-tree:k=32", *DRAWN),
         11, 0.03, 30),
    Case("k=32, 8 192 flows, random sizes, ECMP",
         generated("permutation", "fat-tree:k=32", *DRAWN, "--routing", "ecmp"), 11, 0.04, 30),
    Case("all-to-all of 64, random sizes",
         generated("all-to-all", "fat-tree:k=8", "--hosts", "64", *DRAWN), 11, 0.1, 30),
    Case("all-to-all of 256, equal", generated("all-to-all", "fat-tree:k=16", "--hosts", "256"), 11,
         0.04, 60),
    Case("all-to-all of 256, equal, one by one",
         generated("all-to-all", "fat-tree:k=16", "--hosts", "256", "--no-symmetry"), 5, 0.12, 60),
    Case("all-to-all of 256, random sizes",
         generated("all-to-all", "fat-tree:k=16", "--hosts", "256", *DRAWN), 1, 8, 100),
    Case("all-to-all of 1 024, equal", generated("all-to-all", "fat-tree:k=16"), 11, 0.8, 400),
    Case("all-to-all of 1 024, equal, one by one",
         generated("all-to-all", "fat-tree:k=16", "--no-symmetry"), 3, 2.5, 600),
    Case("all-to-all of 4 096, equal",
         generated("all-to-all", "fat-tree:k=32", "--hosts", "4096"), 5, 1, 400),
    Case("all-to-all of 16 384, equal",
         generated("all-to-all", "fat-tree:k=64", "--hosts", "16384"), 5, 1, 400),
    Case("k=64, 65 536 flows, random sizes, ECMP",
         generated("permutation", "fat-tree:k=64", *DRAWN, "--routing", "ecmp"), 5, 0.3, 200),
    Case("k=8, 128 x 125 MB, spray",
         generated("permutation", "fat-tree:k=8", "--bytes", "125000000B", "--routing", "spray"), 11,
         0.02, 30),
]


def simgrid(folder):
    """The peer's program; None where it cannot be built."""
    program = pathlib.Path(folder, "simgrid_flows")
    source = HERE / "peers/simgrid_flows.cpp"
    done = subprocess.run(["g++", "-O3", "-std=c++17", source, "-lsimgrid", "-o", program],
                          capture_output=True, text=True, check=False)
    return program if done.returncode == 0 else None


def compare(folder):
    """Weft and SimGrid on the same file; 1 where they differ."""
    peer = simgrid(folder)
    if peer is None:
        print("SimGrid is not here (libsimgrid-dev): no peer to compare with")
        return 0
    print(f"{'same flows, same paths, CPU s':<40}{'SimGrid':>9}{'build':>8}{'route':>8}{'solve':>8}"
          f"{'Weft':>8}{'ratio':>7}{'of solving':>12}{'differ by':>11}")
    failed = 0
    for name, k, pairs, hashed in [
            ("k=16, 1 024 flows, static", 16, permutation(1024, seeded(1)), False),
            ("k=32, 8 192 flows, static", 32, permutation(8192, seeded(1)), False),
            ("k=32, 8 192 flows, ECMP", 32, permutation(8192, seeded(1)), True),
            ("k=8, all-to-all of 64", 8, all_to_all(64), False)]:
        path = pathlib.Path(folder, "flows.csv")
        write(path, k, pairs, drawn, hashed, seeded(2))
        theirs = subprocess.run([peer, path, str(RATE)], capture_output=True, text=True, check=True)
        parts = [float(x) for x in theirs.stderr.splitlines()[-1].split()]
        command = [WEFT, "flows", "--capacity", f"{RATE / 1e9}GB/s", "--csv", path]
        took, _ = run_once(command)
        ours = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        want = [float(line.split(",")[1]) for line in theirs.stdout.splitlines()]
        got = [float(line.split(",")[1]) for line in ours.splitlines()[1:]]
        differ = max(abs(a - b) / b for a, b in zip(got, want, strict=True))
        failed += differ > 1e-5
        print(f"{name:<40}{sum(parts):>9.3f}" + "".join(f"{p:>8.3f}" for p in parts) +
              f"{took:>8.3f}{sum(parts) / took:>7.0f}{parts[2] / took:>12.1f}{differ:>11.1e}", flush=True)
    print("Weft: the whole process, with reading the file; `of solving`: SimGrid's solving alone over it")
    return int(failed > 0)


def median_run(command):
    runs = sorted(run_once(command) for _ in range(3))
    return runs[1]


def exponent(sizes, values):
    """Of the power of size that fits best."""
    x, y = [math.log(s) for s in sizes], [math.log(max(v, 1e-9)) for v in values]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def table(title, unit, sizes, command):
    """Doubled five times: time and memory, and the exponents."""
    rows = [median_run(command(size)) for size in sizes]
    lines = [f"**{title}**", "", f"| {unit} | CPU time | peak memory |", "|---|---|---|"]
    lines += [f"| {size:,} | {took * 1e3:.0f} ms | {memory:.0f} MB |".replace(",", " ")
              for size, (took, memory) in zip(sizes, rows)]
    time = exponent(sizes, [took for took, _ in rows])
    memory = exponent(sizes, [mb for _, mb in rows])
    lines += [f"| grows as | n^{time:.2f} | n^{memory:.2f} |", ""]
    return lines


BEGIN, END = "<!-- simulate: written by ./dev bench simulate --write -->", "<!-- simulate: end -->"


def write_tables():
    lines = [BEGIN, ""]
    lines += table("Flows: 8 192 hosts, each to another in up to 32 queue pairs, hashed paths (k = 32)",
                   "flows", [8192 * n for n in (1, 2, 4, 8, 16, 32)],
                   lambda n: generated("permutation", "fat-tree:k=32", *DRAWN, "--routing", "ecmp",
                                       "--qps", str(n // 8192)))
    lines += table("Hosts: each to another, hashed paths, full bisection (radix 64)", "hosts",
                   [2048 * n for n in (1, 2, 4, 8, 16, 32)],
                   lambda n: generated("permutation", f"fat-tree:k=64,endpoints={n},tiers=3", *DRAWN,
                                       "--routing", "ecmp"))
    lines += table("Hosts: everyone to each other, equal sizes, static routing, by classes (radix 64)", "hosts",
                   [2048 * n for n in (1, 2, 4, 8, 16, 32)],
                   lambda n: generated("all-to-all", "fat-tree:k=64", "--hosts", str(n)))
    lines.append(END)
    path = HERE.parent / "docs/performance.md"
    text = path.read_text(encoding="utf-8") if path.exists() else "# Performance\n"
    if BEGIN in text:
        text = text[:text.index(BEGIN)] + "\n".join(lines) + text[text.index(END) + len(END):]
    else:
        text = text.rstrip("\n") + "\n\n## Flows (`weft flows`)\n\n" + "\n".join(lines) + "\n"
    path.write_text(text, encoding="utf-8")
    print(f"{path} is written")


with tempfile.TemporaryDirectory() as scratch:
    if "--write" in sys.argv:
        sys.exit(write_tables())
    differs = compare(scratch)
    sys.exit(finish("simulate", CASES) or differs)
