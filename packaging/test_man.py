#!/usr/bin/env python3
"""test_man.py PROGRAMS PAGES: each man page names every subcommand and every option that its program's --help does."""
import os
import re
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = os.environ | {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C"}


def named(command):
    """The words of --help that a page must have, of a command and all below it."""
    text = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout
    found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - {"--help"}
    if "\nSubcommands:" in text:
        for name in re.findall(r"^  ([a-z-]+) ", text.split("\nSubcommands:")[1], re.MULTILINE):
            found |= {" ".join([*command[1:], name])} | named([*command, name])
    return found


def main():
    programs, pages = map(Path, sys.argv[1:])
    missing, count = [], 0
    for page in sorted(pages.glob("*.1")):
        text = page.read_text().replace("\\-", "-").replace("\\:", "")
        for word in sorted(named([str(programs / page.stem)])):
            count += 1
            if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text):
                missing.append(f"{page.name} lacks {word}")
    for line in missing:
        print(line)
    print(f"{count} words looked up")
    sys.exit(1 if missing or count < 80 else 0)


if __name__ == "__main__":
    main()
