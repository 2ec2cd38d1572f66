#!/usr/bin/env python3
"""`weft show live` and hwloc's lstopo look at one machine and must see the same.

Packages, cores, NUMA nodes with their memory; PCI devices and network interfaces by address; and
the NUMA node that each PCI device hangs on.
"""
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tools import WEFT, find, skip  # noqa: E402

CLASSES = ("01", "02", "03", "12")  # of PCI devices that both show: storage, network, GPUs


def lstopo():
    program, = find("lstopo-no-graphics")
    done = subprocess.run([program, "--disallowed", "--of", "xml"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "<topology" not in done.stdout:
        skip(f"lstopo sees no machine here: {done.stderr.strip()[:200]}")
    # The document type names a file that is nowhere.
    return xml.etree.ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", done.stdout))


def of_hwloc(root):
    """Counts, {NUMA node: bytes}, {PCI address: node or None} and interfaces as hwloc has them."""
    objects = list(root.iter("object"))
    kinds = [o.get("type") for o in objects]
    memory = {o.get("os_index"): int(o.get("local_memory", 0)) for o in objects
              if o.get("type") == "NUMANode"}
    nodes = {}

    def descend(element, nodeset):
        # A bridge stands below the object whose processors are near it.
        nodeset = element.get("nodeset") or nodeset
        if element.get("type") == "PCIDev" and element.get("pci_type", "")[:2] in CLASSES:
            one = [i for i in memory if nodeset and int(nodeset.split(",")[-1], 16) == 1 << int(i)]
            nodes[element.get("pci_busid")] = one[0] if one else None
        for child in element.findall("object"):
            descend(child, nodeset)

    for top in root.findall("object"):
        descend(top, None)
    interfaces = {o.get("name") for pci in objects if pci.get("type") == "PCIDev"
                  for o in pci.iter("object") if o.get("type") == "OSDev" and o.get("osdev_type") == "2"}
    return {"packages": kinds.count("Package"), "cores": kinds.count("Core"),
            "NUMA nodes": len(memory)}, memory, nodes, interfaces


def of_weft(shown):
    by_kind = {}
    for component in shown["components"]:
        by_kind.setdefault(component["kind"], []).append(component)
    numa = {c["id"]: c["attributes"].get("numaid", "0") for c in by_kind.get("numa", [])}
    memory = {numa[c["id"]]: int(c["attributes"].get("memory", 0)) for c in by_kind.get("numa", [])}
    above = {}
    for link in shown["links"]:
        above.setdefault(link["to"], link["from"])  # the first link of a device leads to it

    def node_of(identity):
        for _ in range(64):
            if identity in numa or identity is None:
                return numa.get(identity)
            identity = above.get(identity)
        return None

    nodes = {c["attributes"]["busid"]: node_of(c["id"])
             for kind in ("gpu", "nic", "device") for c in by_kind.get(kind, [])
             if "busid" in c["attributes"]
             and c["attributes"].get("class", "").removeprefix("0x")[:2] in CLASSES}
    interfaces = {c["attributes"]["interface"] for c in by_kind.get("nic", []) + by_kind.get("port", [])
                  if "interface" in c["attributes"]}
    counts = {"packages": len(by_kind.get("socket", [])),
              "cores": sum(int(c["attributes"].get("cores", 0)) for c in by_kind.get("numa", [])),
              "NUMA nodes": len(numa)}
    return counts, memory, nodes, interfaces


def main():
    counts, memory, nodes, interfaces = of_hwloc(lstopo())
    done = subprocess.run([WEFT, "show", "live", "--json"], capture_output=True, text=True, check=True)
    own_counts, own_memory, own_nodes, own_interfaces = of_weft(json.loads(done.stdout))
    wrong = [f"{what}: lstopo {count}, Weft {own_counts[what]}"
             for what, count in counts.items() if count != own_counts[what]]
    wrong += [f"memory of NUMA node {i}: lstopo {size}, Weft {own_memory.get(i)}"
              for i, size in memory.items() if own_memory.get(i) != size]
    for what, theirs, ours in (("PCI devices", set(nodes), set(own_nodes)),
                               ("interfaces", interfaces, own_interfaces)):
        if theirs != ours:
            wrong.append(f"{what}: only lstopo has {sorted(theirs - ours)}, only Weft {sorted(ours - theirs)}")
    # Where the firmware names no node, hwloc hangs a device on the whole machine, and Weft on the
    # node that is most likely; they may differ there.
    wrong += [f"{device} hangs on NUMA node {node}, Weft says {own_nodes[device]}"
              for device, node in nodes.items()
              if node is not None and device in own_nodes and own_nodes[device] != node]
    counts |= {"PCI devices": len(nodes), "interfaces": len(interfaces)}
    print("\n".join(wrong) or "the same " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
