#!/usr/bin/env python3
"""Makes this folder's files of formats whose libraries were not available, and expected_handwritten.json and
distributed_2.json, which describe their contents. Only this script writes them, byte by byte, to the
published layouts: PyTorch's zip as torch 1.6, 2.4 and 2.9 write it (and 2.9 with set_crc32_options(False)),
torch.distributed.checkpoint as torch 2.x writes it, and GGUF.

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

STORAGES = {"f32": ("FloatStorage", 4), "f16": ("HalfStorage", 2), "bf16": ("BFloat16Storage", 2),
            "i64": ("LongStorage", 8), "u8": ("QUInt8Storage", 1)}
UNTYPED = {"f8": ("float8_e4m3fn", 1), "u16": ("uint16", 2)}


def xxh3(data):
    return f"{xxhash.XXH3_64bits(data, len(data)):016x}"


class Global:
    def __init__(self, module, name):
        self.module, self.name = module, name


class Call:
    """An object that REDUCE makes from `args`, or NEWOBJ if `new`; then BUILD with `state`."""

    def __init__(self, function, *args, state=None, new=False):
        self.function, self.args, self.state, self.new = function, args, state, new


class Storage:
    def __init__(self, key, kind, count):
        self.key, self.kind, self.count = key, kind, count


class Pickler(pickle._Pickler):
    """Pickles the stand-ins above as the objects they stand for."""

    dispatch = dict(pickle._Pickler.dispatch)

    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        module = "torch.storage" if value.kind == "UntypedStorage" else "torch"
        return ("storage", Global(module, value.kind), value.key, "cpu", value.count)

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
        self.write(pickle.NEWOBJ if value.new else pickle.REDUCE)
        self.memoize(value)
        if value.state is not None:
            self.save(value.state)
            self.write(pickle.BUILD)

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

    def __init__(self, root, order, alignment=64, checksums=True, protocol=2):
        self.root, self.order, self.protocol = root, order, protocol
        self.alignment, self.checksums = alignment, checksums
        self.storages = OrderedDict()
        self.tensors = []
        self.random = random.Random(root)

    def storage(self, dtype, count, key=None):
        key = key or str(len(self.storages))
        kind, size = STORAGES[dtype] if dtype in STORAGES else ("UntypedStorage", UNTYPED[dtype][1])
        self.storages[key] = self.random.randbytes(count * size)
        return Storage(key, kind, count if dtype in STORAGES else count * size)

    def tensor(self, name, dtype, shape, key=None):
        """A tensor with its own storage, as _rebuild_tensor_v2 or _v3 describes it."""
        storage = self.storage(dtype, count_of(shape), key)
        self.tensors.append({"name": name, "dtype": dtype, "shape": list(shape),
                             "xxh3": xxh3(self.storages[storage.key])})
        args = (storage, 0, tuple(shape), row_major(shape), False, Call(Global("collections", "OrderedDict")))
        if dtype in STORAGES:
            return Call(Global("torch._utils", "_rebuild_tensor_v2"), *args)
        return Call(Global("torch._utils", "_rebuild_tensor_v3"), *args, Global("torch", UNTYPED[dtype][0]), {})

    def expected(self):
        return {"format": "torch-zip", "tensors": self.tensors,
                "storages": sorted(xxh3(data) for data in self.storages.values() if data)}

    def members(self, value):
        known = {"data.pkl": pickled(value, self.protocol), "version": b"3\n", "byteorder": b"little",
                 ".format_version": b"1", ".storage_alignment": str(self.alignment).encode(),
                 ".data/serialization_id": b"".join(str(i % 10).encode() for i in range(40))}
        for part in self.order.split():
            if part in known:
                yield part, known[part]
                continue
            keys = sorted(self.storages) if part == "sorted" else list(self.storages)
            for key in keys:
                yield f"data/{key}", self.storages[key]

    def bytes(self, value):
        out = b""
        directory = b""
        members = list(self.members(value))
        for name, data in members:
            path = f"{self.root}/{name}".encode()
            flags = 0x0808 if data else 0x0800
            padding = -(len(out) + 30 + len(path) + 4) % self.alignment
            extra = b"FB" + struct.pack("<H", padding) + b"Z" * padding
            crc = zlib.crc32(data) if self.checksums else 0xDEADBEEF
            header = len(out)
            out += struct.pack("<IHHHHHIIIHH", 0x04034B50, 0, flags, 0, 0, 0, 0, 0, 0, len(path), len(extra))
            out += path + extra
            assert len(out) % self.alignment == 0
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


NEWEST = "data.pkl .format_version .storage_alignment byteorder inserted version .data/serialization_id"


def newest_objects(archive):
    weight = archive.tensor("parameter", "f32", (2, 3))
    subclass = archive.tensor("subclass", "bf16", (4,))
    quantized = archive.tensor("quantized", "u8", (5,))
    quantized = Call(Global("torch._utils", "_rebuild_qtensor"), *quantized.args[:4],
                     (Global("torch", "per_tensor_affine"), 0.1, 3), False, quantized.args[5])
    value = OrderedDict(
        parameter=Call(Global("torch._utils", "_rebuild_parameter"), weight, True, weight.args[5]),
        subclass=Call(Global("torch._tensor", "_rebuild_from_type_v2"), subclass.function, Global("mine", "Tensor"),
                      subclass.args, {}),
        quantized=quantized,
        float8=archive.tensor("float8", "f8", (3, 2)),
        uint16=archive.tensor("uint16", "u16", (7,)),
        meta=Call(Global("torch._utils", "_rebuild_meta_tensor_no_storage"), Global("torch", "float32"), (2, 2), (2, 1),
                  False),
        empty=archive.tensor("empty", "f32", (0, 3)))
    archive.tensors.pop()
    for i in range(6):
        value[f"layer{i}"] = archive.tensor(f"layer{i}", "f16", (i + 1,))
    return dict(value)


def torch_files():
    old = TorchZip("archive", "version data.pkl sorted")
    yield "handwritten_torch_1_6.pth", old, {"w": old.tensor("w", "f32", (3, 2), key="94512345678912"),
                                             "b": old.tensor("b", "i64", (2,), key="94512345000000")}, {}
    middle = TorchZip("model", "data.pkl byteorder sorted version .data/serialization_id", protocol=4)
    value = {f"layer{i}": middle.tensor(f"layer{i}", "f32", (2,)) for i in range(12)}
    yield "handwritten_torch_2_4.pt", middle, {**value, "global_step": 40}, {"step": 40}
    new = TorchZip("checkpoint", NEWEST)
    yield "handwritten_torch_2_9.pt", new, newest_objects(new), {}
    unchecked = TorchZip("checkpoint", NEWEST, checksums=False)
    yield "handwritten_no_checksums.pt", unchecked, {"w": unchecked.tensor("w", "f32", (4,))}, {"wrong_checksums": True}


METADATA = "torch.distributed.checkpoint.metadata"


class DistributedFolder:
    """A folder as torch.distributed.checkpoint of torch 2.x writes it: items back to back, and .metadata."""

    def __init__(self):
        self.files = {}
        self.state = {}
        self.places = []
        self.expected = {}

    def add(self, file, name, offsets, sizes, archive, value):
        data = archive.bytes(value) if isinstance(archive, TorchZip) else archive
        begin = len(self.files.setdefault(file, b""))
        self.files[file] += data
        where = Call(Global("torch.distributed.checkpoint.filesystem", "_StorageInfo"), new=True,
                     state={"relative_path": file, "offset": begin, "length": len(data)})
        state = {"fqn": name, "index": 0}
        if offsets is not None:
            state["offset"] = self.size(offsets)
        self.places.append((Call(Global(METADATA, "MetadataIndex"), new=True, state=state), where))
        self.expected.setdefault(file, [])

    @staticmethod
    def size(sizes):
        return Call(Global("torch", "Size"), tuple(sizes))

    def tensor(self, file, name, dtype, shape, offsets=None, of=None, called=None):
        archive = TorchZip("archive", NEWEST)
        archive.random.seed(name + file)
        value = archive.tensor(called or name, dtype, shape)
        self.add(file, name, offsets or [0] * len(shape), shape, archive, value)
        self.expected[file] += archive.tensors
        chunk = Call(Global(METADATA, "ChunkStorageMetadata"), new=True,
                     state={"offsets": self.size(offsets or [0] * len(shape)), "sizes": self.size(shape)})
        if name in self.state:
            self.state[name].state["chunks"].append(chunk)
            return
        properties = Call(Global(METADATA, "TensorProperties"), new=True,
                          state=(Global("torch", {"f32": "float32", "bf16": "bfloat16"}[dtype]),
                                 Call(Global("torch.serialization", "_get_layout"), "torch.strided"), False,
                                 Call(Global(METADATA, "_MEM_FORMAT_ENCODING"), 0), False))
        self.state[name] = Call(Global(METADATA, "TensorStorageMetadata"), new=True,
                                state={"properties": properties, "size": self.size(of or shape), "chunks": [chunk]})

    def object(self, file, name, value):
        self.add(file, name, None, None, TorchZip("archive", NEWEST) if not isinstance(value, bytes) else value, value)
        self.state[name] = Call(Global(METADATA, "BytesStorageMetadata"), new=True)

    def metadata(self):
        class Table(dict):
            """A list of pairs, because its keys, the stand-ins, cannot be hashed like the objects they stand
            for."""
            def items(table):
                return self.places

        Pickler.dispatch[Table] = pickle._Pickler.save_dict
        planner_data = {name: tuple(name.split(".")) for name in self.state}
        storage_meta = Call(Global(METADATA, "StorageMeta"), new=True,
                            state={"checkpoint_id": "step-40", "save_id": "4f2c", "load_id": None, "modules": []})
        table = Table(dict.fromkeys(range(len(self.places))))
        state = {"state_dict_metadata": self.state, "planner_data": planner_data, "storage_data": table,
                 "storage_meta": storage_meta, "version": "2.0"}
        return pickled(Call(Global(METADATA, "Metadata"), new=True, state=state), 4)


def distributed_folder():
    folder = DistributedFolder()
    for rank, (first, rows) in enumerate([(0, 3), (3, 2)]):
        file = f"__{rank}_0.distcp"
        if rank == 0:
            folder.object(file, "step", 40)
            folder.object(file, "dataloader.rank_0", b"no file of torch.save")
            folder.tensor(file, "tok_embeddings.weight", "bf16", (8, 4))
        for name in ("layers.0.attention.wq.weight", "optimizer.state.layers.0.attention.wq.weight.exp_avg",
                     "optimizer.state.layers.0.attention.wq.weight.exp_avg_sq"):
            folder.tensor(file, name, "f32", (rows, 4), (first, 0), (5, 4), f"{name}[{first},0]")
    folder.tensor("__1_0.distcp", "optimizer.state.layers.0.attention.wq.weight.step", "f32", ())
    return folder


GGUF_TYPES = {"F32": (0, 1, 4, "f32"), "F16": (1, 1, 2, "f16"), "BF16": (30, 1, 2, "bf16"), "F64": (28, 1, 8, "f64"),
              "I32": (26, 1, 4, "i32"), "Q4_0": (2, 32, 18, "opaque"), "Q8_0": (8, 32, 34, "opaque"),
              "Q6_K": (14, 256, 210, "opaque")}


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
              text("tokenizer.ggml.scores") + struct.pack("<IIQfff", 9, 6, 3, 0, 1, 2)]
    if alignment != 32:
        values.append(text("general.alignment") + struct.pack("<II", 4, alignment))
    infos = b""
    data = b""
    expected = []
    for name, kind, shape in tensors:
        number, block, size, dtype = GGUF_TYPES[kind]
        chunk = generator.randbytes(count_of(shape) // block * size)
        infos += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", n) for n in reversed(shape))
        infos += struct.pack("<IQ", number, len(data))
        data += chunk + b"\0" * (-len(chunk) % alignment)
        expected.append({"name": name, "dtype": dtype, "shape": list(shape) if dtype != "opaque" else [len(chunk)],
                         "xxh3": xxh3(chunk)})
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
    blocks = [("token_embd.weight", "Q8_0", (4, 32)), ("blk.0.attn_q.weight", "Q4_0", (2, 64)),
              ("blk.0.ffn_down.weight", "Q6_K", (1, 256)), ("blk.0.attn_norm.weight", "F32", (10,)),
              ("blk.0.half", "F16", (3, 5)), ("output.weight", "BF16", (2, 2, 3))]
    files = {"handwritten_v3.gguf": gguf(3, 32, blocks, 1),
             "handwritten_v2.gguf": gguf(2, 8, [("w", "F64", (3,)), ("i", "I32", (2, 3))], 2)}
    for name, (data, description) in files.items():
        write(name, data)
        expected[name] = description
    write_json("expected_handwritten.json", expected)

    folder = distributed_folder()
    os.makedirs("distributed_2", exist_ok=True)
    for name, data in {**folder.files, ".metadata": folder.metadata()}.items():
        write(f"distributed_2/{name}", data)
    write_json("distributed_2.json", {
        name: {"tensors": sorted(tensors, key=lambda t: t["name"]), "step": 40 if name == "__0_0.distcp" else -1}
        for name, tensors in folder.expected.items()})


if __name__ == "__main__":
    main()
