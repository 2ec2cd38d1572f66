#!/usr/bin/env python3
"""Runs recorded commands and compares what they say: tests/cli/run.py --weft PROGRAM [CASE…].

A case is a folder in tests/cli/cases: `cmd` holds the arguments as a shell reads them, `stdout` what
is expected, `stderr` and `exit` likewise where they are not empty and 0, `stdin` what is pasted.
Commands run in the root of the source tree; {tmp} stands for a folder that goes afterwards. What
claims to be JSON must be JSON. --record writes the expected files anew, for review with git diff.
"""
import argparse
import difflib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def run(weft, case):
    """What the command of a case says now: {"stdout": …, "stderr": …, "exit": …}."""
    stdin = case / "stdin"
    with tempfile.TemporaryDirectory() as folder:
        arguments = shlex.split((case / "cmd").read_text().replace("{tmp}", folder))
        done = subprocess.run([weft, *arguments], cwd=ROOT, timeout=60, capture_output=True,
                              input=stdin.read_bytes() if stdin.exists() else b"",
                              env={**os.environ, "LC_ALL": "C"})
        said = {"stdout": done.stdout, "stderr": done.stderr, "exit": b"%d\n" % done.returncode}
        return {name: text.decode().replace(folder, "{tmp}") for name, text in said.items()}


def expected(case, name):
    path = case / name
    return path.read_text() if path.exists() else ("0\n" if name == "exit" else "")


def record(case, said):
    for name, text in said.items():
        if text == ("0\n" if name == "exit" else "") and name != "stdout":
            (case / name).unlink(missing_ok=True)
        else:
            (case / name).write_text(text)


def faults(case, said):
    for name, text in said.items():
        wanted = expected(case, name)
        if text != wanted:
            yield "".join(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True),
                                               f"{case.name}/{name}", "now"))
    if "--json" in (case / "cmd").read_text().split():
        try:
            json.loads(said["stdout"])
        except ValueError as error:
            yield f"{case.name}: standard output is not JSON: {error}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True, type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    names = options.cases or sorted(path.parent.name for path in HERE.glob("cases/*/cmd"))
    bad = 0
    for name in names:
        case = HERE / "cases" / name
        said = run(options.weft, case)
        if options.record:
            record(case, said)
        for fault in faults(case, said):
            bad = 1
            sys.stdout.write(fault)
    if bad:
        sys.stdout.write("Where the change is meant, record it: tests/cli/run.py --weft PROGRAM "
                         f"--record {' '.join(options.cases)}\n")
    return bad


if __name__ == "__main__":
    sys.exit(main())
