#!/usr/bin/env python3
"""Makes this folder's checkpoints of PyTorch's other formats: legacy files (before 1.6), TorchScript and
torch.distributed.checkpoint; expected_torch.json and distributed_1_13.json have the tensors that PyTorch
itself reads.

Made by PyTorch 1.13.0a0 (Debian 12's python3-torch 1.13.1) with CPython 3.11. Legacy files name storages by
their addresses, so they differ in each run; all other files are always the same.

Usage: make_torch.py [FOLDER]
"""

import dataclasses
import os
import shutil
import sys
import tempfile

import torch
from torch import multiprocessing, nn

from make_golden import DTYPES, describe, element_bytes, trained, xxh3
from make_handwritten import write_json

RANKS = 2


def legacy_files():
    net, optimizer = trained()
    yield "legacy_adam.pt", {"epoch": 2, "global_step": 7, "model": net.state_dict(),
                             "optimizer": optimizer.state_dict()}, {"step": 7, "epoch": 2}
    yield "legacy_module.pt", nn.Linear(3, 2), {}
    yield "legacy_protocol4.pth", {"iter": 12, "w": torch.randn(2, 3), "half": torch.randn(5).half(),
                                   "none": torch.zeros(0)}, {"step": 12}


def script_expected(module):
    """In the archive's order: each module's own tensors in the order of their declaration."""
    listed = [{"name": name, "dtype": DTYPES[value.dtype], "shape": list(value.shape),
               "xxh3": xxh3(element_bytes(value))} for name, value in module.state_dict().items()]
    return {"format": "torch-zip", "tensors": listed, "storages": sorted(t["xxh3"] for t in listed)}


def import_checkpoint():
    """Imports torch.distributed.checkpoint: its dataclasses have defaults that Python 3.11 accepts only from
    hashable classes."""
    plain = dataclasses.dataclass

    def hashable(cls=None, **options):
        def wrap(cls):
            given = options if options.get("frozen") or "__hash__" in cls.__dict__ else {**options, "unsafe_hash": True}
            return plain(cls, **given)
        return wrap if cls is None else wrap(cls)

    dataclasses.dataclass = hashable
    from torch.distributed._shard import checkpoint, metadata, sharded_tensor
    dataclasses.dataclass = plain
    return checkpoint, metadata, sharded_tensor


def distributed_state():
    """Whole tensors, and their division among the ranks: key -> rows of each rank."""
    torch.manual_seed(5)
    whole = {"model.layers.0.weight": torch.randn(6, 4), "model.layers.0.bias": torch.randn(4),
             "optimizer.state.layers.0.weight.exp_avg": torch.randn(6, 4),
             "optimizer.state.layers.0.weight.exp_avg_sq": torch.rand(6, 4),
             "optimizer.state.layers.0.weight.step": torch.tensor(7.0),
             "counts": torch.arange(5)}
    rows = {"model.layers.0.weight": [4, 2], "optimizer.state.layers.0.weight.exp_avg": [4, 2],
            "optimizer.state.layers.0.weight.exp_avg_sq": [4, 2]}
    objects = {"step": 7, "extra": {"list": [1, "two"], "table": torch.arange(4.0)}}
    return whole, rows, objects


def save_rank(rank, folder, meeting):
    checkpoint, metadata, sharded_tensor = import_checkpoint()
    torch.distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=RANKS)
    whole, rows, objects = distributed_state()
    state = {}
    for key, tensor in whole.items():
        state[key] = tensor
        if key in rows:
            first = sum(rows[key][:rank])
            piece = tensor[first:first + rows[key][rank]].clone()
            place = metadata.ShardMetadata([first, 0], list(piece.shape), f"rank:{rank}/cpu")
            state[key] = sharded_tensor.init_from_local_shards([sharded_tensor.Shard(piece, place)], *tensor.shape)
    state.update(objects)
    checkpoint.save_state_dict(state, checkpoint.FileSystemWriter(folder, single_file_per_rank=True))


def distributed_expected():
    whole, rows, objects = distributed_state()
    files = {f"__{rank}_0.distcp": [] for rank in range(RANKS)}

    def add(rank, name, tensor):
        files[f"__{rank}_0.distcp"].append({"name": name, "dtype": DTYPES[tensor.dtype], "shape": list(tensor.shape),
                                            "xxh3": xxh3(element_bytes(tensor))})

    for key, tensor in whole.items():
        first = 0
        for rank, count in enumerate(rows.get(key, [])):
            add(rank, f"{key}[{first},0]", tensor[first:first + count])
            first += count
        if key not in rows:
            add(0, key, tensor)
    add(0, "extra.table", objects["extra"]["table"])
    return {name: {"tensors": sorted(tensors, key=lambda t: t["name"]), "step": 7 if name == "__0_0.distcp" else -1}
            for name, tensors in files.items()}


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    torch.manual_seed(3)
    expected = {}
    for name, value, counts in legacy_files():
        torch.save(value, name, pickle_protocol=4 if "protocol4" in name else 2, _use_new_zipfile_serialization=False)
        expected[name] = {"format": "torch-legacy", **describe(torch.load(name)), **counts}
    script = torch.jit.script(nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1)))
    torch.jit.save(script, "torch_script.pt")
    expected["torch_script.pt"] = script_expected(script)
    write_json("expected_torch.json", expected)

    folder = "distributed_1_13"
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as meeting:
        multiprocessing.spawn(save_rank, args=(folder, os.path.join(meeting, "ranks")), nprocs=RANKS)
    write_json(f"{folder}.json", distributed_expected())


if __name__ == "__main__":
    main()
