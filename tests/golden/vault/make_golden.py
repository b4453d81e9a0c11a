#!/usr/bin/env python3
"""make_golden.py STEPVAULT [OUTPUT]: makes the golden vaults by the command line, with their restored
checkpoints.

Every later version must restore a vault of version 1 to the same bytes, so the vaults in the repository never
change: the script only adds missing vaults.
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import training
from reading import xxh3

HERE = Path(__file__).resolve().parent
ADAM = HERE.parent / "container" / "adam.pt"

# By vault: for each run its coding, the writer of its checkpoints, their number, and the steps to remove
# afterwards.
VAULTS = {
    "exact": {"folders": (["--scheme", "exact"], "folders", 2, []),
              "zips": (["--scheme", "exact"], "zips", 2, []),
              "sparse": (["--scheme", "exact"], "sparse", 3, [])},
    "lc": {"one": (["--scheme", "lc", "--bits", "3"], "single", 3, []),
           "mean": (["--scheme", "lc", "--bits", "2", "--buckets", "tensor", "--representative", "mean"], "zips", 3, [])},
    "adaptive": {"one": (["--scheme", "adaptive"], "single", 4, []),
                 "fine": (["--scheme", "adaptive", "--error", "0.02"], "zips", 3, []),
                 "mixed": (["--scheme", "adaptive"], "mixed", 3, [])},
    "codes": {"one": (["--scheme", "adaptive"], "codes", 3, []),
              "lc": (["--scheme", "lc", "--bits", "3"], "codes", 2, [])},
    "topn": {"one": (["--scheme", "topn", "--budget", "20"], "single", 3, [])},
    "scar": {"one": (["--scheme", "scar", "--budget", "20"], "single", 3, [])},
    "links": {"one": (["--scheme", "lc", "--bits", "3"], "single", 5, [2, 3]),
              "zips": (["--scheme", "adaptive"], "zips", 5, [1, 3])},
    "shared": {"one": (["--scheme", "exact"], "single", 2, []),
               "two": (["--scheme", "adaptive"], "single", 3, [])},
    "members": {"one": (["--scheme", "lc", "--bits", "3"], "members", 3, [])},
}


def write_checkpoints(kind, folder, steps, rows):
    if kind == "zips":
        return training.write_zips(folder, steps, ADAM)
    if kind == "members":
        return training.write_members(folder, steps, ADAM)
    if kind == "sparse":
        return training.write_sparse(folder, steps)
    if kind == "mixed":
        return training.write_mixed(folder, steps, rows)
    if kind == "codes":
        return training.write_codes(folder, steps, rows)
    if kind == "arrays":
        return training.write_arrays(folder, steps)
    return (training.write_single if kind == "single" else training.write_folders)(folder, steps, rows)


class Program:
    """`stepvault` with its own home."""

    def __init__(self, executable, home):
        self.executable = Path(executable).resolve()
        self.environment = os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}

    def __call__(self, vault, *arguments):
        done = subprocess.run([self.executable, "--vault", vault, *map(str, arguments)], env=self.environment,
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"stepvault {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def checkpoints(self, vault, name=None):
        """(run id, checkpoint id, entry of `list --json`) for each checkpoint, or for those of one run."""
        for run in json.loads(self(vault, "list", "--json"))["runs"]:
            if name in (None, run["name"]):
                listed = json.loads(self(vault, "list", "--run", run["id"], "--json"))
                for checkpoint in listed["runs"][0]["checkpoints"]:
                    yield run["id"], checkpoint["id"], checkpoint


def file_vault(program, vault, runs, originals, rows):
    """Files the checkpoints of `runs`; returns the originals by (run, number)."""
    written = {}
    for name, (scheme, kind, steps, removed) in runs.items():
        paths = write_checkpoints(kind, originals / name, steps, rows)
        program(vault, "ingest", "--run", name, *scheme, "--", *paths)
        written |= {(name, i): path for i, path in enumerate(paths)}
        if removed:
            for number, (_, checkpoint, _) in enumerate(program.checkpoints(vault, name)):
                if number not in removed:
                    program(vault, "pin", name, "--id", checkpoint)
            program(vault, "prune", name, "--keep-last", 1, "--purge")
    return written


def files_below(path):
    """{path inside the checkpoint: SHA-256}"""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return {str(p.relative_to(path)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def restored(program, vault, work):
    """The checkpoints that the program restores: {run id: {checkpoint id: {path: SHA-256}}}"""
    found = {}
    for run, checkpoint, _ in program.checkpoints(vault):
        target = work / run / checkpoint
        target.parent.mkdir(parents=True, exist_ok=True)
        program(vault, "restore", "--run", run, "--id", checkpoint, "--output", target)
        found.setdefault(run, {})[checkpoint] = files_below(target)
    return found


def with_checksum(record):
    """run.json with a new checksum after a change."""
    at = record.rfind(b'"xxh3": "') + 9
    return record[:at] + f"{xxh3(record[:at] + b'0' * 16 + record[at + 16:]):016x}".encode() + record[at + 16:]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    output = Path(sys.argv[2]) if len(sys.argv) == 3 else HERE
    for name, runs in VAULTS.items():
        if (output / name).exists():
            continue
        with tempfile.TemporaryDirectory() as work:
            work = Path(work)
            program = Program(sys.argv[1], work / "home")
            vault = work / "vault"
            file_vault(program, vault, runs, work / "originals", 27)
            expected = restored(program, vault, work / "restored")
            (output / name).mkdir(parents=True)
            for path in sorted(vault.rglob("*")):
                if path.is_file() and path.name in ("vault.json", "run.json", "removed.json") or path.suffix == ".svstep":
                    to = output / name / path.relative_to(vault)
                    to.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, to)
                    if path.name == "run.json":
                        to.write_bytes(with_checksum(to.read_bytes().replace(str(work).encode(), b"/golden")))
            (output / f"{name}.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
