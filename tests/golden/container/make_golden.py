#!/usr/bin/env python3
"""Makes the checkpoints in this folder, and expected.json with the tensors that PyTorch itself reads in them.

Made by PyTorch 1.13.0a0 (Debian 12's python3-torch 1.13.1) with CPython 3.11. A safetensors file is written by hand to
the layout in the format's specification, because its library aligns every tensor. Needs libxxhash.

Usage: make_golden.py [FOLDER]
"""

import ctypes
import ctypes.util
import io
import json
import os
import random
import struct
import sys
from collections import OrderedDict

import numpy
import torch
from torch import nn

DTYPES = {
    torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.int64: "i64",
    torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8", torch.bool: "bool",
    torch.complex64: "c64", torch.complex128: "c128", torch.qint8: "i8", torch.quint8: "u8", torch.qint32: "i32",
}

xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))
xxhash.XXH3_64bits.restype = ctypes.c_uint64
xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def xxh3(data):
    return f"{xxhash.XXH3_64bits(data, len(data)):016x}"


def element_bytes(tensor):
    """The tensor's elements in row-major order."""
    tensor = tensor.detach()
    if tensor.is_quantized:
        tensor = tensor.int_repr()
    tensor = tensor.contiguous().reshape(-1)
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return tensor.numpy().tobytes()


def storage_bytes(tensor):
    storage = tensor.detach().storage()
    return bytes(torch.tensor([], dtype=torch.uint8).set_(storage._storage).numpy())


def flatten(value, path, seen):
    """Names tensors by their place in the pickle; visits containers once, and tensors at every place."""
    if isinstance(value, torch.Tensor):
        if value.layout == torch.sparse_coo:
            value = value.coalesce()
            yield path + ["indices"], value.indices()
            yield path + ["values"], value.values()
        else:
            yield path, value
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict):
        for key, item in value.items():
            yield from flatten(item, path + [str(key)], seen)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from flatten(item, path + [str(index)], seen)
    elif isinstance(value, nn.Module):
        yield from flatten(value.__dict__, path, seen)


def describe(value):
    tensors = []
    storages = {}
    for path, tensor in flatten(value, [], set()):
        if tensor.numel() == 0:
            continue
        tensors.append({"name": ".".join(path) or "tensor", "dtype": DTYPES[tensor.dtype],
                        "shape": list(tensor.shape), "xxh3": xxh3(element_bytes(tensor))})
        storages[tensor.storage().data_ptr()] = xxh3(storage_bytes(tensor))
    return {"tensors": tensors, "storages": sorted(storages.values())}


def small_net():
    return nn.Sequential(nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU(), nn.Flatten(), nn.Linear(12, 5))


def trained():
    net = small_net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, amsgrad=True)
    for _ in range(3):
        optimizer.zero_grad()
        net(torch.randn(4, 1, 4, 4)).square().mean().backward()
        optimizer.step()
    return net, optimizer


def views():
    base = torch.randn(16, 16)
    shared = {"x": [base[3], base[:, 1]]}
    return {"whole": base, "tied": base, "slice": base[2:5, 4:9], "transposed": base.t(), "strided": base[::3, ::5],
            "broadcast": torch.randn(4, 1).expand(4, 6), "nested": shared, "again": shared,
            "tail": torch.arange(1000.0)[990:]}


def all_dtypes():
    dtypes = [dtype for dtype in DTYPES if not str(dtype).startswith("torch.q")]
    tensors = {str(dtype).split(".")[1]: torch.arange(-3, 9).to(dtype).reshape(3, 4) for dtype in dtypes}
    for dtype in (torch.qint8, torch.quint8, torch.qint32):
        tensors[str(dtype).split(".")[1]] = torch.quantize_per_tensor(torch.linspace(-1, 1, 12), 0.1, 3, dtype)
    return tensors


def odd_objects():
    indices = torch.tensor([[0, 1, 2], [2, 0, 1]])
    return OrderedDict(
        sparse=torch.sparse_coo_tensor(indices, torch.randn(3), (3, 3)).coalesce(),
        parameter=nn.Parameter(torch.randn(3, 2)),
        numpy=numpy.arange(5.0),
        random=random.Random(1).getstate(),
        rng_state=torch.ByteTensor(range(16)),
        **{"key.with.dots": torch.ones(2), "": torch.zeros(1), "\u00fcn\u00efcode": torch.full((2,), 3.0)})


def safetensors(entries):
    """entries: name -> (dtype as spelled, numpy array or bytes, shape)."""
    header = OrderedDict()
    data = b""
    for name, (dtype, array, shape) in entries.items():
        chunk = array if isinstance(array, bytes) else array.tobytes()
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(chunk)]}
        data += chunk
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + data


def safetensors_expected(entries):
    names = {"F32": "f32", "F64": "f64", "BF16": "bf16", "I64": "i64", "F8_E4M3": "f8", "BOOL": "bool"}
    tensors = []
    for name, (dtype, array, shape) in entries.items():
        chunk = array if isinstance(array, bytes) else array.tobytes()
        if chunk:
            tensors.append({"name": name, "dtype": names[dtype], "shape": shape, "xxh3": xxh3(chunk)})
    return {"tensors": tensors, "storages": sorted(t["xxh3"] for t in tensors)}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    os.chdir(folder)
    torch.manual_seed(1)
    net, optimizer = trained()
    expected = {}

    def save(name, value, saved_as=None, counts=None, **options):
        torch.save(value, saved_as or name, **options)
        if saved_as:
            os.replace(saved_as, name)
        expected[name] = {"format": "torch-zip", **describe(torch.load(name)), **(counts or {})}

    save("state_dict.pt", net.state_dict())
    save("adam.pt", {"epoch": 2, "step": 99, "global_step": 7, "model": net.state_dict(),
                     "optimizer": optimizer.state_dict()}, counts={"step": 7, "epoch": 2})
    save("optimizer.pt", optimizer.state_dict())
    save("views.pt", views())
    save("empty_and_scalar.pt", [torch.zeros(0), torch.tensor(3.5), torch.zeros(3, 0, 2), (torch.tensor(7),)])
    save("dtypes.pt", all_dtypes())
    save("module.pt", small_net())
    save("tensor.pt", torch.arange(12.0).reshape(3, 4))
    save("renamed.pth", {"iter": 12, "w": torch.randn(2, 3)}, saved_as="other_name.pt", counts={"step": 12})
    save("many.pt", OrderedDict((f"layer{i}", torch.randn(3)) for i in range(60)))
    save("protocol4.pt", {"iteration": -5, "w": torch.randn(2, 3)}, counts={"step": -5}, pickle_protocol=4)
    save("odd_objects.pt", odd_objects())

    buffer = io.BytesIO()
    torch.save({"state_dict": net.state_dict(), "step": torch.tensor(4), "epoch": 3}, buffer)
    with open("file_object.ckpt", "wb") as file:
        file.write(buffer.getvalue())
    expected["file_object.ckpt"] = {"format": "torch-zip", **describe(torch.load("file_object.ckpt")), "epoch": 3}

    torch.save({"epoch": 1, **views()}, "legacy.pt", _use_new_zipfile_serialization=False)
    expected["legacy.pt"] = {"format": "torch-legacy", **describe(torch.load("legacy.pt")), "epoch": 1}

    generator = numpy.random.default_rng(1)
    entries = OrderedDict(
        weight=("F32", generator.standard_normal((4, 6)).astype("f4"), [4, 6]),
        half=("BF16", generator.bytes(20), [10]),
        empty=("F32", b"", [3, 0]),
        scalar=("F64", numpy.array(2.5), []),
        count=("I64", numpy.arange(3), [3]),
        mask=("BOOL", numpy.array([True, False, True]), [3]),
        tiny=("F8_E4M3", generator.bytes(7), [7]))
    with open("handwritten_unaligned.safetensors", "wb") as file:
        file.write(safetensors(entries))
    expected["handwritten_unaligned.safetensors"] = {"format": "safetensors", **safetensors_expected(entries)}

    with open("expected.json", "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
