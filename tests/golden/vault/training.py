"""Checkpoints of small simulated trainings, with the same bytes on every machine, for the golden vaults."""
import json
import struct
import zipfile
import zlib
from pathlib import Path

import numpy

import elements

SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1,
         "U16": 2, "U32": 4, "U64": 8, "F8_E4M3": 1}


def as_type(values, kind):
    if kind == "BF16":
        return (numpy.asarray(values, "<f4").view("<u4") >> 16).astype("<u2").tobytes()
    if kind in ("BOOL", "F8_E4M3"):
        return (numpy.abs(values) * 64 % 2).astype("u1").tobytes()
    code = {"F": "<f", "I": "<i", "U": "<u"}[kind[0]]
    return numpy.asarray(values).astype(f"{code}{SIZES[kind]}").tobytes()


def rounded(values):
    """As bf16, to the nearest, ties to even."""
    bits = numpy.ascontiguousarray(values, "<f4").view("<u4").astype("<u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2").tobytes()


def write_safetensors(path, tensors):
    """tensors: {name: (type, shape, bytes)}"""
    header, at = {}, 0
    for name, (kind, shape, data) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(t[2] for t in tensors.values()))


class Model:
    """Weights that move less and less, with Adam's moments, in all types that files have. `rows` sets the
    size."""

    def __init__(self, rows):
        self.random = numpy.random.RandomState(7)
        # Few bits in the mantissa, so that exact storage stays small.
        self.weights = {name: self.coarse(self.random.normal(size=shape) / 16) for name, shape in {
            "wide.weight": (rows, 163), "narrow.weight": (rows, 40), "tall.weight": (4 * rows + 1, 3),
            "embed_tokens.weight": (rows, 24), "norm.weight": (48,), "norm.bias": (48,)}.items()}
        self.weights["wide.weight"][3] = 0
        self.first = {name: numpy.zeros_like(w) for name, w in self.weights.items()}
        self.second = {name: numpy.zeros_like(w) for name, w in self.weights.items()}
        self.step = 0

    @staticmethod
    def coarse(values):
        return (numpy.asarray(values, "<f4").view("<u4") & 0xFFFF0000).view("<f4")

    def train(self):
        self.step += 1
        rate = 0.02 / self.step
        for name, weights in self.weights.items():
            gradient = self.coarse(self.random.normal(size=weights.shape))
            gradient[weights == 0] = 0
            self.first[name] = (self.first[name] * 0.9 + gradient * 0.1).astype("<f4")
            self.second[name] = (self.second[name] * 0.99 + gradient**2 * 0.01).astype("<f4")
            self.weights[name] = (weights - rate * gradient).astype("<f4")

    def tensors(self):
        found = {name: ("F32", list(w.shape), as_type(w, "F32")) for name, w in self.weights.items()}
        for kind in ("F64", "F16", "BF16"):
            half = self.weights["narrow.weight"][:8]
            found[f"head_{kind.lower()}.weight"] = (kind, list(half.shape), as_type(half, kind))
        counted = numpy.arange(37) * 3 + self.step
        for kind in ("I64", "I32", "I16", "I8", "U8", "BOOL", "U16", "U32", "U64", "F8_E4M3"):
            found[f"kept_{kind.lower()}"] = (kind, [37], as_type(counted, kind))
        strange = numpy.resize(numpy.array([0.0, -0.0, numpy.nan, numpy.inf, -numpy.inf, 1e-42, 3e38], "<f4"), 70)
        strange[self.step % 70] = self.step
        found["strange"] = ("F32", [70], as_type(strange, "F32"))
        found["tied.weight"] = found["narrow.weight"]
        return found

    def moments(self):
        return {f"{name}.{moment}": ("F32", list(m.shape), as_type(m, "F32"))
                for moment, of in (("exp_avg", self.first), ("exp_avg_sq", self.second)) for name, m in of.items()
                if name in ("narrow.weight", "norm.weight")}


def write_sparse(folder, steps):
    """Tensors of all sizes of elements, of which few move from step to step: most by one unit."""
    random = numpy.random.RandomState(11)
    values = {"weights": numpy.frombuffer(as_type(random.normal(size=6000) / 16, "BF16"), "<u2").copy(),
              "wide": random.normal(size=1500).astype("<f4").view("<u4"),
              "long": random.normal(size=700).astype("<f8").view("<u8"),
              "bytes": random.randint(0, 256, 3000).astype("u1")}
    made = []
    for step in range(1, steps + 1):
        made.append(folder / f"step_{step * 10}.safetensors")
        write_safetensors(made[-1], {
            f"{name}.weight": (kind, [len(values[name])], values[name].tobytes())
            for name, kind in (("weights", "BF16"), ("wide", "F32"), ("long", "F64"), ("bytes", "U8"))})
        for name, of in values.items():
            moved = random.random_sample(len(of)) < 0.02
            by = numpy.where(random.random_sample(len(of)) < 0.8, 1, random.randint(1, 100, len(of)))
            signed = numpy.where(random.random_sample(len(of)) < 0.5, by, -by).astype(of.dtype)
            values[name] = numpy.where(moved, of + signed, of).astype(of.dtype)
    return made


def write_mixed(folder, steps, rows):
    """Weights of 16 bits, and an optimizer's fp32 masters of them: each its own, or joined."""
    random, made = numpy.random.RandomState(13), []
    weights = {name: random.normal(size=shape).astype("<f4") / 16 for name, shape in {
        "a.weight": (rows, 24), "b.weight": (rows, 40), "c.weight": (rows, 9), "norm.weight": (80,)}.items()}
    moment = numpy.zeros(weights["a.weight"].shape, "<f4")
    for step in range(1, steps + 1):
        tensors = {name: ("BF16", list(w.shape), rounded(w)) for name, w in weights.items() if name != "c.weight"}
        tensors["c.weight"] = "F16", list(weights["c.weight"].shape), as_type(weights["c.weight"], "F16")
        joined = numpy.concatenate([weights[name].ravel() for name in ("b.weight", "norm.weight")])
        tensors["optimizer.fp32_flat_groups.0"] = "F32", [len(joined)], as_type(joined, "F32")
        for name in ("a.weight", "c.weight"):
            tensors[f"optimizer.state.{name[0]}.master_param"] = (
                "F32", list(weights[name].shape), as_type(weights[name], "F32"))
        tensors["optimizer.state.a.exp_avg"] = "F32", list(moment.shape), as_type(moment, "F32")
        made.append(folder / f"step_{step * 10}.safetensors")
        write_safetensors(made[-1], tensors)
        for name, w in weights.items():
            change = (random.normal(size=w.shape) / 4096).astype("<f4")
            weights[name] = w + change
            if name == "a.weight":
                moment = (moment * 0.9 + change * 0.1).astype("<f4")
    return made


def write_codes(folder, steps, rows):
    """A matrix, wrapped from the second step on, whose moments are dynamic codes with their tables and the
    scales of blocks."""
    random, made = numpy.random.RandomState(17), []
    shape = rows, 50
    weights = random.normal(size=shape).astype("<f4") / 16
    first, second = random.normal(size=shape) / 4, numpy.exp2(random.uniform(-22, 0, shape))
    for step in range(1, steps + 1):
        as_weights = weights + random.normal(size=shape).astype("<f4") * numpy.float32(step / 1024)
        codes = {"1": (elements.SIGNED_CODES, first), "2": (elements.UNSIGNED_CODES, second)}
        wrapper = "module." if step > 1 else ""
        tensors = {f"{wrapper}a.weight": ("F32", list(shape), as_type(as_weights, "F32"))}
        for number, (kind, values) in codes.items():
            coded = elements.nearest_codes(values.astype("<f4").ravel(), kind)
            tensors |= {f"optimizer.state.0.state{number}": ("U8", list(shape), coded.tobytes()),
                        f"optimizer.state.0.qmap{number}": ("F32", [256], elements.VALUES[kind].tobytes()),
                        f"optimizer.state.0.absmax{number}": ("F32", [6], as_type(random.random_sample(6), "F32"))}
        made.append(folder / f"step_{step * 10}.safetensors")
        write_safetensors(made[-1], tensors)
        first = first * 0.8 + random.normal(size=shape) / 8
        second = second * numpy.exp2(random.normal(size=shape))
    return made


def write_single(folder, steps, rows):
    """One file per step, with weights and moments."""
    model, made = Model(rows), []
    for step in range(steps):
        model.train()
        path = folder / f"step_{10 * step + 10}.safetensors"
        write_safetensors(path, model.tensors() | model.moments())
        made.append(path)
    return made


def write_folders(folder, steps, rows):
    """One folder per step, with files whose names contain the step, and a file that no reader knows."""
    model, made = Model(rows), []
    for step in range(steps):
        model.train()
        path = folder / f"checkpoint-{10 * step + 10}"
        write_safetensors(path / "model.safetensors", model.tensors())
        write_safetensors(path / f"optimizer_{10 * step + 10}.safetensors", model.moments())
        (path / "notes.txt").write_text(f"step {step}\n" + "kept as it is\n" * 20)
        made.append(path)
    return made


def write_zips(folder, steps, original):
    """PyTorch's zip format with its checksums: a real file whose floats change."""
    folder.mkdir(parents=True, exist_ok=True)
    random, made = numpy.random.RandomState(5), []
    data = bytearray(original.read_bytes())
    for step in range(steps):
        path = folder / f"step_{10 * step + 10}.pt"
        path.write_bytes(data)
        made.append(path)
        with zipfile.ZipFile(path) as archive:
            entries = [e for e in archive.infolist() if "/data/" in e.filename and e.file_size >= 64]
        for entry in entries:
            name, extra = struct.unpack_from("<HH", data, entry.header_offset + 26)
            begin = entry.header_offset + 30 + name + extra
            values = numpy.frombuffer(data, "<f4", entry.file_size // 4, begin).copy()
            values *= (1 + random.normal(size=len(values)) / 64).astype("<f4")
            data[begin:begin + 4 * len(values)] = values.tobytes()
            new = zlib.crc32(data[begin:begin + entry.file_size])
            data = bytearray(bytes(data).replace(struct.pack("<I", entry.CRC), struct.pack("<I", new)))
    return made


def write_members(folder, steps, original):
    """The same file as an uncompressed member of another zip, as in Stable-Baselines3: checksums over
    checksums."""
    made = []
    for inner in write_zips(folder / "inner", steps, original):
        path = folder / f"{inner.stem}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(zipfile.ZipInfo("data"), '{"verbose": 0}')
            with archive.open(zipfile.ZipInfo("policy.pth"), "w", force_zip64=True) as member:
                member.write(inner.read_bytes())
        made.append(path)
    return made


def write_arrays(folder, steps):
    """NumPy's archives, with complex numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    random, made = numpy.random.RandomState(6), []
    wave = random.normal(size=900) + 1j * random.normal(size=900)
    for step in range(steps):
        path = folder / f"step_{10 * step + 10}.npz"
        wave = wave * (1 + random.normal(size=len(wave)) / 4096)
        numpy.savez(path, c64=wave.astype("<c8"), c128=wave.astype("<c16"), f32=wave.real.astype("<f4"))
        made.append(path)
    return made
