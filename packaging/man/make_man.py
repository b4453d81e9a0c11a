#!/usr/bin/env python3
"""make_man.py PROGRAM PAGE VERSION: writes the man page PAGE to standard output.

Replaces @OPTIONS@ by the --help of the program and of all its subcommands, so that the page cannot lack an
option, and @VERSION@ by VERSION."""
import os
import re
import subprocess
import sys
from pathlib import Path


def help_of(command):
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True,
                          env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C", "COLUMNS": "80"})
    return done.stdout.splitlines()


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace(",", ",\\:")
    return "\\&" + text if text.startswith((".", "'")) else text


def entries(lines):
    """Returns (heading, [[term, description], ...]) for each indented list in the lines of a --help."""
    found, column = [], None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if re.fullmatch(r" {0,2}[A-Z\[][\w\]: ]*[:\]]", line) and not line.startswith("Usage"):
            found.append((line.strip(" :[]"), []))
        elif found and line.strip() and indent >= 2:
            # If a name is too long for its column, its description starts on the next line.
            parts = re.split(r" {2,}", line.strip(), maxsplit=1)
            if indent <= 4 and (column is None or indent < column):
                found[-1][1].append([parts[0], parts[1] if len(parts) > 1 else ""])
                if len(parts) > 1:
                    column = line.index(parts[1])
            elif found[-1][1]:
                entry = found[-1][1][-1]
                entry[1] = f"{entry[1]} {line.strip()}".strip()
    return found


def section(command, depth):
    lines = help_of(command)
    listed = entries(lines)
    if depth:
        words = " ".join(command[1:])
        usage = next(line for line in lines if line.startswith("Usage"))
        arguments = usage.split(words, 1)[1].replace("[OPTIONS]", "").replace("SUBCOMMAND", "").strip()
        yield f".SS \"{roff(words)}{' ' + roff(arguments) if arguments else ''}\""
        yield roff(lines[0]) + "."
    for heading, items in listed:
        if heading == "Subcommands":
            continue
        if heading.startswith("Option Group"):
            yield ".PP"
            yield "Exactly one of:"
        for term, description in items:
            if term.startswith(("-h,", "Exactly", "[Exactly")):
                continue
            yield ".TP"
            yield f".B {roff(term)}"
            yield roff(description) or "\\&"
    for heading, items in listed:
        if heading == "Subcommands":
            for name, _ in items:
                yield from section([*command, name], depth + 1)


def main():
    program, page, version = sys.argv[1:]
    text = Path(page).read_text().replace("@VERSION@", version)
    print(text.replace("@OPTIONS@", "\n".join(section([str(Path(program).resolve())], 0))), end="")


if __name__ == "__main__":
    main()
