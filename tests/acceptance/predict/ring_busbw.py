#!/usr/bin/env python3
"""Ring bus bandwidth at 8 GiB against what is measured on such machines."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import SOURCE, busbw, not_run, row, shared  # noqa: E402


def check(name, topology, measured, tolerance, *flags):
    wanted = f"{measured} GB/s within {tolerance} %"
    line = f"ring all_reduce busbw at 8 GiB, {name}"
    if topology is None:
        not_run(line, wanted, "the file is not beside this checkout")
        return
    got = busbw(topology, *flags)
    error = (got / measured - 1) * 100
    row(line, f"{got:.1f} GB/s ({error:+.1f} %)", wanted, abs(error) <= tolerance)


inputs = ("inputs", "nccl_topo_xml")
check("OCI H100", shared(*inputs, "oci_H100-topology.xml"), 366, 5)
check("OCI H100 (Kubernetes)", shared(*inputs, "oci_H100-topology-kubernetes.xml"), 366, 5)
check("IBM H100 guest", shared(*inputs, "ibm_vpc_gx3d_8xH100_vsi.xml"), 366, 5)
check("H200 bare metal", shared(*inputs, "issue256_h200_baremetal_RECONSTRUCTED.xml"), 366, 5)
check("DGX H100 (example)", SOURCE / "examples/dgx-h100.xml", 366, 5)
check("DGX A100 (example)", SOURCE / "examples/dgx-a100.xml", 235, 5)
check("DGX-1V (example)", SOURCE / "examples/dgx-1v.xml", 130, 10)
check("8 x MI300X (example)", SOURCE / "examples/mi300x.xml", 313, 10)
