#!/usr/bin/env python3
"""Errors by class of measurements, each system predicted by constants that it had no part in."""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import not_run, row, weft_json  # noqa: E402

# class: median and 90 % in percent
WANTED = {"coll_intra_large": (2, 12), "coll_intra_mid": (12, 30), "coll_inter_large": (9, 30),
          "topology": (12, 30), "pcie_dma": (3, 12), "rdma": (3, 12), "link_copy": (4, 20)}

start = time.monotonic()
found = weft_json("validate", "--leave-one-out")
seconds = time.monotonic() - start
classes = {c["class"]: c for c in found["classes"]}
for name, (median, most) in WANTED.items():
    for key, wanted, what in (("median_percent", median, "median error"), ("p90_percent", most, "90 % below")):
        line = f"{name}, {what}, leave one system out"
        if name not in classes:
            not_run(line, f"at most {wanted} %", "no row of the class is predicted")
            continue
        c = classes[name]
        row(line, f"{c[key]:.1f} % ({c['rows']} rows, {c['systems']} systems)", f"at most {wanted} %",
            c[key] <= wanted)
latency = classes["coll_latency"]
row("coll_latency, leave one system out", f"{latency['within_1_5x'] * 100:.0f} % within 1.5x",
    "at least 80 %", latency["within_1_5x"] >= 0.8)
numa = [(r["error_percent"], r["unit"]) for r in found["rows"] if r["class"] == "numa" and r["counts"]]
for unit, what, median, most in (("GB/s", "bandwidth", 2, 8), ("us", "latency", 6, 20)):
    errors = sorted(abs(e) for e, u in numa if u == unit)
    if not errors:
        not_run(f"numa {what}", f"median {median} %, 90 % below {most} %", "no row is predicted")
        continue
    middle, high = errors[len(errors) // 2], errors[int(0.9 * len(errors) + 0.999) - 1]
    row(f"numa {what}, median and 90 %", f"{middle:.1f} %, {high:.1f} %",
        f"at most {median} %, {most} %", middle <= median and high <= most)
total = len(found["rows"]) + len(found["left_out"])
row("measurements predicted or left out with a reason", f"{len(found['rows'])} + {len(found['left_out'])}",
    "270 in all", total == 270 and all(r["why"] for r in found["left_out"]))
row("all measurements with leave-one-out", f"{seconds:.1f} s", "under 10 s", seconds < 10)
