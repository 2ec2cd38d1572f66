#!/usr/bin/env python3
"""Schedules on clusters: how long a prediction takes, in CPU seconds of the whole program."""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import WEFT, row  # noqa: E402

SWEEP = []  # all sizes
ONE = ["-b", "8G", "-e", "8G"]


def cluster(folder, servers, fault=""):
    path = pathlib.Path(folder) / f"{servers}{'-faulty' if fault else ''}.toml"
    path.write_text(f'[cluster]\nserver = "dgx-h100"\nservers = {servers}\n\n[network]\n'
                    f'kind = "rail-optimized"\nswitch = "qm9700"\n{fault}')
    return path


def measure(arguments):
    """CPU seconds, MB and standard output; None where it takes more than a minute."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["bash", "-c", 'ulimit -t 60; exec "$@"', "-", *map(str, arguments)],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss / 1024, done.stdout if done.returncode == 0 else None


def check(line, arguments, most, most_megabytes=None):
    seconds, megabytes, out = measure([WEFT, "predict", *arguments])
    text = f"{seconds:.2f} s" + (f", {megabytes:.0f} MB at most so far" if most_megabytes else "")
    wanted = f"under {most} s" + (f", {most_megabytes} MB" if most_megabytes else "")
    row(line, text if out else "no result", wanted,
        out is not None and seconds < most and (not most_megabytes or megabytes < most_megabytes))


def time_of(arguments):
    out = measure([WEFT, "predict", *arguments, "--json"])[2]
    return json.loads(out)["rows"][-1]["time_us"] if out else None


with tempfile.TemporaryDirectory() as folder:
    for servers in (2, 8, 32, 128):
        check(f"ring all-reduce over {servers} DGX H100",
              [cluster(folder, servers), "all_reduce", *ONE], 0.3)
    hierarchical = ["all_reduce", "--algorithm", "hierarchical", *ONE]
    check("hierarchical all-reduce, 131 072 GPUs", [cluster(folder, 16384), *hierarchical], 0.5)
    fault = '\n[[fault]]\nlink = "server[3].nic[4]"\nstate = "x8"\n'
    check("the same with a NIC at x8", [cluster(folder, 16384, fault), *hierarchical], 1)
    few = '\n[[fault]]\nlink = "server[3].nic[4]"\nstate = "x8"\n'
    sound, faulty = (time_of([cluster(folder, 16, f), *hierarchical]) for f in ("", few))
    row("hierarchical all-reduce over 16 servers, one NIC at x8: slower, as it must be",
        f"{sound} us, {faulty} us", "slower", bool(sound and faulty and faulty > sound * 1.01))
    check("27 sizes, 1 024 GPUs", [cluster(folder, 128), "all_reduce"], 1)
    check("27 sizes, 16 384 GPUs", [cluster(folder, 2048), "all_reduce"], 10)
    check("27 sizes by every algorithm, GB200 NVL72",
          ["gb200-nvl72", "all_reduce", "--algorithm", "all"], 2)
    check("all-to-all of 1 024 GPUs", [cluster(folder, 128), "all_to_all", *ONE], 2)
    check("all-gather of 1 024 GPUs", [cluster(folder, 128), "all_gather", *ONE], 1)
    # Last, since memory is the most of all runs so far.
    check("hierarchical all-reduce, 1 048 576 GPUs", [cluster(folder, 131072), *hierarchical], 3, 1500)
