#!/usr/bin/env python3
"""What libraries reach with reduction in switches, and the bound that it sets."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import row, weft, weft_json  # noqa: E402


def busbw(server, *flags):
    got = weft_json("predict", server, "all_reduce", "--sizes", "8GiB", *flags)
    return got["rows"][-1]


nvls = busbw("dgx-h100")
row("8 x H100, all_reduce at 8 GiB as NCCL runs it", f"{nvls['library']['busbw_GBps']:.0f} GB/s, "
    f"{nvls['library']['algorithm']}", "480 GB/s within 5 % by nvls",
    abs(nvls["library"]["busbw_GBps"] / 480 - 1) < 0.05 and nvls["library"]["algorithm"] == "nvls")
ring = busbw("dgx-h100", "--in-network", "off")
row("the same without reduction in the switches", f"{ring['library']['busbw_GBps']:.0f} GB/s",
    "366 GB/s within 3 %", abs(ring["library"]["busbw_GBps"] / 366 - 1) < 0.03)
low, high = nvls["interval_us"]
row("a prediction carries the range of its class", f"{low:.0f} to {high:.0f} us", "around its time",
    low <= nvls["library"]["time_us"] * 1.1 and high >= nvls["library"]["time_us"] * 0.9)
text = weft("predict", "dgx-h100", "all_reduce", "--sizes", "8GiB").stdout
row("the bound of reduction in switches is printed", "S (1 + 1/n) beside the ring" if "NVLS:" in text else
    "not there", "in text", "NVLS:" in text)
