#!/usr/bin/env python3
"""Runs the acceptance checks and prints one table: tools/accept.py [TOPIC] [--quick] [-v].

A check is an executable tests/acceptance/<topic>/*.sh or *.py. It prints a line

    ACCEPT<TAB>what is promised<TAB>figure<TAB>wanted<TAB>holds | short | not-run

for each promise it measures; whatever else it prints is shown where it fails, and with -v. A check
with a line `# accept: quick` among its first ten also runs with --quick. It finds the program in
$WEFT, the checkout in $WEFT_SOURCE and further material, where there is any, in $WEFT_SHARED.
Exit: 0 all hold or could not run here, 1 some fall short or a check broke, 2 no such topic.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time

VERDICTS = ("holds", "short", "not-run")
HEADINGS = ("line", "figure", "wanted", "")


def checks(folder, quick):
    for path in sorted(p for pattern in ("*.sh", "*.py") for p in folder.glob(pattern)):
        if os.access(path, os.X_OK) and (not quick or is_quick(path)):
            yield path


def is_quick(path):
    with open(path, encoding="utf-8") as lines:
        return any(line.strip() == "# accept: quick" for _, line in zip(range(10), lines))


def run(path, seconds):
    """(rows, other output) of one check; a check that breaks is a row that falls short."""
    try:
        done = subprocess.run([str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds, check=False)
        output, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        output, code = late.stdout or b"", f"no end after {seconds} s"
    except OSError as fault:
        output, code = b"", str(fault)
    rows, rest = [], []
    for line in output.decode("utf-8", "replace").splitlines():
        fields = line.split("\t")
        if fields[0] != "ACCEPT":
            rest.append(line)
        elif len(fields) == 5 and fields[4] in VERDICTS:
            rows.append(fields[1:])
        else:
            rows.append([path.name, "a malformed line: " + line.replace("\t", " | "),
                         "line, figure, wanted, verdict", "short"])
    # A check may end with 1 to say what its rows say already; anything else is a break.
    if code not in (0, 1) or (code == 1 and not any(row[3] == "short" for row in rows)):
        rows.append([path.name, f"the check broke ({code})", "an end of its own", "short"])
    return rows, rest


def print_table(rows):
    widths = [max(len(row[i]) for row in [HEADINGS, *rows]) for i in range(3)]
    for row in [HEADINGS, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0])).rstrip())


def main():
    parser = argparse.ArgumentParser(prog="./dev accept", description="Runs the acceptance checks.")
    parser.add_argument("topic", nargs="?", help="a folder of tests/acceptance (default: all)")
    parser.add_argument("--quick", action="store_true", help="only checks marked as quick")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what the checks print")
    parser.add_argument("--seconds", type=int, default=1800, help="at most, for each check")
    arguments = parser.parse_args()

    root = pathlib.Path(os.environ.get("WEFT_SOURCE", ".")).resolve() / "tests" / "acceptance"
    topics = sorted(p for p in root.glob("*") if p.is_dir())
    if arguments.topic:
        names = " ".join(p.name for p in topics) or "none"
        topics = [p for p in topics if p.name == arguments.topic]
        if not topics:
            print(f"accept: there is no topic '{arguments.topic}'. There are: {names}.", file=sys.stderr)
            return 2

    table = []
    for path in (path for topic in topics for path in checks(topic, arguments.quick)):
        start = time.monotonic()
        rows, rest = run(path, arguments.seconds)
        table += rows
        print(f"{path.parent.name}/{path.name}: {time.monotonic() - start:.1f} s", file=sys.stderr)
        if rest and (arguments.verbose or any(row[3] == "short" for row in rows)):
            print("\n".join("  " + line for line in rest), file=sys.stderr)
    if not table:
        print("accept: there are no checks to run")
        return 0
    print_table(table)
    count = {verdict: sum(row[3] == verdict for row in table) for verdict in VERDICTS}
    print(f"\n{count['holds']} hold, {count['short']} fall short, {count['not-run']} were not run")
    return 1 if count["short"] else 0


if __name__ == "__main__":
    sys.exit(main())
