#!/usr/bin/env python3
"""Pastes of nvidia-smi, rocm-smi and the like read, or say what is missing."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import not_run, row, run_tests, shared, weft  # noqa: E402

LINE = "topo -m, nvlink and rocm-smi files read, or give the right error"
folders = [shared("inputs", name) for name in ("nvidia_smi_topo", "rocm_smi")]
files = sorted(f for folder in folders if folder for f in folder.iterdir() if f.is_file())
if not files:
    not_run(LINE, "all", "the files are not beside this checkout")
else:
    read, refused, wrong = 0, 0, []
    for path in files:
        done = weft("show", path)
        if done.returncode == 0:
            read += 1
        elif done.returncode == 2 and "(" in done.stderr and done.stderr.startswith("weft: "):
            refused += 1
            print(path.name, done.stderr.strip())
        else:
            wrong.append(path.name)
    row(LINE, f"{read} read, {refused} refused with a reason, {len(wrong)} wrong",
        f"{len(files)} read or refused", not wrong and refused <= 2)
    print("wrong:", wrong)

for line, layer, names in (
        ("one paste of each kind against the machine checked by hand", "machines",
         "*DeviceMatrixGolden*"),
        ("servers of the catalogue show their real matrices", "machines", "*RealDistances*"),
        ("ragged, glued, reordered, cut, marked-up and coloured matrices", "io", "*Matri*")):
    passed, failed = run_tests(layer, names)
    row(line, f"{passed} tests passed, {failed} failed", "all pass, at least one",
        passed > 0 and failed == 0)
