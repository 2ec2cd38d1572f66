#!/usr/bin/env python3
"""Guest skeletons: NVLink cannot be seen; --gpu completes the graph."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, not_run, row, shared, weft_json  # noqa: E402


def check(name, topology, gpu, measured, tolerance):
    lines = [f"{name}: says that NVLink cannot be seen",
             f"{name}: predicts the PCIe path as it stands",
             f"{name}: with --gpu {gpu} the NVLink figure"]
    wanted = ["a FABRIC_HIDDEN warning", "no nvlink among the classes",
              f"{measured} GB/s within {tolerance} %"]
    if topology is None:
        for line, want in zip(lines, wanted):
            not_run(line, want, "the file is not beside this checkout")
        return
    plain = weft_json("predict", topology, "all_reduce", "--sizes", "8GiB")
    codes = [warning["code"] for warning in plain["warnings"]]
    classes = [gain["class"] for gain in plain["gains"]]
    row(lines[0], ",".join(codes) or "no warning", wanted[0], "FABRIC_HIDDEN" in codes)
    row(lines[1], f"{plain['rows'][-1]['busbw_GBps']:.1f} GB/s over {','.join(classes)}", wanted[1],
        "nvlink" not in classes and "pcie" in classes)
    whole = weft_json("predict", topology, "all_reduce", "--sizes", "8GiB", "--gpu", gpu)
    got = whole["rows"][-1]["busbw_GBps"]
    error = (got / measured - 1) * 100
    row(lines[2], f"{got:.1f} GB/s ({error:+.1f} %)", wanted[2], abs(error) <= tolerance)


inputs = ("inputs", "nccl_topo_xml")
check("Azure NDv4", shared(*inputs, "azure_ndv4-topo.xml"), "a100-sxm4-40gb", 235, 5)
check("Azure NDv5", shared(*inputs, "azure_ndv5-topo.xml"), "h100-sxm5", 366, 5)
check("AWS p4d", shared(*inputs, "aws_p4d-24xl-topo.xml"), "a100-sxm4-40gb", 235, 5)
check("example skeleton", SOURCE / "examples/guest-8gpu-skeleton.xml", "h100-sxm5", 366, 5)
