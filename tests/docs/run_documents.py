#!/usr/bin/env python3
"""run_documents.py PROGRAMS PAGE...: runs the commands in Markdown pages.

Each page gets an empty folder and its own home. Its ```sh blocks run there one after another; a command that
fails makes the page fail. A block after a line <!-- not run: WHY -->, which readers do not see, is not
run."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(text):
    """(line, commands) for each block to run."""
    for found in re.finditer(r"^(<!-- not run: .+ -->\n)?```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if not found[1]:
            yield text.count("\n", 0, found.start()) + 1, found[2]


def run_page(page, programs):
    found = list(blocks(page.read_text()))
    with tempfile.TemporaryDirectory() as folder:
        # The home is outside the commands' folder, which stays as empty as a reader's.
        home = Path(folder) / "home"
        work = Path(folder) / "work"
        home.mkdir()
        work.mkdir()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        environment |= {"HOME": str(home), "PATH": f"{programs}:{os.environ['PATH']}", "QT_QPA_PLATFORM": "offscreen",
                        "LC_ALL": "C.UTF-8", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                        "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        for line, commands in found:
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=work, env=environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                print(f"{page}:{line}: ended with {done.returncode}\n{commands}\n{done.stdout}")
                return None
    return len(found)


def main():
    programs, *pages = sys.argv[1:]
    counts = [run_page(Path(page), Path(programs).resolve()) for page in pages]
    ran = sum(count or 0 for count in counts)
    print(f"{ran} blocks of {len(pages)} pages ran")
    sys.exit(1 if None in counts or ran == 0 else 0)


if __name__ == "__main__":
    main()
