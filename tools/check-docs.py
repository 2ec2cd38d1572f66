#!/usr/bin/env python3
"""Checks the documentation against the tree: tools/check-docs.py [ROOT]. Writes nothing.

In README.md, CONTRIBUTING.md, CHANGELOG.md, docs/ and the layers' READMEs, every relative link leads
to a file (and its #heading), and every path of this project named in backticks exists. Each layer
has a README of at most 40 lines.
"""
import itertools
import pathlib
import re
import sys

MOST_README_LINES = 40
LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")
BACKTICKS = re.compile(r"`([^`\n]+)`")
PROJECT_PATH = re.compile(r"(weft|tests|tools|docs|cmake|examples|bindings|\.ci)/[\w./*{},+-]*")
FENCE = re.compile(r"^(```|~~~)")


def pages(root):
    for pattern in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "weft/*/README.md"):
        yield from sorted(root.glob(pattern))


def prose(page):
    """Numbered lines outside of fenced blocks, where brackets and backticks mean something else."""
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line.strip()):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(page):
    """The #names that a code host gives to the headings of a page."""
    for _, line in prose(page):
        if line.startswith("#"):
            title = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            yield title.replace(" ", "-")


def broken_link(page, link):
    if re.match(r"[a-z]+:", link):
        return None
    path, _, anchor = link.partition("#")
    target = (page.parent / path) if path else page
    if not target.exists():
        return f"link to '{link}', but there is no such file"
    if anchor and target.suffix == ".md" and anchor not in anchors(target):
        return f"link to '{link}', but {target.name} has no such heading"
    return None


def braces(text):
    """a.{hpp,cpp} as the shell reads it."""
    alternatives = [[part] if index % 2 == 0 else part.split(",")
                    for index, part in enumerate(re.split(r"[{}]", text))]
    return ["".join(choice) for choice in itertools.product(*alternatives)]


def missing_paths(root, text):
    text = re.sub(r":\d+$", "", text)
    if not PROJECT_PATH.fullmatch(text):
        return []
    return [p for p in braces(text.rstrip("/")) if not next(root.glob(p), None)]


def check_page(root, page):
    for number, line in prose(page):
        where = f"{page.relative_to(root)}:{number}"
        for link in LINK.findall(BACKTICKS.sub("", line)):
            fault = broken_link(page, link)
            if fault:
                yield f"{where}: {fault}"
        for text in BACKTICKS.findall(line):
            for path in missing_paths(root, text):
                yield f"{where}: names `{path}`, which does not exist"


def check_layer_readmes(root):
    for layer in sorted(p for p in (root / "weft").glob("*") if p.is_dir() and any(p.glob("*.?pp"))):
        readme = layer / "README.md"
        name = readme.relative_to(root)
        if not readme.exists():
            yield f"{name}: missing; a layer says in at most {MOST_README_LINES} lines what it is for"
            continue
        lines = len(readme.read_text(encoding="utf-8").splitlines())
        if lines > MOST_README_LINES:
            yield f"{name}: {lines} lines, at most {MOST_README_LINES} are allowed"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    root = root.resolve()
    checked = list(pages(root))
    faults = [fault for page in checked for fault in check_page(root, page)]
    faults += check_layer_readmes(root)
    for fault in faults:
        print(fault)
    print(f"docs: {len(checked)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
