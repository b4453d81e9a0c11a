#!/usr/bin/env python3
"""Makes the files in this folder that today's frameworks write: PyTorch's zip, also without checksums, a folder of
torch.distributed.checkpoint by two ranks, safetensors, and GGUF. expected_real.json and distributed_2.json have the
tensors that each framework itself reads in them.

Made by PyTorch 2.14.1, safetensors 0.8.0, and gguf 0.19.0, with CPython 3.11. Each maker needs only PyTorch and its own
framework, so they may run in several environments: expected_real.json keeps the tensors of the others. Needs
libxxhash. An ID in .metadata and the order of safetensors' metadata differ in each run.

Usage: make_real.py [NAME...], the names of makers (torch, distributed, safetensors, gguf); without names, all
"""

import json
import os
import shutil
import sys
import tempfile

import numpy
import torch
from torch import nn

from make_golden import DTYPES, flatten, xxh3
from make_handwritten import write_json

RANKS = 2
STEP = 40


class Subclass(torch.Tensor):
    pass


def dtype_name(dtype):
    return {**DTYPES, torch.float8_e4m3fn: "f8", torch.uint16: "u16"}[dtype]


def element_bytes(tensor):
    """The tensor's elements in row-major order."""
    tensor = tensor.detach().as_subclass(torch.Tensor)
    if tensor.is_quantized:
        tensor = tensor.int_repr()
    return tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()


def described(name, tensor):
    return {"name": name, "dtype": dtype_name(tensor.dtype), "shape": list(tensor.shape),
            "xxh3": xxh3(element_bytes(tensor))}


def contents(form, tensors):
    """Of files in which each tensor has its own bytes."""
    return {"format": form, "tensors": tensors, "storages": sorted(tensor["xxh3"] for tensor in tensors)}


def make_torch(expected):
    torch.manual_seed(3)
    state = {"parameter": nn.Parameter(torch.randn(2, 3)), "subclass": torch.randn(4).bfloat16().as_subclass(Subclass),
             "quantized": torch.quantize_per_tensor(torch.linspace(-1, 1, 5), 0.1, 3, torch.quint8),
             "float8": torch.randn(3, 2).to(torch.float8_e4m3fn), "uint16": torch.arange(65530, 65536).to(torch.uint16),
             "meta": torch.empty(2, 2, device="meta"), "empty": torch.empty(0, 3)}
    state.update({f"layer{i}": torch.randn(i + 1).half() for i in range(6)})

    def save(name, value, more):
        torch.save(value, name)
        loaded = flatten(torch.load(name, weights_only=False), [], set())
        expected[name] = {**contents("torch-zip", [described(".".join(path), tensor) for path, tensor in loaded
                                                   if tensor.numel() > 0 and not tensor.is_meta]), **more}

    save("torch_2_14.pt", state, {})
    torch.serialization.set_crc32_options(False)
    save("no_checksums.pt", {"w": torch.randn(4)}, {"wrong_checksums": True})
    torch.serialization.set_crc32_options(True)


def whole_state():
    chance = torch.Generator().manual_seed(5)
    wq = "layers.0.attention.wq.weight"
    return {"tok_embeddings.weight": torch.randn(8, 4, generator=chance).bfloat16(),
            wq: torch.randn(5, 4, generator=chance),
            f"optimizer.state.{wq}.exp_avg": torch.randn(5, 4, generator=chance),
            f"optimizer.state.{wq}.exp_avg_sq": torch.rand(5, 4, generator=chance),
            f"optimizer.state.{wq}.step": torch.tensor(float(STEP))}


def save_rank(rank, folder, meeting):
    import torch.distributed.checkpoint as checkpoint
    from torch.distributed.tensor import Shard, distribute_tensor
    torch.distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=RANKS)
    mesh = torch.distributed.init_device_mesh("cpu", (RANKS,))
    # Rows 0 to 2 are the first rank's, rows 3 and 4 the second's.
    state = {name: distribute_tensor(tensor, mesh, [Shard(0)]) if tensor.shape == (5, 4) else tensor
             for name, tensor in whole_state().items()}
    # Each rank of TorchTitan saves a pickle of its own.
    state.update({"step": STEP, "dataloader": {f"rank_{rank}": b"a pickle of rank %d" % rank}})
    checkpoint.save(state, checkpoint_id=folder)
    torch.distributed.destroy_process_group()


def make_distributed(expected):
    import torch.distributed.checkpoint as checkpoint
    folder = "distributed_2"
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as meeting:
        torch.multiprocessing.spawn(save_rank, args=(folder, os.path.join(meeting, "ranks")), nprocs=RANKS)
    loaded = {name: torch.zeros_like(tensor) for name, tensor in whole_state().items()}
    checkpoint.load(loaded, checkpoint_id=folder)
    metadata = checkpoint.FileSystemReader(folder).read_metadata()
    files = {}
    for index, place in metadata.storage_data.items():
        file = files.setdefault(place.relative_path, {"tensors": [], "step": -1})
        if index.fqn == "step":
            file["step"] = STEP
        if index.fqn not in loaded:
            continue
        chunks = metadata.state_dict_metadata[index.fqn].chunks
        (chunk,) = [chunk for chunk in chunks if chunk.offsets == index.offset]
        tensor = loaded[index.fqn]
        for dimension, (start, size) in enumerate(zip(chunk.offsets, chunk.sizes)):
            tensor = tensor.narrow(dimension, start, size)
        name = index.fqn + ("" if len(chunks) == 1 else "[" + ",".join(map(str, chunk.offsets)) + "]")
        file["tensors"].append(described(name, tensor))
    for file in files.values():
        file["tensors"].sort(key=lambda tensor: tensor["name"])
    write_json(f"{folder}.json", files)


def make_safetensors(expected):
    from safetensors import safe_open
    from safetensors.torch import save_file
    torch.manual_seed(1)
    name = "weights.safetensors"
    save_file({"weight": torch.randn(4, 6), "half": torch.randn(10).bfloat16(), "empty": torch.empty(3, 0),
               "scalar": torch.tensor(2.5, dtype=torch.float64), "count": torch.arange(3),
               "mask": torch.tensor([True, False, True]), "tiny": torch.randn(7).to(torch.float8_e4m3fn)}, name,
              {"format": "pt", "step": "1200", "note": "NaN"})
    os.chmod(name, 0o644)
    with safe_open(name, "pt") as file:
        tensors = [(key, file.get_tensor(key)) for key in file.offset_keys()]
        step = int(file.metadata()["step"])
    listed = [described(*one) for one in tensors if one[1].numel() > 0]
    expected[name] = {**contents("safetensors", listed), "step": step}


def make_gguf(expected):
    from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, quants
    name = "llama.gguf"
    chance = numpy.random.default_rng(1)
    writer = GGUFWriter(name, "llama")
    writer.add_block_count(2)
    writer.add_rope_freq_base(1e4)
    writer.add_bool("general.quantized", True)
    writer.add_uint64("general.size", 1 << 40)
    writer.add_token_list(["<s>", "a", "\u00fc"])
    writer.add_token_scores([0.0, 1.0, 2.0])

    def add(tensor, kind, *shape):
        values = chance.standard_normal(shape, "f4")
        kind = GGMLQuantizationType[kind]
        # This library cannot quantize to Q6_K, only write what llama.cpp quantized.
        data = chance.integers(0, 256, (shape[0], 210), "u1") if kind.name == "Q6_K" else quants.quantize(values, kind)
        writer.add_tensor(tensor, data, raw_dtype=kind)

    add("token_embd.weight", "Q8_0", 4, 32)
    add("blk.0.attn_q.weight", "Q4_0", 2, 64)
    add("blk.0.ffn_down.weight", "Q6_K", 1, 256)
    add("blk.0.attn_norm.weight", "F32", 10)
    add("blk.0.half", "F16", 3, 5)
    # No padding follows the last tensor, so that any cut removes a part of it.
    add("output.weight", "BF16", 2, 2, 8)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

    names = {"F32": "f32", "F16": "f16", "BF16": "bf16"}
    tensors = []
    for tensor in GGUFReader(name).tensors:
        dtype = names.get(tensor.tensor_type.name, "opaque")
        shape = [int(tensor.n_bytes)] if dtype == "opaque" else tensor.shape.tolist()[::-1]
        tensors.append({"name": tensor.name, "dtype": dtype, "shape": shape, "xxh3": xxh3(tensor.data.tobytes())})
    expected[name] = contents("gguf", tensors)


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    makers = {name[5:]: make for name, make in globals().items() if name.startswith("make_")}
    expected = {}
    if os.path.exists("expected_real.json"):
        with open("expected_real.json", encoding="utf-8") as file:
            expected = json.load(file)
    for name in sys.argv[1:] or makers:
        makers[name](expected)
    write_json("expected_real.json", expected)


if __name__ == "__main__":
    main()
