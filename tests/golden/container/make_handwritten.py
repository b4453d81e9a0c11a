#!/usr/bin/env python3
"""Makes this folder's files of earlier versions of formats, which no framework at hand writes any more, and
expected_handwritten.json, which describes their contents: PyTorch's zip as torch 1.6 and 2.4 wrote it, and version 2
of GGUF. They are written byte by byte to the published layouts. make_real.py makes those of today's versions.

Needs CPython 3.11 and libxxhash; every run makes the same files.

Usage: make_handwritten.py [FOLDER]
"""

import ctypes
import ctypes.util
import io
import json
import os
import pickle
import random
import struct
import sys
import zlib
from collections import OrderedDict

xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))
xxhash.XXH3_64bits.restype = ctypes.c_uint64
xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

STORAGES = {"f32": ("FloatStorage", 4), "i64": ("LongStorage", 8)}


def xxh3(data):
    return f"{xxhash.XXH3_64bits(data, len(data)):016x}"


class Global:
    def __init__(self, module, name):
        self.module, self.name = module, name


class Call:
    """An object that REDUCE makes from `args`."""

    def __init__(self, function, *args):
        self.function, self.args = function, args


class Storage:
    def __init__(self, key, kind, count):
        self.key, self.kind, self.count = key, kind, count


class Pickler(pickle._Pickler):
    """Pickles the stand-ins above as the objects they stand for."""

    dispatch = dict(pickle._Pickler.dispatch)

    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        return ("storage", Global("torch", value.kind), value.key, "cpu", value.count)

    def save_named(self, value):
        if id(value) in self.memo:
            self.write(self.get(self.memo[id(value)][0]))
            return
        if self.proto >= 4:
            self.save(value.module)
            self.save(value.name)
            self.write(pickle.STACK_GLOBAL)
        else:
            self.write(pickle.GLOBAL + f"{value.module}\n{value.name}\n".encode())
        self.memoize(value)

    def save_call(self, value):
        if id(value) in self.memo:
            self.write(self.get(self.memo[id(value)][0]))
            return
        self.save(value.function)
        self.save(value.args)
        self.write(pickle.REDUCE)
        self.memoize(value)

    dispatch[Global] = save_named
    dispatch[Call] = save_call


def pickled(value, protocol=2):
    buffer = io.BytesIO()
    Pickler(buffer, protocol).dump(value)
    return buffer.getvalue()


def row_major(shape):
    strides = []
    step = 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return tuple(strides)


def count_of(shape):
    count = 1
    for size in shape:
        count *= size
    return count


class TorchZip:
    """An archive as PyTorchStreamWriter writes it."""

    ALIGNMENT = 64

    def __init__(self, root, order, protocol=2):
        self.root, self.order, self.protocol = root, order, protocol
        self.storages = OrderedDict()
        self.tensors = []
        self.random = random.Random(root)

    def storage(self, dtype, count, key=None):
        key = key or str(len(self.storages))
        kind, size = STORAGES[dtype]
        self.storages[key] = self.random.randbytes(count * size)
        return Storage(key, kind, count)

    def tensor(self, name, dtype, shape, key=None):
        """A tensor with its own storage, as _rebuild_tensor_v2 describes it."""
        storage = self.storage(dtype, count_of(shape), key)
        self.tensors.append({"name": name, "dtype": dtype, "shape": list(shape),
                             "xxh3": xxh3(self.storages[storage.key])})
        args = (storage, 0, tuple(shape), row_major(shape), False, Call(Global("collections", "OrderedDict")))
        return Call(Global("torch._utils", "_rebuild_tensor_v2"), *args)

    def expected(self):
        return {"format": "torch-zip", "tensors": self.tensors,
                "storages": sorted(xxh3(data) for data in self.storages.values() if data)}

    def members(self, value):
        known = {"data.pkl": pickled(value, self.protocol), "version": b"3\n", "byteorder": b"little",
                 ".data/serialization_id": b"".join(str(i % 10).encode() for i in range(40))}
        for part in self.order.split():
            if part in known:
                yield part, known[part]
                continue
            for key in sorted(self.storages):
                yield f"data/{key}", self.storages[key]

    def bytes(self, value):
        out = b""
        directory = b""
        members = list(self.members(value))
        for name, data in members:
            path = f"{self.root}/{name}".encode()
            flags = 0x0808 if data else 0x0800
            padding = -(len(out) + 30 + len(path) + 4) % self.ALIGNMENT
            extra = b"FB" + struct.pack("<H", padding) + b"Z" * padding
            crc = zlib.crc32(data)
            header = len(out)
            out += struct.pack("<IHHHHHIIIHH", 0x04034B50, 0, flags, 0, 0, 0, 0, 0, 0, len(path), len(extra))
            out += path + extra
            assert len(out) % self.ALIGNMENT == 0
            out += data
            if data:
                out += struct.pack("<IIII", 0x08074B50, crc, len(data), len(data))
            directory += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 0, 0, flags, 0, 0, 0, crc, len(data), len(data),
                                     len(path), 0, 0, 0, 0, 0, header) + path
        end = len(out) + len(directory)
        record = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 0x031E, 0x2D, 0, 0, len(members), len(members),
                             len(directory), len(out))
        locator = struct.pack("<IIQI", 0x07064B50, 0, end, 1)
        tail = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(members), len(members), len(directory), 0xFFFFFFFF, 0)
        return out + directory + record + locator + tail


def torch_files():
    old = TorchZip("archive", "version data.pkl sorted")
    yield "handwritten_torch_1_6.pth", old, {"w": old.tensor("w", "f32", (3, 2), key="94512345678912"),
                                             "b": old.tensor("b", "i64", (2,), key="94512345000000")}, {}
    middle = TorchZip("model", "data.pkl byteorder sorted version .data/serialization_id", protocol=4)
    value = {f"layer{i}": middle.tensor(f"layer{i}", "f32", (2,)) for i in range(12)}
    yield "handwritten_torch_2_4.pt", middle, {**value, "global_step": 40}, {"step": 40}


GGUF_TYPES = {"F64": (28, 8, "f64"), "I32": (26, 4, "i32")}


def gguf(version, alignment, tensors, seed):
    def text(value):
        return struct.pack("<Q", len(value.encode())) + value.encode()

    generator = random.Random(seed)
    values = [text("general.architecture") + struct.pack("<I", 8) + text("llama"),
              text("llama.block_count") + struct.pack("<II", 4, 2),
              text("llama.rope.freq_base") + struct.pack("<If", 6, 1e4),
              text("general.quantized") + struct.pack("<IB", 7, 1),
              text("general.size") + struct.pack("<IQ", 10, 1 << 40),
              text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 3) + text("<s>") + text("a") + text("\u00fc"),
              text("tokenizer.ggml.scores") + struct.pack("<IIQfff", 9, 6, 3, 0, 1, 2),
              text("general.alignment") + struct.pack("<II", 4, alignment)]
    infos = b""
    data = b""
    expected = []
    for name, kind, shape in tensors:
        number, size, dtype = GGUF_TYPES[kind]
        chunk = generator.randbytes(count_of(shape) * size)
        infos += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", n) for n in reversed(shape))
        infos += struct.pack("<IQ", number, len(data))
        data += chunk + b"\0" * (-len(chunk) % alignment)
        expected.append({"name": name, "dtype": dtype, "shape": list(shape), "xxh3": xxh3(chunk)})
    header = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(values)) + b"".join(values) + infos
    # The last tensor ends the file, so that any cut removes a part of it.
    return header + b"\0" * (-len(header) % alignment) + data[:len(data) - (-len(chunk) % alignment)], {
        "format": "gguf", "tensors": expected, "storages": sorted(t["xxh3"] for t in expected)}


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def write_json(name, content):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1, sort_keys=True)
        file.write("\n")


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    expected = {}
    for name, archive, value, more in torch_files():
        write(name, archive.bytes(value))
        expected[name] = {**archive.expected(), **more}
    name = "handwritten_v2.gguf"
    data, expected[name] = gguf(2, 8, [("w", "F64", (3,)), ("i", "I32", (2, 3))], 2)
    write(name, data)
    write_json("expected_handwritten.json", expected)


if __name__ == "__main__":
    main()
