#!/usr/bin/env python3
"""Every NCCL and RCCL topology file at hand is read, and written back the same."""
# accept: quick
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SHARED, row, topology_files, weft  # noqa: E402


def canonical(element):
    """Tag, attributes and children as a value that does not depend on the order of siblings."""
    return (element.tag, tuple(sorted(element.attrib.items())),
            tuple(sorted(canonical(child) for child in element)))


files = topology_files()
unread, unequal = [], []
with tempfile.TemporaryDirectory() as folder:
    for path in files:
        if weft("show", path).returncode != 0:
            unread.append(path.name)
            continue
        copy = pathlib.Path(folder, path.name)
        done = weft("convert", path, copy)
        if done.returncode != 0:
            print(done.stderr)
            unequal.append(path.name)
            continue
        original = ElementTree.fromstring(path.read_text(encoding="utf-8").strip())
        if canonical(original) != canonical(ElementTree.parse(copy).getroot()):
            unequal.append(path.name)
print("unread:", unread, "unequal:", unequal)
where = "shipped and given" if SHARED else "shipped"
row(f"NCCL and RCCL topology files read ({where})", f"{len(files) - len(unread)} of {len(files)}",
    "all", not unread)
row("XML -> Weft -> XML is isomorphic",
    f"{len(files) - len(unread) - len(unequal)} of {len(files) - len(unread)}", "all", not unequal)
