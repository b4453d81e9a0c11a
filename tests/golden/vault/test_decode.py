#!/usr/bin/env python3
"""FORMAT.md's own decoder, the golden vaults and the program hold each other to the same bytes.

STEPVAULT_EXECUTABLE says where the program is.
"""
import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import decode
import make_golden
from make_golden import HERE, VAULTS
from reading import Damaged
from stepfile import StepFile

# By kind of checkpoints and rows: large enough for several chunks and all states of rANS.
FRESH = {
    "exact": (120, {"folders": (["--scheme", "exact"], "folders", 3, []), "zips": (["--scheme", "exact"], "zips", 3, [])}),
    "lc": (120, {"folders": (["--scheme", "lc", "--bits", "4"], "folders", 4, [1]),
                 "zips": (["--scheme", "lc", "--bits", "2"], "zips", 3, [])}),
    "adaptive": (500, {"coarse": (["--scheme", "adaptive", "--error", "0.9"], "folders", 3, [1]),
                       "half": (["--scheme", "adaptive"], "single", 3, []),
                       "fine": (["--scheme", "adaptive", "--error", "0.02"], "single", 4, [2]),
                       "zips": (["--scheme", "adaptive"], "zips", 3, [])}),
    "topn": (120, {"zips": (["--scheme", "topn", "--budget", "20"], "zips", 3, [])}),
    "scar": (120, {"single": (["--scheme", "scar", "--budget", "20"], "single", 4, [1, 2])}),
}


def step_files(vault):
    """Those of a vault and the links in them."""
    todo = [StepFile(path.read_bytes()) for path in vault.rglob("*.svstep")]
    while todo:
        step = todo.pop()
        todo += step.links
        yield step


class Decoding(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.work = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        self.program = make_golden.Program(os.environ["STEPVAULT_EXECUTABLE"], self.work / "home")

    def decoded(self, vault):
        output = Path(tempfile.mkdtemp(dir=self.work))
        decode.decode_vault(vault, output)
        return {run.name: {checkpoint.name: make_golden.files_below(checkpoint) for checkpoint in run.iterdir()}
                for run in output.iterdir()}

    def test_golden_vaults_are_decoded_and_restored_to_the_bytes_of_when_they_were_made(self):
        for name in VAULTS:
            with self.subTest(name):
                expected = json.loads((HERE / f"{name}.json").read_text())
                self.assertTrue(expected)
                vault = self.work / name
                shutil.copytree(HERE / name, vault)
                self.assertEqual(self.decoded(vault), expected)
                self.program(vault, "reindex")
                self.assertEqual(make_golden.restored(self.program, vault, self.work / f"{name}-restored"), expected)

    def test_new_vaults_are_decoded_to_what_the_program_restores(self):
        modes, features = set(), set()
        for name, (rows, runs) in FRESH.items():
            with self.subTest(name):
                vault = self.work / name
                originals = make_golden.file_vault(self.program, vault, runs, self.work / f"{name}-originals", rows)
                found = self.decoded(vault)
                self.assertEqual(make_golden.restored(self.program, vault, self.work / f"{name}-restored"), found)
                if name == "exact":
                    contents = [files for run in found.values() for files in run.values()]
                    for path in originals.values():
                        self.assertIn(make_golden.files_below(path), contents)
                    self.assertEqual(len(contents), len(originals))
                for step in step_files(vault):
                    modes |= {chunk.mode for stream in step.streams for chunk in stream.chunks}
                    features |= set(features_of(step))
        self.assertEqual(modes, set(range(10)))
        self.assertEqual(features, {"checksums", "columns", "copies", "files", "links", "logarithmic", "scale", "types"})

    def test_a_changed_byte_is_found(self):
        whole = next((HERE / "lc").rglob("*.svstep")).read_bytes()
        for at in (0, 20, len(whole) // 3, len(whole) // 2, len(whole) - 100, len(whole) - 20, len(whole) - 1):
            with self.subTest(at):
                changed = bytearray(whole)
                changed[at] ^= 4
                with self.assertRaises(Damaged):
                    step = StepFile(bytes(changed))
                    for stream in step.streams:
                        for chunk in stream.chunks:
                            step.coded(chunk)


def features_of(step):
    shapes = [shape for stream in step.streams if stream.model for shape in stream.model.shapes]
    return [name for name, present in {
        "checksums": any(holds for _, _, holds, _ in step.checksums),
        "columns": any(columns for _, columns in shapes),
        "copies": any(payload.copy_of is not None for payload in step.payloads),
        "files": len(step.files) > 2,
        "links": step.links,
        "logarithmic": any(stream.model and stream.model.logarithmic for stream in step.streams),
        "scale": any(scale != 128 for scale, _ in shapes),
        "types": len({payload.kind for payload in step.payloads}) > 12,
    }.items() if present]


if __name__ == "__main__":
    unittest.main()
