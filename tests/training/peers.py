#!/usr/bin/env python3
"""Stores the same checkpoints by other programs and by Stepvault, one after another on one machine.

peers.py RUN --stepvault EXECUTABLE

RUN: a folder of step_*.pt, as torch.save wrote {"model": ..., "optimizer": ...} with AdamW. Needs torch, numpy,
safetensors, zstandard, blosc2, zipnn and lc-checkpoint. Prints a Markdown table: size and speed of all checkpoints
after the first; MB are those of the originals. Files lie in memory (/dev/shm), and each program uses its defaults.
"""

import argparse
import glob
import io
import json
import lzma
import os
import subprocess
import tempfile
import time

import blosc2
import numpy
import safetensors.torch
import torch
import torch.distributed.checkpoint as dcp
import zipnn
import zstandard
from torch.distributed.checkpoint._extension import ZStandard


def tensors_of(state, path=""):
    """{path: tensor} of all tensors."""
    if isinstance(state, torch.Tensor):
        return {path: state.contiguous().clone()}
    items = state.items() if isinstance(state, dict) else enumerate(state) if isinstance(state, (list, tuple)) else ()
    found = {}
    for key, value in items:
        found.update(tensors_of(value, "%s.%s" % (path, key) if path else str(key)))
    return found


class Peer:
    """encode(state, data, before) -> bytes or a list of them; decode(coded, before) -> anything."""

    note = ""

    def encode(self, state, data, before):
        raise NotImplementedError

    def decode(self, coded, before):
        raise NotImplementedError


class TorchSave(Peer):
    name = "torch.save"

    def encode(self, state, data, before):
        file = io.BytesIO()
        torch.save(state, file)
        return file.getvalue()

    def decode(self, coded, before):
        return torch.load(io.BytesIO(coded))


class Safetensors(Peer):
    name = "safetensors"

    def encode(self, state, data, before):
        return safetensors.torch.save(tensors_of(state))

    def decode(self, coded, before):
        return safetensors.torch.load(coded)


class Zstd(Peer):
    def __init__(self, level):
        self.name, self.level = "zstd -%d" % level, level

    def encode(self, state, data, before):
        return zstandard.ZstdCompressor(level=self.level).compress(data)

    def decode(self, coded, before):
        return zstandard.ZstdDecompressor().decompress(coded)


class Blosc(Peer):
    name = "blosc2, shuffle and zstd"

    def encode(self, state, data, before):
        return [blosc2.pack_array2(tensor.numpy()) for tensor in tensors_of(state).values() if tensor.dim()]

    def decode(self, coded, before):
        return [blosc2.unpack_array2(one) for one in coded]


class ZipNN(Peer):
    name = "ZipNN"

    def encode(self, state, data, before):
        return bytes(zipnn.ZipNN(input_format="byte", bytearray_dtype="float32").compress(bytearray(data)))

    def decode(self, coded, before):
        return zipnn.ZipNN(input_format="byte", bytearray_dtype="float32").decompress(coded)


class Distributed(Peer):
    name, note = "DCP with its ZStandard extension", "experimental in PyTorch"

    def encode(self, state, data, before):
        self.folder = tempfile.mkdtemp(dir="/dev/shm")
        writer = dcp.FileSystemWriter(self.folder, sync_files=False, _extensions=[ZStandard()])
        dcp.save({"state": tensors_of(state)}, storage_writer=writer, no_dist=True)
        return [open(file, "rb").read() for file in glob.glob(os.path.join(self.folder, "*.distcp"))]

    def decode(self, coded, before):
        state = {"state": {name: torch.zeros_like(tensor) for name, tensor in before.items()}}
        dcp.load(state, storage_reader=dcp.FileSystemReader(self.folder), no_dist=True)
        subprocess.run(["rm", "-r", self.folder], check=True)
        return state


class ExCP(Peer):
    """Its method as published: residuals of weights and moments, pruned by the gradients' size, 15 clusters for each
    tensor, two indices in a byte. Its back end, 7-Zip, is xz here."""

    name, note = "ExCP's method", "lossy"

    def encode(self, state, data, before):
        moments = state["optimizer"]["state"]
        coded = []
        for number, (name, weight) in enumerate(dict(state["model"]).items()):
            delta = (weight - before["model." + name]).numpy().ravel()
            own = moments.get(number, {})
            if "exp_avg_sq" not in own:
                coded.append(delta.tobytes())
                continue
            first, second = own["exp_avg"].numpy().ravel(), own["exp_avg_sq"].numpy().ravel()
            bound = min(2.5, 5e-5 / max(float(numpy.sqrt(second.mean())), 1e-30)) * numpy.median(numpy.abs(delta))
            kept = numpy.abs(delta) > bound
            moved = kept & (numpy.abs(first) > 2.0 * numpy.abs(first).mean())
            coded += [self._clusters(delta, kept), self._clusters(first, moved), self._clusters(second, moved)]
        return lzma.compress(b"".join(coded), preset=6)

    def decode(self, coded, before):
        return lzma.decompress(coded)

    @staticmethod
    def _clusters(values, kept, count=15, rounds=8):
        index = numpy.zeros(values.size, numpy.uint8)
        own = values[kept]
        centres = numpy.zeros(count)
        if own.size:
            centres = numpy.unique(numpy.quantile(own, numpy.linspace(0.5 / count, 1 - 0.5 / count, count)))
            for _ in range(rounds):
                nearest = numpy.searchsorted((centres[1:] + centres[:-1]) / 2, own)
                sums, sizes = numpy.bincount(nearest, own, centres.size), numpy.bincount(nearest, minlength=centres.size)
                centres = numpy.where(sizes > 0, sums / numpy.maximum(sizes, 1), centres)
            index[kept] = 1 + numpy.searchsorted((centres[1:] + centres[:-1]) / 2, own)
        index = numpy.append(index, 0) if index.size % 2 else index
        return centres.astype(numpy.float16).tobytes() + (index[::2] * 16 + index[1::2]).tobytes()


def measure(peer, paths):
    original = stored = 0
    encoding, decoding, before = [], [], None
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        state = torch.load(io.BytesIO(data))
        if before is not None:
            begun = time.perf_counter()
            coded = peer.encode(state, data, before)
            encoding.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            peer.decode(coded, before)
            decoding.append(time.perf_counter() - begun)
            original += len(data)
            stored += len(coded) if isinstance(coded, bytes) else sum(map(len, coded))
        before = tensors_of(state)
    return original, stored, sum(encoding), sum(decoding)


def measure_stepvault(executable, paths, scheme):
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=os.path.join(folder, "cache"))

        def stepvault(*arguments):
            begun = time.perf_counter()
            done = subprocess.run([executable, *arguments, "--vault", os.path.join(folder, "vault")], env=environment,
                                  capture_output=True, text=True, check=True)
            return time.perf_counter() - begun, done.stdout

        # The second checkpoint also codes the first one anew.
        stepvault("ingest", *paths[:2], "--run", "run", "--scheme", scheme)
        encoding = stepvault("ingest", *paths[2:], "--run", "run", "--scheme", scheme)[0] * (len(paths) - 1) / (len(paths) - 2)
        checkpoints = json.loads(stepvault("list", "--json")[1])["runs"][0]["checkpoints"]
        last = checkpoints[-1]
        decoding = stepvault("restore", "--run", "run", "--step", str(last["step"]), "--output",
                             os.path.join(folder, "out.pt"))[0] * (len(paths) - 1)
        later = checkpoints[1:]
        return (sum(one["original_bytes"] for one in later), sum(one["stored_bytes"] for one in later), encoding,
                decoding)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("run")
    parser.add_argument("--stepvault", required=True)
    arguments = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(arguments.run, "step_*.pt")))
    print("| | ratio | coding, MB/s | decoding, MB/s | |\n|---|---|---|---|---|")
    rows = [(peer.name, measure(peer, paths), peer.note)
            for peer in (TorchSave(), Safetensors(), Zstd(3), Zstd(9), Blosc(), ZipNN(), Distributed(), ExCP())]
    for scheme, note in (("exact", "one process for each call; a chain"), ("adaptive", "lossy, by its default error")):
        rows.append(("Stepvault, `%s`" % scheme, measure_stepvault(arguments.stepvault, paths, scheme), note))
    for name, (original, stored, encoding, decoding), note in rows:
        print("| %s | %.2fx | %.0f | %.0f | %s |" % (name, original / stored, original / 1e6 / encoding,
                                                     original / 1e6 / decoding, note))


if __name__ == "__main__":
    main()
