#!/usr/bin/env python3
"""Foreign topologies: real files are read, large fabrics quickly, guests get their host's paths."""
# accept: quick
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import WEFT, not_run, row, shared, weft, weft_json  # noqa: E402
from fabrics import ibnetdiscover  # noqa: E402


def cpu_ms(command, runs):
    """Median of user and system time; one thread does all, so a quiet machine takes as long."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3)
    return statistics.median(times)


def files_read():
    folders = [shared("inputs", kind) for kind in ("hwloc_xml", "ibnet", "lspci", "slurm")]
    if None in folders:
        return not_run("hwloc, lspci, InfiniBand and Slurm files read", "all", "no files beside the checkout")
    files = sorted(path for folder in folders for path in folder.iterdir())
    # The dump that a node without a link made must be refused with this code, and no other file.
    bad = [path.name for path in files if (done := weft("show", path, "-q")).returncode != 0
           and "FABRIC_NO_LINKS" not in done.stderr]
    print("unread:", bad)
    row("hwloc, lspci, InfiniBand and Slurm files read", f"{len(files) - len(bad)} of {len(files)}", "all", not bad)


def speed(folder):
    # 5 000 lines: 32 leaves of 36 hosts, 20 spines; 50 MB: 1000 leaves of 240 hosts.
    for name, shape, limit in (("5 000 lines", (32, 36, 20), 50), ("50 MB", (1000, 240, 20), 3000)):
        path = pathlib.Path(folder, "fabric.txt")
        path.write_text(ibnetdiscover(*shape), encoding="utf-8")
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        command = [WEFT, "show", "--count", str(path)]
        middle = cpu_ms(command, runs=3 if limit > 100 else 21)
        row(f"ibnetdiscover of {name} read ({size}), processor time", f"{middle:.0f} ms",
            f"< {limit} ms", middle < limit)


def guest(folder):
    case = shared("cases", "inputs", "nccl-tests-256")
    line = "a guest's topology file has the host's path classes"
    if not case:
        return not_run(line, "PIX", "no files beside the checkout")
    out = pathlib.Path(folder, "guest.xml")
    done = weft("convert", "--guest", case / "lspci_tv_vm.txt", case / "topo_baremetal.xml", out)
    got = weft_json("show", out)["distances"] if done.returncode == 0 else {}
    words = got.get("matrix", [])
    pairs = [words[0][2], words[1][3]] if len(words) == 4 else [done.stderr]
    row(line, " ".join(pairs), "PIX PIX", pairs == ["PIX", "PIX"])


def live(folder):
    out = pathlib.Path(folder, "machine.json")
    here = weft_json("show", "live")
    weft("capture", out)
    there = weft_json("show", out)
    same = here["components"] == there["components"] and here["links"] == there["links"]
    row("a capture gives the topology of the live machine", "same" if same else "differs", "same", same)


with tempfile.TemporaryDirectory() as scratch:
    files_read()
    speed(scratch)
    guest(scratch)
    live(scratch)
