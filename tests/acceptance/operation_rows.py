"""Published measurements of all that is no collective, beside what `weft predict` says.

  WEFT=build/release/weft WEFT_SHARED=../shared python3 tests/acceptance/operation_rows.py [CLASS|ID ...]

Prints each row and, for each class, the median and the 90th percentile of |error|. Rows of quality A
and B without `flag` count; a row that cannot be asked counts as an error of 100 %.
"""
import csv
import json
import os
import subprocess
import sys

CLASSES = ["link_copy", "pcie_dma", "numa", "rdma", "rdma_small", "rdma_latency", "tcp",
           "tcp_latency"]
FLAGS = {"engine", "duplex", "numa", "link", "links", "hops", "gpu_pair", "transport", "verb", "nps",
         "cod", "kernel", "sockets", "cores", "device", "cache", "iommu", "mps", "mrrs",
         "latency_kind", "mtu", "qps", "inline_max", "window", "switch_hops", "loopback", "gdr",
         "gpu_nic", "streams", "zerocopy", "mpi"}


def predict(weft, row):
    options = json.loads(row["options_json"])
    command = [weft, "predict", row["server"], row["operation"], "--json"]
    if row["bytes"]:
        command += ["--sizes", row["bytes"] + "B"]
    for key, value in options.items():
        if key not in FLAGS or value == "unstated" or value is False:
            continue
        command.append("--" + key.replace("_", "-"))
        if value is not True:
            command.append(str(value))
    out = subprocess.run(command, capture_output=True, text=True)
    if out.returncode:
        return None, out.stdout + out.stderr
    answer = json.loads(out.stdout)["rows"][-1]
    return answer["time_us" if row["metric"] in ("latency_us", "time_us") else "value"], ""


def percentile(values, part):
    values = sorted(values)
    at = part * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (at - low) * (values[high] - values[low])


def main():
    weft = os.environ.get("WEFT", "build/release/weft")
    shared = os.environ.get("WEFT_SHARED", "../shared")
    path = os.path.join(shared, "data", "validation_rows.csv")
    if not os.path.exists(path):
        print("skipped: WEFT_SHARED has no data/validation_rows.csv")
        return 0
    asked = sys.argv[1:]
    errors = {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["class"] not in CLASSES or asked and not {row["class"], row["id"]} & set(asked):
                continue
            options = json.loads(row["options_json"])
            counts = row["quality"] in "AB" and "flag" not in options
            value, why = predict(weft, row)
            measured = float(row["value"])
            error = value / measured - 1 if value else 1
            shown = {k: v for k, v in options.items() if k in FLAGS}
            print(f'{row["id"]:14} {row["class"]:12} {row["server"][:22]:22} {row["operation"]:14} '
                  f'{row["bytes"]:>10} {measured:10.4f} {value or 0:10.4f} {100 * error:+7.1f} % '
                  f'{"" if counts else "(not counted) "}{shown} {why.splitlines()[0] if why else ""}')
            if not counts:
                continue
            names = [row["class"]]
            if row["class"] == "numa":
                names = ["numa " + ("latency" if "latency" in row["metric"] else "bandwidth")]
            if row["class"] == "link_copy" and "latency" not in row["metric"] \
                    and options.get("duplex", "one_direction") == "one_direction" \
                    and int(row["bytes"]) >= 1 << 24:
                names.append("link_copy one-way >= 16 MiB")
            for name in names:
                errors.setdefault(name, []).append(abs(error))
    for name, values in sorted(errors.items()):
        print(f'{name:30} rows {len(values):3}  median {100 * percentile(values, 0.5):5.1f} %  '
              f'p90 {100 * percentile(values, 0.9):5.1f} %  largest {100 * max(values):5.1f} %')
    return 0


if __name__ == "__main__":
    sys.exit(main())
