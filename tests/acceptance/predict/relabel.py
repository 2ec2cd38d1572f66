#!/usr/bin/env python3
"""Metamorphic: other bus ids, other GPU numbers and another order of elements are the same machine."""
# accept: quick
import pathlib
import random
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import row, topology_files, weft_json  # noqa: E402

SEEDS = 3
BUS_ID = re.compile(r"^[0-9a-fA-F]+:[0-9a-fA-F]+:[0-9a-fA-F]+\.[0-9a-fA-F]+$")


def relabelled(text, seed):
    """The same machine with bus ids permuted, GPUs renumbered and siblings shuffled."""
    rng = random.Random(seed)
    root = ElementTree.fromstring(text.strip())
    ids = sorted({value for element in root.iter() for key, value in element.attrib.items()
                  if key in ("busid", "target") and BUS_ID.match(value)})
    other = dict(zip(ids, rng.sample(ids, len(ids))))
    gpus = [element for element in root.iter("gpu")]
    numbers = list(range(len(gpus)))
    rng.shuffle(numbers)
    for element in root.iter():
        for key in ("busid", "target"):
            if element.get(key) in other:
                element.set(key, other[element.get(key)])
        children = list(element)
        # NUMA nodes keep their numbers; only their order in the file changes.
        rng.shuffle(children)
        element[:] = children
    for element, number in zip(gpus, numbers):
        if element.get("dev") is not None:
            element.set("dev", str(number))
        if element.get("rank") is not None:
            element.set("rank", str(number))
    return ElementTree.tostring(root, encoding="unicode")


def bandwidth(path):
    try:
        rows = weft_json("predict", path, "all_reduce", "--sizes", "8GiB")["rows"]
    except RuntimeError:
        return None
    return rows[-1]["busbw_GBps"]


files, changed, worst = 0, [], 0.0
with tempfile.TemporaryDirectory() as folder:
    for path in topology_files():
        before = bandwidth(path)
        if before is None:
            continue
        files += 1
        for seed in range(SEEDS):
            copy = pathlib.Path(folder, f"{path.stem}-{seed}.xml")
            copy.write_text(relabelled(path.read_text(encoding="utf-8"), seed), encoding="utf-8")
            after = bandwidth(copy)
            difference = abs(after / before - 1) if after else 1.0
            worst = max(worst, difference)
            if difference > 1e-9:
                changed.append(f"{path.name} seed {seed}: {before} -> {after}")
print("\n".join(changed))
row("relabelling GPUs and bus ids leaves the bandwidth unchanged",
    f"{files * SEEDS - len(changed)} of {files * SEEDS} unchanged, worst {worst:.1e}",
    "all, to 1e-9", not changed and files > 0)
