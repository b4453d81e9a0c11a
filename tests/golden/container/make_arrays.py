#!/usr/bin/env python3
"""Makes the files of numpy, HDF5, Keras and TensorFlow in this folder, and expected_arrays.json, which
describes their contents.

Made by Debian 12's numpy 1.24.2, and h5py 3.7.0 on libhdf5 1.10.8. Keras and TensorFlow are not in Debian:
h5py and zipfile make Keras' files in the structure that keras/src/saving (3.x) and its legacy_h5_format
write; TensorFlow's files are written by hand to tensor_bundle.proto and LevelDB's table format. The
expectations are computed from the arrays and from h5py's offsets of its datasets. Needs libxxhash.

Usage: make_arrays.py [FOLDER]
"""

import ctypes
import ctypes.util
import io
import json
import os
import struct
import sys
import zipfile

import h5py
import numpy as np

NAMES = {"f2": "f16", "f4": "f32", "f8": "f64", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "u8",
         "u2": "u16", "u4": "u32", "u8": "u64", "b1": "bool", "c8": "c64", "c16": "c128"}

xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))
xxhash.XXH3_64bits.restype = ctypes.c_uint64
xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

random = np.random.default_rng(1)
expected = {}


def xxh3(data):
    return f"{xxhash.XXH3_64bits(data, len(data)):016x}"


def floats(*shape, dtype="f4"):
    return random.standard_normal(shape).astype(dtype)


def tensor(name, array, dtype=None):
    """Describes a tensor the way test_inspect does; elements in row-major order."""
    array = np.asarray(array)
    dtype = dtype or NAMES.get(array.dtype.str[1:]) if array.dtype.str[0] != ">" else None
    shape = list(array.shape) if dtype else [array.nbytes]
    return {"name": name, "dtype": dtype or "opaque", "shape": shape, "xxh3": xxh3(array.tobytes())}


def expect(file, form, tensors, storages=None, **more):
    """storages: the payloads' bytes, if their order differs from that of the tensors' elements."""
    storages = [t["xxh3"] for t in tensors] if storages is None else [xxh3(s) for s in storages]
    expected[file] = {"format": form, "tensors": tensors, "storages": sorted(storages), **more}


def in_file_order(array):
    return array.tobytes("F" if np.isfortran(array) else "C")


def make_npy():
    def save(file, array, version=None, described=True):
        with open(file, "wb") as out:
            np.lib.format.write_array(out, array, version=version)
        tensors = [tensor("array", array)] if described and array.nbytes else []
        storages = [in_file_order(array)] if tensors else []
        expect(file, "npy" if described else "raw", tensors, storages)

    save("plain.npy", floats(3, 4))
    save("columns.npy", np.asfortranarray(floats(3, 5, 2, dtype="f8")))
    save("big_endian.npy", floats(7).astype(">f4"))
    save("scalar.npy", np.array(2.5, dtype="f2"))
    save("empty.npy", floats(0, 3))
    save("version2.npy", floats(2, 2), (2, 0))
    save("version3.npy", floats(5), (3, 0))
    save("records.npy", np.zeros(3, dtype=[("a", "<f4"), ("b", "<i8")]), described=False)
    save("objects.npy", np.array([{"a": 1}, None], dtype=object), described=False)


class Unseekable(io.RawIOBase):
    def __init__(self, out):
        super().__init__()
        self.out = out

    def writable(self):
        return True

    def write(self, data):
        return self.out.write(data)


def make_npz():
    arrays = {"step": np.array(1200), "params/dense/kernel": floats(4, 6), "params/dense/bias": floats(6),
              "columns": np.asfortranarray(floats(3, 4)), "half": floats(9, dtype="f2"), "double": floats(3, dtype="f8"),
              "complex": floats(4).astype("c8"), "mask": np.array([True, False, True]), "tiny": np.arange(5, dtype="i1"),
              "words": np.array(["one", "three"]), "foreign": np.arange(4, dtype=">i4"), "none": floats(0, 2),
              "records": np.zeros(2, dtype=[("x", "<f4")]), "epoch": np.array(3, dtype="i4")}
    kept = {k: v for k, v in arrays.items() if k not in ("none", "records")}

    def described(items):
        return [tensor(k.replace("/", "."), v) for k, v in items.items()], [in_file_order(v) for v in items.values()]

    np.savez("arrays.npz", **arrays)
    expect("arrays.npz", "npz", *described(kept), step=1200, epoch=3)
    np.savez_compressed("compressed.npz", **arrays)
    expect("compressed.npz", "raw", [])
    some = {"w": floats(5, 5), "b": floats(5)}
    # Written to a pipe: checksums and lengths follow the members.
    with open("streamed.npz", "wb") as out:
        np.savez(Unseekable(out), **some)
    expect("streamed.npz", "npz", *described(some))


def dataset_tensors(file, base=0):
    """Contiguous datasets of numbers, in file order."""
    found = []

    def visit(path, item):
        if isinstance(item, h5py.Dataset) and item.chunks is None and item.id.get_offset() is not None and item.nbytes:
            found.append((base + item.id.get_offset(), path.replace("/", "."), item[()]))

    file.visititems(visit)
    return [(name, np.asarray(value)) for _, name, value in sorted(found, key=lambda f: f[0])]


def expect_hdf5(path, form="hdf5", rename=None, dtypes=None, without=(), **more):
    with h5py.File(path, "r") as file:
        found = [(name, value) for name, value in dataset_tensors(file) if name not in without]
    tensors = [tensor((rename or {}).get(name, name), value, (dtypes or {}).get(name)) for name, value in found]
    expect(path, form, tensors, **more)


def make_hdf5():
    def fill(file):
        file["weights/kernel"] = floats(5, 4)
        for name in ("f2", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "c8", "c16"):
            file["types/" + name] = np.arange(6).astype(name).reshape(2, 3)
        file["types/truth"] = np.array([True, False, True])
        file["types/foreign"] = np.arange(3, dtype=">f4")
        file["types/scalar"] = np.float32(1.5)
        file["empty"] = floats(0, 4)
        file["zlink"] = file["weights/kernel"]

    for path, libver in (("types.h5", None), ("latest.hdf5", "latest"), ("v18.h5", ("v108", "v108"))):
        with h5py.File(path, "w", libver=libver) as file:
            fill(file)
        expect_hdf5(path)

    with h5py.File("mixed.h5", "w") as file:
        file["plain"] = floats(4, 4)
        file.create_dataset("in_chunks", data=floats(8, 8), chunks=(4, 4))
        file.create_dataset("compressed", data=floats(8, 8), compression="gzip")
        file["text"] = "a text"
        file["records"] = np.zeros(3, dtype=[("a", "<f4"), ("b", "<i8")])
        file["soft"] = h5py.SoftLink("/plain")
        file["outside"] = h5py.ExternalLink("types.h5", "/weights")
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_layout(h5py.h5d.COMPACT)
        space = h5py.h5s.create_simple((3,))
        h5py.h5d.create(file.id, b"compact", h5py.h5t.IEEE_F32LE, space, properties)
    with h5py.File("mixed.h5", "r") as file:
        expect("mixed.h5", "hdf5", [tensor("plain", file["plain"][()])])

    with h5py.File("in_chunks.h5", "w") as file:
        file.create_dataset("w", data=floats(8, 8), chunks=(4, 4), compression="gzip")
    expect("in_chunks.h5", "raw", [])


def keras3_variables(step):
    """A model of two dense layers around a normalization, with Adam, as H5IOStore writes it."""
    shapes = [(6, 8), (8,), (8,), (8,), (8, 3), (3,)]
    weights = [floats(*shape) for shape in shapes]
    statistics = [floats(8), np.abs(floats(8))]
    groups = {"layers/dense": weights[:2], "layers/batch_normalization": weights[2:4] + statistics,
              "layers/dense_1": weights[4:], "layers/dropout/seed_generator": [np.array([0, 7], dtype="u4")]}
    optimizer = [np.array(step, dtype="i8"), np.array(0.001, dtype="f4")]
    for shape in shapes:
        optimizer += [floats(*shape), np.square(floats(*shape))]
    groups["optimizer"] = optimizer
    return groups


def write_keras3(file, step):
    file.create_group("vars")
    for path, variables in keras3_variables(step).items():
        group = file.create_group(path).create_group("vars")
        for i, variable in enumerate(variables):
            group[str(i)] = variable


def make_keras():
    with h5py.File("model.weights.h5", "w") as file:
        write_keras3(file, 300)
        bfloat16 = floats(4, dtype="f4").view("u2")[1::2].copy().view("V2")
        half = file.create_group("layers/embedding").create_group("vars").create_dataset("0", data=bfloat16)
        half.attrs["dtype"] = "bfloat16"
    expect_hdf5("model.weights.h5", dtypes={"layers.embedding.vars.0": "bf16"}, step=300)

    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        write_keras3(file, 301)
    optimizer = {"module": "keras.optimizers", "class_name": "Adam", "registered_name": None,
                 "config": {"name": "adam", "learning_rate": 0.001, "amsgrad": False, "use_ema": False,
                            "gradient_accumulation_steps": None}}
    config = {"module": "keras", "class_name": "Sequential", "compile_config": {"optimizer": optimizer, "loss": "mse"}}
    with zipfile.ZipFile("model.keras", "w") as archive:
        with archive.open("metadata.json", "w") as member:
            member.write(json.dumps({"keras_version": "3.0.0"}).encode())
        with archive.open("config.json", "w") as member:
            member.write(json.dumps(config).encode())
        archive.writestr(zipfile.ZipInfo("model.weights.h5"), stream.getvalue())
    moments = {f"optimizer.vars.{i}": f"optimizer.vars.{i}.{'mv'[i % 2]}" for i in range(2, 14)}
    with h5py.File(stream, "r") as file:
        tensors = [tensor(moments.get(name, name), value) for name, value in dataset_tensors(file)]
    expect("model.keras", "keras", tensors, step=301)

    with h5py.File("keras2.h5", "w") as file:
        file.attrs["keras_version"] = "2.10.0"
        file.attrs["model_config"] = json.dumps({"class_name": "Sequential"})
        layers = file.create_group("model_weights")
        layers.attrs["layer_names"] = [b"dense", b"batch_normalization"]
        for path, shape in (("dense/dense/kernel:0", (6, 4)), ("dense/dense/bias:0", (4,)),
                            ("batch_normalization/batch_normalization/gamma:0", (4,)),
                            ("batch_normalization/batch_normalization/moving_mean:0", (4,)),
                            ("batch_normalization/batch_normalization/moving_variance:0", (4,))):
            layers[path] = np.abs(floats(*shape))
        moments = file.create_group("optimizer_weights")
        moments["Adam/iter:0"] = np.array(77, dtype="i8")
        for slot in "mv":
            moments[f"Adam/dense/kernel/{slot}:0"] = np.square(floats(6, 4))
    expect_hdf5("keras2.h5", step=77)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def table_block(entries):
    """Keys share a prefix with the key before; every third key is stored whole."""
    out, restarts, before = b"", [], b""
    for i, (key, value) in enumerate(entries):
        shared = len(os.path.commonprefix([before, key])) if i % 3 else 0
        if i % 3 == 0:
            restarts.append(len(out))
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        before = key
    restarts = restarts or [0]
    return out + b"".join(struct.pack("<I", r) for r in restarts) + struct.pack("<I", len(restarts))


def make_tensorflow():
    def entry(array, shard, offset):
        data = array.tobytes()
        shape = b"".join(b"\x12" + varint(len(d)) + d for d in (b"\x08" + varint(n) for n in array.shape))
        return (b"\x08\x01" + b"\x12" + varint(len(shape)) + shape + (b"\x18" + varint(shard) if shard else b"") +
                (b"\x20" + varint(offset) if offset else b"") + b"\x28" + varint(len(data)) + b"\x35" +
                struct.pack("<I", crc32c(data)))

    shards = [b"", b""]
    entries = [(b"", b"\x08\x02\x1a\x02\x08\x01")]
    for i in range(8):
        shard = i % 2
        array = floats(3 + i, 2)
        entries.append((f"model/layer-{i}/kernel/.ATTRIBUTES/VARIABLE_VALUE".encode(), entry(array, shard, len(shards[shard]))))
        shards[shard] += array.tobytes()
    # A tensor in slices: its own offset has no meaning.
    entries.append((b"sliced", b"\x08\x01\x20" + varint(1 << 40) + b"\x28\x08\x3a\x00"))
    out, handles = b"", []
    for part in (entries[:4], entries[4:]):
        block = table_block(part)
        handles.append((part[-1][0], varint(len(out)) + varint(len(block))))
        out += block + b"\x00" + struct.pack("<I", crc32c(block + b"\x00"))
    footer = b""
    for block in (table_block([]), table_block(handles)):
        footer += varint(len(out)) + varint(len(block))
        out += block + b"\x00" + struct.pack("<I", crc32c(block + b"\x00"))
    with open("model.ckpt-100.index", "wb") as file:
        file.write(out + footer.ljust(40, b"\x00") + struct.pack("<Q", 0xDB4775248B80FB57))
    for i, data in enumerate(shards):
        with open(f"model.ckpt-100.data-{i:05d}-of-00002", "wb") as file:
            file.write(data)
    expect("model.ckpt-100.index", "tensorflow-index", [])


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    make_npy()
    make_npz()
    make_hdf5()
    make_keras()
    make_tensorflow()
    with open("expected_arrays.json", "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
