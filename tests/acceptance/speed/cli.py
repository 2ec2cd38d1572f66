#!/usr/bin/env python3
"""How long a person waits."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, WEFT, median_ms, row, topology_files  # noqa: E402


def check(line, arguments, most):
    median, least, longest = median_ms(arguments)
    row(line, f"{median:.1f} ms (median of 21; {least:.1f} to {longest:.1f})", f"under {most} ms",
        median < most)


check("weft predict, full sweep of a DGX H100",
      [WEFT, "predict", SOURCE / "examples/dgx-h100.xml", "all_reduce"], 100)
slowest = max(topology_files(), key=lambda path: median_ms([WEFT, "predict", path, "all_reduce"], 3))
check(f"weft predict, full sweep of the slowest file ({slowest.name})",
      [WEFT, "predict", slowest, "all_reduce"], 100)
check("weft predict, broadcast on the slowest file", [WEFT, "predict", slowest, "broadcast"], 100)
check("weft --help", [WEFT, "--help"], 20)
