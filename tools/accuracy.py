#!/usr/bin/env python3
"""Writes docs/accuracy.md, docs/accuracy.svg and weft/facts/data/accuracy.toml from what Weft predicts
for the measurements that it ships: tools/accuracy.py [--check].

--check writes nothing and fails where a file is not what would be written. WEFT names the program.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEFT = os.environ.get("WEFT", str(ROOT / "build/release/weft"))
PAGE, PLOT, RANGES = "docs/accuracy.md", "docs/accuracy.svg", "weft/facts/data/accuracy.toml"
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf"]


def validate(*flags):
    done = subprocess.run([WEFT, "validate", "--json", *flags], capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)


def table(heads, rows):
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"
    yield ""


def class_rows(figures):
    for c in figures["classes"]:
        note = " (one system)" if c["systems"] == 1 else ""
        yield (c["class"] + note, c["rows"], c["systems"], f"{c['median_percent']:.1f}",
               f"{c['p90_percent']:.1f}", f"{c['worst_percent']:.1f}", f"{c['within_1_5x'] * 100:.0f} %",
               f"{c['median_of_systems_percent']:.1f}")


CLASS_HEADS = ["class", "rows", "systems", "median %", "90 % below", "worst %", "within 1.5x",
               "median of systems' medians %"]


def constants(rows):
    entries = tomllib.loads((ROOT / "weft/facts/data/library-classes.toml").read_text())["constant"]
    system = {row["id"]: row["system"] for row in rows}
    for c in entries:
        systems = sorted({system[i] for i in c["rows"] if i in system})
        mark = " (one system)" if len(systems) == 1 else ""
        yield (c["name"] + mark, c["class"], c["value"], c["about"], c["source"],
               " ".join(c["rows"]) or "none: stated by the source", ", ".join(systems) or "-")


def page(fitted, without):
    yield "# How far predictions are from measurements"
    yield ""
    yield ("Written by `./dev accuracy`; CI fails where it is not current. `weft validate` prints the "
           "same. Errors are of the prediction relative to the measurement, in percent, over rows of "
           "quality A and B without a flag ([rows](validation-rows.md)). A class that rests on one system "
           "says so: its figures hold for that system only.")
    yield ""
    yield "![predicted against measured](accuracy.svg)"
    yield ""
    yield "## By class"
    yield ""
    yield from table(CLASS_HEADS, class_rows(fitted))
    yield "## By class, each system by constants that it had no part in"
    yield ""
    yield ("`weft validate --leave-one-out`: for each system all constants below are estimated again from the "
           "rows of the others, and the system is predicted with them. A constant that has no row left takes "
           "what its entry names instead. Operations other than collectives have no constants from rows: "
           "their models stand on specifications and sources of their own.")
    yield ""
    yield from table(CLASS_HEADS, class_rows(without))
    yield "## Constants"
    yield ""
    yield ("Of `weft/facts/data/library-classes.toml`. All others are facts of hardware and software with "
           "their sources in `weft/facts/data`.")
    yield ""
    yield from table(["constant", "class", "value", "what it is", "source", "rows", "systems"],
                     constants(fitted["rows"]))
    yield "## Every row"
    yield ""
    alone = {row["id"]: row for row in without["rows"]}
    yield from table(["row", "class", "scenario", "predicted", "measured", "unit", "error %",
                      "without its system %", "limit"],
                     ((r["id"], r["class"], r["scenario"], f"{r['predicted']:.4g}",
                       f"{r['measured']:.4g}", r["unit"],
                       f"{r['error_percent']:+.1f}" + ("" if r["counts"] else " (not counted)"),
                       f"{alone[r['id']]['error_percent']:+.1f}", r["limit"]) for r in fitted["rows"]))
    yield "## Left out"
    yield ""
    if fitted["left_out"]:
        yield from table(["row", "class", "why"],
                         ((r["id"], r["class"], r["why"]) for r in fitted["left_out"]))
    else:
        yield "None."
        yield ""


def plot(rows):
    """Measured to the right, predicted upwards, both logarithmic, a colour a class."""
    size, edge = 640, 60
    counted = [r for r in rows if r["counts"]]
    values = [v for r in counted for v in (r["predicted"], r["measured"])]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def place(value):
        return edge + (math.log10(value) - low) / (high - low) * (size - 2 * edge)

    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 170}" height="{size}" '
           f'font-family="sans-serif" font-size="12">')
    yield "<title>Predicted against measured, GB/s and us</title>"
    yield f'<rect width="{size + 170}" height="{size}" fill="white"/>'
    for power in range(low, high + 1):
        at, text = place(10.0**power), f"{10.0**power:g}"
        yield (f'<path d="M{at:.1f} {edge}V{size - edge}M{edge} {size - at:.1f}H{size - edge}" '
               f'stroke="#ddd"/>')
        yield f'<text x="{at:.1f}" y="{size - edge + 18}" text-anchor="middle">{text}</text>'
        yield f'<text x="{edge - 6}" y="{size - at + 4:.1f}" text-anchor="end">{text}</text>'
    yield f'<path d="M{edge} {size - edge}L{size - edge} {edge}" stroke="#888"/>'
    yield f'<text x="{size / 2}" y="{size - 12}" text-anchor="middle">measured (GB/s or us)</text>'
    yield (f'<text x="16" y="{size / 2}" text-anchor="middle" '
           f'transform="rotate(-90 16 {size / 2})">predicted</text>')
    kinds = sorted({r["class"] for r in counted})
    colour = {kind: COLOURS[i % len(COLOURS)] for i, kind in enumerate(kinds)}
    for row in counted:
        yield (f'<circle cx="{place(row["measured"]):.1f}" cy="{size - place(row["predicted"]):.1f}" r="3" '
               f'fill="{colour[row["class"]]}" fill-opacity="0.6"/>')
    for i, kind in enumerate(kinds):
        yield f'<circle cx="{size - 30}" cy="{edge + 18 * i}" r="4" fill="{colour[kind]}"/>'
        yield f'<text x="{size - 20}" y="{edge + 18 * i + 4}">{kind}</text>'
    yield "</svg>"


def ranges(without):
    yield "# Between which measured values a tenth and nine tenths of a class's rows lie, as multiples of the"
    yield "# prediction, each system predicted without its own rows. Written by tools/accuracy.py."
    for c in without["classes"]:
        low, high = c["time_to_predicted_10_90"]
        yield (f'\n[[class]]\nname = "{c["class"]}"\nlow = {low:.4g}\nhigh = {high:.4g}\n'
               f'rows = {c["rows"]}\nsystems = {c["systems"]}')


def main():
    fitted, without = validate(), validate("--leave-one-out")
    stale = []
    for name, lines in ((PAGE, page(fitted, without)), (PLOT, plot(fitted["rows"])),
                        (RANGES, ranges(without))):
        text = "\n".join(lines).rstrip("\n") + "\n"
        path = ROOT / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"accuracy: not current: {', '.join(stale)}; run ./dev accuracy and look at what changed")


if __name__ == "__main__":
    main()
