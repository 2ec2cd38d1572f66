#!/usr/bin/env python3
"""Planned clusters: exact counts, ways between servers, and what large ones take."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import WEFT, row, run_tests, weft, weft_json  # noqa: E402


def cluster(servers, network, server="dgx-h100"):
    file = tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False)
    with file:
        file.write(f'[cluster]\nserver = "{server}"\nservers = {servers}\n[network]\n{network}\n')
    return file.name


def timed(*arguments):
    """(seconds, peak resident MB) of one run."""
    start = time.perf_counter()
    process = subprocess.Popen([WEFT, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, arguments
    return time.perf_counter() - start, usage.ru_maxrss / 1024


passed, failed = run_tests("topology", "NetworkOracles.*:Networks/EveryPlan.*")
row("exact figures of networks and reference clusters (topo., cluster.), and laws of every plan",
    f"{passed} passed, {failed} failed", "all pass, at least 30", passed >= 30 and failed == 0)

RAIL = 'kind = "rail-optimized"\nswitch = "qm9700"'
for servers, leaf, spine, core in ((64, 16, 8, 0), (128, 32, 16, 0), (256, 64, 32, 0),
                                   (512, 128, 128, 64), (1024, 256, 256, 128),
                                   (2048, 512, 512, 256)):
    got = weft_json("show", cluster(servers, RAIL), "--count")
    kinds = got["by_kind"]
    found = (kinds["leaf"], kinds["spine"], kinds.get("core", 0))
    tiers = 3 if core else 2
    cables = servers * 8 * tiers
    row(f"SuperPOD of {servers} servers: leaf, spine, core, cables, bisection, diameter",
        f"{found} {got['links']} {got['bisection_GBps']} {got['diameter']}",
        f"{(leaf, spine, core)} {cables} {servers * 200} {2 * tiers}",
        found == (leaf, spine, core) and got["links"] == cables
        and got["bisection_GBps"] == servers * 200 and got["diameter"] == 2 * tiers)

got = weft_json("show", "tpu-v4-pod", "--count")
row("TPU v4 pod: chips, circuit switches, links, diameter, bisection",
    f"{got['gpus']} {got['switches']} {got['links']} {got['diameter']} {got['bisection_GBps']}",
    "4096 48 12288 24 25600", (got["gpus"], got["switches"], got["links"], got["diameter"],
                               got["bisection_GBps"]) == (4096, 48, 12288, 24, 25600))

path = weft_json("path", cluster(128, RAIL), "server[0].gpu[0]", "server[5].gpu[3]")
row("path across the network: mode and bandwidth of NDR with 4096-byte packets",
    f"{path['mode']} {path['bandwidth_GBps']}", "gdr 49.68",
    path["mode"] == "gdr" and abs(path["bandwidth_GBps"] - 50 * 4096 / 4122) < 0.01)

busbw = weft_json("predict", cluster(2, RAIL), "all_reduce", "--sizes", "8GiB", "--algorithm",
                  "ring")["rows"][-1]["busbw_GBps"]
row("ring over two servers with a NIC to each GPU: as fast as NVLink, 8/9 x 9/10 of 450 GB/s",
    f"{busbw:.1f} GB/s", "355 to 361", 355 <= busbw <= 361)
one = weft_json("predict", cluster(2, 'kind = "fat-tree"\nk = 40', "fire-flyer"), "all_reduce",
                "--sizes", "8GiB", "--algorithm", "ring")["rows"][-1]
row("ring over two servers with one NIC of 25 GB/s: no faster than the NIC", f"{one['busbw_GBps']:.1f} GB/s",
    "under 25", one["busbw_GBps"] < 25)

for servers, seconds, megabytes in ((16384, 1, 100), (131072, 10, 1000)):
    took, memory = timed("path", cluster(servers, RAIL), "server[0].gpu[0]",
                         f"server[{servers - 1}].gpu[7]")
    row(f"{servers * 8} GPUs, rail-optimised, from file to a route: time", f"{took:.2f} s",
        f"under {seconds} s", took < seconds)
    row("the same: memory", f"{memory:.0f} MB", f"under {megabytes} MB", memory < megabytes)

lines = len(weft("show", cluster(16384, RAIL)).stdout.splitlines())
row("weft show of 131 072 GPUs: lines", lines, "under 50", lines < 50)
