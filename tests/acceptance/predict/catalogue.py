#!/usr/bin/env python3
"""Servers by name: as their files, and what boxes without NVLink do."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, busbw, row, run_tests, weft_json  # noqa: E402

for name in ("dgx-a100", "dgx-h100", "dgx-1v", "mi300x"):
    by_name, by_file = busbw(name), busbw(SOURCE / f"examples/{name}.xml")
    row(f"ring all_reduce of {name}, by name and by file", f"{by_name:.2f} and {by_file:.2f} GB/s",
        "equal", abs(by_name / by_file - 1) < 1e-6)

passed, failed = run_tests("machines", "GeForce.*")
row("a GeForce pair on one switch gets half of a pair across sockets, and the reason is named",
    f"{passed} tests passed, {failed} failed", "all pass, at least 3", passed >= 3 and failed == 0)

# Two V100 on PCIe 3.0 that NCCL joins through host memory: 7.09 GB/s at 128 MiB, published.
WANTED = 7.09
got = weft_json("predict", "v100-pcie-2", "all_reduce", "--sizes", "128MiB", "--algorithm", "ring",
                "--no-p2p")["rows"][-1]["busbw_GBps"]
row("ring all_reduce of two V100 on PCIe through host memory, 128 MiB",
    f"{got:.2f} GB/s ({(got / WANTED - 1) * 100:+.1f} %)", f"{WANTED} GB/s within 15 %",
    abs(got / WANTED - 1) <= 0.15)
