#!/usr/bin/env python3
"""FORMAT.md's own decoder, the golden vaults and the program must agree to the byte.

STEPVAULT_EXECUTABLE is the program's path.
"""
import json
import os
import shutil
import struct
import tempfile
import unittest
from pathlib import Path

import decode
import make_golden
import metrics
import parity
from make_golden import HERE, VAULTS
from reading import Damaged, text, varint, xxh3
from stepfile import StepFile

# By scheme: the number of rows, large enough for several chunks and all states of rANS, and the runs as in
# VAULTS.
FRESH = {
    "exact": (120, {"folders": (["--scheme", "exact"], "folders", 3, []), "zips": (["--scheme", "exact"], "zips", 3, []),
                    "arrays": (["--scheme", "exact"], "arrays", 3, []),
                    "sparse": (["--scheme", "exact"], "sparse", 4, []),
                    "mixed": (["--scheme", "exact"], "mixed", 3, [])}),
    "lc": (120, {"folders": (["--scheme", "lc", "--bits", "4"], "folders", 4, [1]),
                 "zips": (["--scheme", "lc", "--bits", "2"], "zips", 3, []),
                 "members": (["--scheme", "lc", "--bits", "3"], "members", 3, [])}),
    "adaptive": (500, {"coarse": (["--scheme", "adaptive", "--error", "0.9"], "folders", 3, [1]),
                       "half": (["--scheme", "adaptive"], "single", 3, []),
                       "fine": (["--scheme", "adaptive", "--error", "0.02"], "single", 4, [2]),
                       "zips": (["--scheme", "adaptive"], "zips", 3, []),
                       "mixed": (["--scheme", "adaptive"], "mixed", 4, [1])}),
    "topn": (120, {"zips": (["--scheme", "topn", "--budget", "20"], "zips", 3, [])}),
    "scar": (120, {"single": (["--scheme", "scar", "--budget", "20"], "single", 4, [1, 2])}),
}


def step_files(vault):
    """A vault's step files, and the links in them."""
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
        modes, features, kinds = set(), set(), set()
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
                    kinds |= {payload.kind for payload in step.payloads}
        self.assertEqual(modes, set(range(11)))
        self.assertEqual(features, {"checksums", "columns", "copies", "files", "links", "logarithmic", "roundings", "scale"})
        self.assertEqual(kinds, set(range(1, 17)))

    def test_what_keeps_only_its_weights_is_decoded_to_these(self):
        for scheme, rule, count in (("exact", ["--keep-last", 2], 4), ("adaptive", ["--keep-none"], 6)):
            with self.subTest(scheme):
                vault = self.work / scheme
                runs = {"one": (["--scheme", scheme], "folders", 6, [])}
                make_golden.file_vault(self.program, vault, runs, self.work / f"{scheme}-originals", 120)
                (run, whole), = self.decoded(vault).items()
                self.program(vault, "prune", "one", *rule, "--weights-only")
                (_, found), = self.decoded(vault).items()
                reduced = [c for _, c, entry in self.program.checkpoints(vault) if entry["weights_only"]]
                self.assertEqual(len(reduced), count)
                for checkpoint in reduced:
                    target = self.work / "restored" / scheme / checkpoint
                    target.parent.mkdir(parents=True, exist_ok=True)
                    self.program(vault, "restore", "--run", run, "--id", checkpoint, "--weights-only", "--output", target)
                    weights = make_golden.files_below(target)
                    self.assertTrue(weights)
                    lost = whole[checkpoint].keys() - found[checkpoint].keys()
                    self.assertTrue(lost)
                    self.assertFalse(lost & weights.keys())
                    for path, digest in (weights | found[checkpoint]).items():
                        self.assertEqual(whole[checkpoint][path], digest)
                    del whole[checkpoint], found[checkpoint]
                self.assertEqual(found, whole)

    def test_names_and_labels_are_read_as_they_were_written(self):
        vault = self.work / "vault"
        make_golden.file_vault(self.program, vault, {"one": (["--scheme", "exact"], "single", 1, [])}, self.work / "originals", 9)
        (record,) = vault.glob("runs/*/run.json")
        plain = decode.read_json(record)
        self.assertEqual(decode.read_labels(plain), {"note": "", "tags": [], "favourite": False, "archived": False})
        self.assertNotIn("named", plain)
        self.program(vault, "rename", "one", "größer %")
        self.program(vault, "tag", "größer %", "v2", "基线", "baseline")
        self.program(vault, "note", "größer %", "100 %\n\tsure")
        self.program(vault, "favourite", "größer %")
        self.program(vault, "archive", "größer %")
        self.decoded(vault)
        run = decode.read_json(record)
        (listed,) = json.loads(self.program(vault, "list", "--json"))["runs"]
        expected = {"note": "100 %\n\tsure", "tags": ["baseline", "v2", "基线"], "favourite": True, "archived": True}
        self.assertEqual(decode.read_labels(run), expected)
        self.assertEqual({key: listed[key] for key in expected}, expected)
        self.assertEqual((run["name"], run["named"]), ("größer %25", True))
        for change in ({"tags": ["a b"]}, {"tags": ["b", "a"]}, {"tags": []}, {"note": ""}, {"note": "\0"}, {"favourite": False}):
            with self.subTest(change), self.assertRaises(Damaged):
                decode.read_labels({**run, **change})

    def test_metrics_are_read_as_they_were_written(self):
        run, vault = self.work / "run", self.work / "vault"
        run.mkdir()
        written = {tag: [(step, 1.7e9 + step, value / step) for step in range(1, 200)]
                   for tag, value in (("loss", 3.0), ("größe", -1e300))}
        for points in (slice(0, 120), slice(120, None)):
            with (run / "metrics.jsonl").open("a") as file:
                for rows in zip(*(points_of[points] for points_of in written.values())):
                    step, time, _ = rows[0]
                    values = {tag: row[2] for tag, row in zip(written, rows)}
                    file.write(json.dumps({"step": step, "timestamp": time} | values) + "\n")
            self.program(vault, "watch", "--once", run)
        log = next(vault.rglob("metrics.svlog"))
        read = metrics.read_log(log.read_bytes())
        self.assertEqual({source for source, _ in read}, {b"metrics.jsonl"})
        self.assertEqual({tag.decode(): points for (_, tag), points in read.items()}, written)
        whole = log.read_bytes()
        with self.assertRaises(Damaged):
            metrics.read_log(whole[:40] + bytes([whole[40] ^ 1]) + whole[41:])
        # A frame that a process was writing when it died does not count; 120 steps are before it.
        for cut in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1])):
            self.assertEqual({tag.decode(): points for (_, tag), points in metrics.read_log(cut).items()},
                             {tag: points[:120] for tag, points in written.items()})

    def test_metrics_of_the_first_version_are_read(self):
        payload = (varint(2) + text(b"loss") + text(b"lr") + varint(3) +
                   b"".join(varint(tag) + struct.pack("<qdd", step, 5.0, value)
                            for tag, step, value in ((0, 10, 1.5), (1, 10, 0.1), (0, -20, 2.5))))
        fields = struct.pack("<QQ", len(payload), xxh3(payload))
        log = metrics.HEADER + struct.pack("<II", metrics.FIRST_MARK, xxh3(fields) & 0xFFFFFFFF) + fields + payload
        self.assertEqual(metrics.read_log(log), {(b"", b"loss"): [(10, 5.0, 1.5), (-20, 5.0, 2.5)],
                                                 (b"", b"lr"): [(10, 5.0, 0.1)]})

    def test_parity_brings_back_what_is_lost(self):
        vault = self.work / "vault"
        make_golden.file_vault(self.program, vault, {"one": (["--scheme", "exact"], "single", 2, [])}, self.work / "made", 120)
        self.program(vault, "verify", "--parity", "20%")
        files = list(vault.rglob("*.svparity"))
        self.assertEqual(len(files), 2)
        for path in files:
            step = next(path.parent.parent.glob(f"steps/{path.stem}.svstep")).read_bytes()
            code = parity.Parity(path.read_bytes())
            self.assertTrue(code.is_of(step))
            self.assertGreater(code.blocks, 1)
            self.assertEqual(code.parity, code.of(step))
            # A lost cell is recovered from the other cells of its column.
            damaged = bytes(code.cell) + step[code.cell:]
            self.assertEqual(code.first_cell(damaged), step[:code.cell])

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
        "roundings": any(payload.rounds is not None for payload in step.payloads),
        "scale": any(scale != 128 for scale, _ in shapes),
    }.items() if present]


if __name__ == "__main__":
    unittest.main()
