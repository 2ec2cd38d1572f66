"""From a file to a graph that can be routed over: planned clusters, and dumps of fabrics."""
import pathlib
import subprocess
import sys
import tempfile

from bench import WEFT, Case, finish

FABRICS = pathlib.Path(__file__).resolve().parents[1] / "tests/acceptance"

CLUSTER = """[cluster]
server = "dgx-h100"
servers = {}
[network]
kind = "rail-optimized"
switch = "qm9700"
"""


def cases(folder):
    def file(name, text):
        path = pathlib.Path(folder, name)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def route(servers):
        return [WEFT, "path", file(f"{servers}.toml", CLUSTER.format(servers)), "server[0].gpu[0]",
                f"server[{servers - 1}].gpu[7]"]

    def fabric(name, *shape):
        # Made by another process: a child's peak memory is at least that of what forks it.
        path = pathlib.Path(folder, name)
        code = f"from fabrics import ibnetdiscover; print(ibnetdiscover{shape}, end='')"
        with path.open("w", encoding="utf-8") as out:
            subprocess.run([sys.executable, "-c", code], stdout=out, cwd=FABRICS, check=True)
        return str(path)

    small, large = fabric("small.txt", 32, 36, 20), fabric("large.txt", 1000, 240, 20)
    return [
        Case("131 072 GPUs, rail-optimised, to a route", route(16384), 7, 1, 100),
        Case("1 048 576 GPUs, rail-optimised, to a route", route(131072), 3, 10, 1000),
        Case("ibnetdiscover of 5 000 lines, counted", [WEFT, "show", "--count", small], 11, 0.05, 50),
        Case("ibnetdiscover of 50 MB, counted", [WEFT, "show", "--count", large], 3, 3, 2000),
        Case("ibnetdiscover of 50 MB, shown", [WEFT, "show", large], 3, 6, 2000),
    ]


with tempfile.TemporaryDirectory() as scratch:
    sys.exit(finish("topology", cases(scratch)))
