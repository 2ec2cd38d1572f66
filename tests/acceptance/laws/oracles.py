#!/usr/bin/env python3
"""The exact figures: carried into tests/oracles, equal to the reference, and reproduced."""
# accept: quick
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, not_run, row, run_tests, shared  # noqa: E402

# What one server's links, copies and rings must reproduce, and then every link, machine and
# algorithm.
PREFIXES = ("pcie. nvlink1. nvlink2. nvlink3. nvlink4. nvlink5. nvlink. copy. latency. dgx1v. "
            "nccltests. net.tcp.mtu net.tcp.10g net.udp net.eth net.rocev2.pmtu net.ib. numa.qpi "
            "numa.upi numa.xgmi bus. mesh. nvl72. mi300x. fireflyer. hf. hgxa100. hgxh100. "
            "hgxb200. ualink. cm384. ascend910b. dgx2. mem. nvlink6. net. numa. coll. "
            "model.hockney model.logp model.loggp sim. flow. ecmp.").split()
# Reduction in the network, and what a torus needs.
LATER = ("coll.nvls", "coll.sharp", "coll.switchml", "coll.a2a.torus")


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return {line["name"]: line for line in csv.DictReader(file)}


carried = {}
for path in sorted((SOURCE / "tests/oracles").glob("*.csv")):
    carried.update(rows(path))
reference = shared("data", "oracles.csv")
line = "exact figures carried into tests/oracles, equal to the reference"
if reference is None:
    not_run(line, "all", "the reference is not beside this checkout")
else:
    wanted = {name: r for name, r in rows(reference).items() if name.startswith(tuple(PREFIXES))
              and not name.startswith(LATER)}
    missing = sorted(name for name in wanted if name not in carried)
    other = sorted(name for name, r in wanted.items() if name in carried and
                   json.loads(carried[name]["expected"]) != json.loads(r["expected"]))
    print("missing:", missing, "different:", other)
    row(line, f"{len(wanted) - len(missing) - len(other)} of {len(wanted)}", "all",
        not missing and not other)

for layer, name in (("link", "*racle*"), ("catalog", "*racle*"), ("route", "*racle*"), ("schedule", "*NcclTests*"),
                    ("collective", "*racle*"), ("simulate", "*racle*")):
    passed, failed = run_tests(layer, name)
    row(f"exact figures of the {layer} layer reproduced (tests {name})",
        f"{passed} passed, {failed} failed", "all pass, at least one", passed > 0 and failed == 0)
