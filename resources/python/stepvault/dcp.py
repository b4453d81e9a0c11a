"""Storage for torch.distributed.checkpoint, in a vault.

    from torch.distributed import checkpoint as dcp
    from stepvault.dcp import Reader, Writer

    writer = Writer("/pfs/vault", run="llama")            # on all ranks, after init_process_group()
    dcp.async_save(state, checkpoint_id="step_100", storage_writer=writer)
    ...
    dcp.load(state, storage_reader=Reader("/pfs/vault", run="llama"))          # the newest; on any number of ranks

Each rank codes what its part of the plan holds, against the step before, and the parts of all ranks are one
checkpoint of the vault, with DCP's own metadata: FSDP2, tensor parallelism, DTensor, pipelines and replicated
state are stored as DCP plans them, and load() reads the byte ranges that it needs, on any number of ranks. The
checkpoint restores as a folder that DCP's FileSystemReader reads; Reader(...).write_torch_file("step.pt") makes
one file of it. With the scheme "exact" it is equal to the
bit; "adaptive" and "lc" restore floats of parameters and optimizers approximately.

DeepPartPlanner divides what the ranks hold alike, as in data-parallel training:
dcp.save(state, checkpoint_id=100, storage_writer=writer, planner=DeepPartPlanner()).

Written for the interface of PyTorch 2.4 and newer. Sizes are in bytes, times in seconds. Errors are
StepvaultError; DCP raises them on all ranks as CheckpointException.
"""

from __future__ import annotations

import dataclasses
import enum
import io
import math
import os
import pickle
import re
import tempfile
import threading
from typing import Any

import torch
from torch.distributed.checkpoint.default_planner import _EmptyStateDictLoadPlanner
from torch.distributed.checkpoint.filesystem import FileSystemReader, _FileSystemWriter
from torch.distributed.checkpoint.metadata import Metadata
from torch.distributed.checkpoint.state_dict_loader import _load_state_dict

from ._dcp_planner import DeepPartPlanner
from ._errors import StepvaultError
from ._group_saves import GroupSaves
from ._library import Library, check_coding
from ._memory_files import MemoryFiles
from ._ranks import agree, close_communicator, connect
from .hook import _sync_folder, atomic_save

__all__ = ["DeepPartPlanner", "Reader", "Writer"]

METADATA = ".metadata"


# Not FileSystemWriter, which stages the state of async_save() itself, and more slowly than DCP does by default.
class Writer(_FileSystemWriter):
    """A StorageWriter for dcp.save() and dcp.async_save(); construct it once, on all ranks.

    `vault`: the vault's folder, which all ranks see; created if missing. `run`: the run's name. `scheme`:
    "adaptive", which aims at the relative `error` (None: the engine's default), "lc" with `bits`, or "exact".
    `checkpoint_id` of a save is a step, or a name or path that ends with one: 100, "step_100". `group`: the
    process_group of the saves (None: all ranks). `no_dist`: this process saves alone, as with no_dist of
    dcp.save(). `threads`: number of coding threads (None: the machine's cores, shared by its ranks).
    `run_folder`: the folder of the run's own files (None: the working folder). `memory_folder`: for states
    that do not fit into memory (None: the temporary folder); a writer keeps the memory of a state until
    close(). `node_folder`, `nodes`, `node_group`: for levels 1 to 3, as of Vault; `level`, which may change from
    save to save: 1 to 3 on the nodes, 4 in the vault. `library`: libstepvault.so.

    `report`, after a save: {"id", "step", "level", "bytes", "stored_bytes", "seconds", "ranks"}; "ranks": what
    each rank coded, and the seconds that it took: [{"bytes", "tensors", "seconds"}].
    """

    def __init__(self, vault: str | os.PathLike, run: str, scheme: str = "adaptive", error: float | None = None,
                 bits: int = 3, group: Any = None, no_dist: bool = False, threads: int | None = None,
                 run_folder: str | os.PathLike | None = None, memory_folder: str | None = None,
                 node_folder: str | os.PathLike | None = None, nodes: int = 0, node_group: int = 4,
                 library: str | None = None):
        check_coding(scheme, error, bits)
        super().__init__("", sync_files=False)
        self.fs = _WriterFiles(memory_folder)
        self.path, self.step, self.level, self.report = "", None, 4, None
        # Held while the files and the engine are in use: dcp.async_save() works in a thread of its own.
        self._lock, self._closed, self._saved = threading.Lock(), False, None
        self._saves = GroupSaves(vault, run, group, no_dist, threads, library,
                                 nodes=(os.fsencode(node_folder or b""), nodes, node_group), scheme=scheme,
                                 error=error or 0.0, bits=bits, folder=os.path.abspath(os.fsdecode(run_folder or ".")))

    def reset(self, checkpoint_id: int | str | os.PathLike | None = None) -> None:
        super().reset(None)
        if checkpoint_id is not None:
            self.step = step_of(checkpoint_id)
            self.path = "step_%d" % self.step

    def set_up_storage_writer(self, is_coordinator: bool, *args: Any, **kwargs: Any) -> None:
        super().set_up_storage_writer(is_coordinator, *args, **kwargs)
        if not getattr(self, "use_collectives", True):
            raise StepvaultError("all ranks' parts are one checkpoint, so that use_collectives=False cannot be used")
        if self.step is None:
            raise StepvaultError("no step: give dcp.save() a checkpoint_id that ends with the step")
        self.report = None
        self._saves.begin()

    def prepare_global_plan(self, plans):
        plans = super().prepare_global_plan(plans)
        for plan in plans:
            plan.storage_data.stepvault_round = self._saves.round
        return plans

    def write_data(self, plan, planner):
        if getattr(planner, "_enable_plan_caching", False):
            raise StepvaultError("a planner with enable_plan_caching cannot be used")
        with self._lock:
            self._check_open()
            return self._write(plan, planner)

    def _write(self, plan, planner):
        # A later save may set other values before this one is stored.
        saved = self.step, self.level, self.path
        self._saved = saved
        self._saves.join(getattr(plan.storage_data, "stepvault_round", 0))
        self.fs.begin(sum(_bytes_of(item) for item in plan.items), self._saves.beside)
        failure = None
        try:
            written = super().write_data(plan, planner)
            written.wait()
            return written
        except BaseException as problem:
            failure = problem
            raise
        finally:
            # Rank 0 continues in finish(), which DCP calls on rank 0 alone.
            if self._saves.rank != 0:
                self._saves.start(lambda: self._store(saved, failure))

    def finish(self, metadata: Metadata, results) -> None:
        with self._lock:
            self._check_open()
            super().finish(metadata, results)
            self._store(self._saved, None)

    def close(self) -> None:
        """Frees the memory. Wait for the futures of dcp.async_save() first."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._saves.close()
                self.fs.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind, error, trace) -> None:
        self.close()

    @classmethod
    def validate_checkpoint_id(cls, checkpoint_id) -> bool:
        return False  # so that DCP never chooses this writer for a path

    def _check_open(self):
        if self._closed:
            raise StepvaultError("the writer is closed")

    def _store(self, saved, failure):
        self.report = self._saves.save(*saved, self.fs.paths(), failure)


class Reader(FileSystemReader):
    """A StorageReader for dcp.load(). Each rank reads the byte ranges that its plan asks for.

    `vault`, `run`, `group`, `no_dist`, `library`: as of Writer. `threads`: number of decoding threads (None: the
    machine's cores). `step`: None for the newest, which rank 0 chooses for all; checkpoint_id of dcp.load()
    replaces it. `node_folder`, `nodes`, `node_group`: as of Writer; the newest whole step of the nodes is first
    brought into the vault. The ranks and nodes may be others than those that saved.
    """

    BATCH = 1 << 28  # bytes read at once

    def __init__(self, vault: str | os.PathLike, run: str, step: int | None = None, group: Any = None,
                 no_dist: bool = False, threads: int | None = None,
                 node_folder: str | os.PathLike | None = None, nodes: int = 0, node_group: int = 4,
                 library: str | None = None):
        super().__init__("")
        if node_folder is not None:
            saves = GroupSaves(vault, run, group, no_dist, threads, library,
                               nodes=(os.fsencode(node_folder), nodes, node_group))
            try:
                saves.rebuild()
            finally:
                saves.close()
        self._vault, self._run, self._group, self._no_dist = os.fsencode(vault), run, group, no_dist
        self.step = self._wanted = step  # `step`: of the last load
        self._threads, self._library, self._handle, self._files = threads or 0, Library(library), None, {}
        self.fs = _NoFiles()

    def reset(self, checkpoint_id: int | str | os.PathLike | None = None) -> None:
        super().reset(None)
        if checkpoint_id is not None:
            self._wanted = step_of(checkpoint_id)
        self.close()

    def read_metadata(self, *args: Any, **kwargs: Any) -> Metadata:
        if "rank" in kwargs:  # DCP asks again so, on the ranks that failed
            raise StepvaultError("all ranks' parts are one checkpoint, and no rank has metadata of its own")
        self._open()
        if METADATA not in self._files:
            raise StepvaultError("step %d of run %s was not saved by torch.distributed.checkpoint" % (self.step, self._run))
        data = self._library.read(self._handle, [(METADATA, 0, self._files[METADATA])])
        metadata = _MetadataUnpickler(io.BytesIO(data)).load()
        if getattr(metadata, "storage_meta", None) is not None:
            metadata.storage_meta.load_id = self.load_id
        return metadata

    def read_data(self, plan, planner):
        places = {id(item): self.storage_data[item.storage_index] for item in plan.items}
        items = sorted(plan.items, key=lambda item: (places[id(item)].relative_path, places[id(item)].offset))
        done, batch, size = super().read_data(dataclasses.replace(plan, items=[]), planner), [], 0
        for item in items:
            batch.append(item)
            size += places[id(item)].length
            if size >= self.BATCH or item is items[-1]:
                self._read_batch(dataclasses.replace(plan, items=batch), planner, places)
                batch, size = [], 0
        self.close()
        return done

    def write_torch_file(self, path: str | os.PathLike) -> None:
        """Writes the checkpoint as one new file for torch.load(), by this process alone, which must have memory for
        it. Keys of dictionaries are texts, as DCP saves them, but for the numbers of parameters in optimizers'
        states, which load_state_dict() needs. As with dcp.load(), entries that are no tensors are
        unpickled: use it for checkpoints that you trust."""
        state, path = {}, os.path.abspath(os.fspath(path))
        with tempfile.TemporaryDirectory(prefix=".stepvault-", dir=os.path.dirname(path)) as folder:
            if os.path.lexists(path):
                raise StepvaultError("%s exists already" % path)
            alone, self._no_dist = self._no_dist, True
            try:
                _load_state_dict(state, storage_reader=self, planner=_EmptyStateDictLoadPlanner(), no_dist=True)
            finally:
                self._no_dist = alone
                self.close()
            unfinished = os.path.join(folder, "file")
            atomic_save(_with_numbered_parameters(state), unfinished)
            try:
                os.link(unfinished, path)  # unlike rename(), replaces nothing
            except FileExistsError:
                raise StepvaultError("%s exists already" % path) from None
        _sync_folder(os.path.dirname(path))

    def close(self) -> None:
        handle, self._handle = self._handle, None
        if handle:
            self._library.close_checkpoint(handle)

    @classmethod
    def validate_checkpoint_id(cls, checkpoint_id) -> bool:
        return False

    def _read_batch(self, plan, planner, places):
        # Several items may ask for parts of one stored piece.
        wanted = list(dict.fromkeys((places[id(item)].relative_path, places[id(item)].offset, places[id(item)].length)
                                    for item in plan.items))
        data = memoryview(self._library.read(self._handle, wanted))
        at, self._pieces = 0, {}
        for path, offset, length in wanted:
            self._pieces[path, offset] = data[at:at + length]
            at += length
        super().read_data(plan, planner)
        self._pieces = {}

    def _slice_file(self, file, sinfo):
        return _View(self._pieces[sinfo.relative_path, sinfo.offset])

    def _open(self):
        """Opens the checkpoint, the same one on all ranks."""
        self.close()
        if self._wanted is not None:
            self._handle, self.step, self._files = self._open_step(self._wanted)
            return
        ranks = connect(self._group, self._no_dist)
        try:
            failure, opened = None, None
            if ranks.rank == 0:
                try:
                    opened = self._open_step(None)
                except StepvaultError as problem:
                    failure = problem
            step = agree(ranks, opened and opened[1], failure)[0]
        finally:
            close_communicator(ranks)
        self._handle, self.step, self._files = opened or self._open_step(step)

    def _open_step(self, step):
        return self._library.open_checkpoint(self._vault, self._run, step, self._threads)


def step_of(checkpoint_id: int | str | os.PathLike) -> int:
    """The number at the end of a name: of 100, "step_100" and "/runs/a/step=100/" it is 100."""
    if isinstance(checkpoint_id, int):
        return checkpoint_id
    number = re.search(r"[0-9]+$", os.path.basename(os.fspath(checkpoint_id).rstrip("/")))
    if not number:
        raise StepvaultError("checkpoint_id %r does not end with a step; give one like \"step_100\"" % (checkpoint_id,))
    return int(number.group())


def _with_numbered_parameters(value):
    """The same state with {"state": {0: ...}, "param_groups": [...]} where DCP made a text of the 0."""
    if isinstance(value, list):
        return [_with_numbered_parameters(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: _with_numbered_parameters(one) for key, one in value.items()}
    states = made.get("state")
    if "param_groups" in made and isinstance(states, dict) and all(isinstance(key, str) and key.isdigit() for key in states):
        made["state"] = {int(key): one for key, one in states.items()}
    return made


def _bytes_of(item):
    """About the bytes of a write item in its file."""
    if item.tensor_data is None:
        return 0
    return math.prod(item.tensor_data.chunk.sizes) * item.tensor_data.properties.dtype.itemsize + 1024


class _WriterFiles:
    """The file system of a Writer: one folder, in memory."""

    def __init__(self, folder):
        self._memory = MemoryFiles(folder)
        self.begin, self.paths, self.close = self._memory.begin, self._memory.paths, self._memory.close

    def init_path(self, path):
        return path

    def concat_path(self, path, suffix):
        return suffix

    def create_stream(self, path, mode):
        return self._memory.create(path)

    def rename(self, path, new_path):
        self._memory.rename(path, new_path)

    def mkdir(self, path):
        pass

    def exists(self, path):
        return False


class _NoFiles:
    """The file system of a Reader, which opens no file: see Reader._slice_file()."""

    def concat_path(self, path, suffix):
        return suffix

    def create_stream(self, path, mode):
        return io.BytesIO()


class _View(io.RawIOBase):
    """Reads from memory without a copy."""

    def __init__(self, data):
        self._data, self._at = data, 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=os.SEEK_SET):
        self._at = offset + (0, self._at, len(self._data))[whence]
        return self._at

    def tell(self):
        return self._at

    def readinto(self, target):
        part = self._data[self._at:self._at + len(target)]
        target[:len(part)] = part
        self._at += len(part)
        return len(part)


class _MetadataUnpickler(pickle.Unpickler):
    """Reads DCP's metadata, and makes no other objects."""

    MODULES = ("torch.distributed.checkpoint.metadata", "torch.distributed.checkpoint.filesystem")
    NAMES = {("torch", "Size"), ("torch", "device"), ("torch.serialization", "_get_layout"), ("builtins", "set"),
             ("builtins", "frozenset"), ("collections", "OrderedDict"), ("pathlib", "PosixPath"),
             ("pathlib._local", "PosixPath"), ("torch.distributed._shard.sharded_tensor.metadata", "TensorProperties"),
             ("torch.distributed._shard.sharded_tensor.metadata", "MEM_FORMAT_ENCODING")}

    def find_class(self, module, name):
        is_type = module == "torch" and isinstance(getattr(torch, name, None), (torch.dtype, torch.memory_format))
        if is_type or (module, name) in self.NAMES:
            return super().find_class(module, name)
        if module in self.MODULES:
            found = super().find_class(module, name)
            is_record = dataclasses.is_dataclass(found) or (isinstance(found, type) and issubclass(found, enum.Enum))
            if is_record and found.__module__ == module:
                return found
        raise StepvaultError("the checkpoint's metadata names %s.%s, which no version of PyTorch writes" % (module, name))
