"""Saves a training's state into a Stepvault vault while the training goes on. One file, and libstepvault.so.

    vault = stepvault.Vault("/pfs/vault", run="bert")     # on all ranks, after init_process_group()
    for step in range(start + 1, total + 1):
        loss = train_one_step()
        if step % 100 == 0:                               # on all ranks alike
            vault.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, step)
    vault.close()                                         # waits for the last one
    state = vault.load()                                  # the newest, on each rank

The ranks hold the same state, like data-parallel ranks: each rank copies its part of the state into a
snapshot that the ranks of its machine share, and the training continues. A thread on each rank then codes
that rank's part; together the ranks store one checkpoint, which restores as a safetensors file. Numbers that
differ between ranks (states of random generators) are stored as on the rank that copied them; if structure or
plain values differ, save() raises on all ranks.

A state consists of dicts, lists, tuples, None, bools, numbers, strings, tensors of PyTorch (dense, on any
device) and objects with the buffer protocol (array.array, NumPy's arrays, bytes). Tensors that share memory
are stored once. Scheme "exact" restores everything to the bit; "adaptive" and "lc" restore floats of tensors
approximately.

Errors are StepvaultError, or TypeError for objects that cannot be stored, and the same on all ranks. Only one
thread of a process may use a vault. Sizes are in bytes, times in seconds.
"""

import array
import collections
import contextlib
import ctypes
import datetime
import functools
import hashlib
import itertools
import json
import logging
import math
import mmap
import operator
import os
import shutil
import struct
import sys
import tempfile
import threading
import time

__all__ = ["Vault", "Ticket", "StepvaultError"]

PAGE = 4096
SHARED_MEMORY = "/dev/shm"
NOT_FOUND, NO_SPACE = 2, 10  # codes of the C interface


class StepvaultError(RuntimeError):
    """`code`: the error code of the C interface (stepvault.h); None if the error is not from there."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


class Vault:
    """A run in a vault, for the ranks that hold the same state. Call all functions on all ranks.

    `folder`: the vault's folder, which all ranks see; created if missing. `run`: the run's name. `scheme`:
    "adaptive", which aims at the relative `error`, "lc" with `bits`, or "exact". `group`: a group of
    torch.distributed, of any backend; None: all ranks, or this process alone; or two objects with rank, size
    and all_gather(bytes) -> [bytes by rank], one for the training's thread, one for the background.
    `node_folder`, `nodes`, `node_group`: for levels 1 to 3, as --node-folder, --nodes and --group of
    stepvault-mpi. `run_folder`: the folder of the run's own files (None: the working folder).
    `snapshot_folder`: for snapshots that do not fit into shared memory (None: the temporary folder).
    `threads`: number of coding threads (None: the machine's cores, shared by its ranks). `skip_when_busy`:
    see save(). `library`: libstepvault.so.
    """

    _made = collections.Counter()  # by group: so that vaults do not share their internal groups

    def __init__(self, folder, run, scheme="adaptive", error=0.5, bits=3, group=None, node_folder=None, nodes=0,
                 node_group=4, run_folder=None, snapshot_folder=None, threads=None, skip_when_busy=False, library=None):
        self._run, self._scheme, self._error, self._bits = run, scheme, error, bits
        self._run_folder = os.path.abspath(os.fsdecode(run_folder or "."))
        self._skip_when_busy, self._running, self._broken, self._handle = skip_when_busy, None, None, None
        # held while _handle is used outside the calls of the one thread, and by close()
        self._open = threading.Lock()
        self._front, self._back = group if isinstance(group, tuple) else _communicators(group, self._made)
        self.rank, self.size = self._front.rank, self._front.size
        failure = None
        try:
            self._library = _Library(library)
        except (OSError, StepvaultError) as problem:
            failure = problem
        keys = _agree(self._back, _machine_key(), failure)
        machines = [keys.index(key) for key in keys]
        local = [rank for rank, machine in enumerate(machines) if machine == machines[self.rank]]
        self._snapshot = _Snapshot(self._front, local, snapshot_folder)
        cores = len(os.sched_getaffinity(0))
        self._handle = self._library.open(self._back, os.fsencode(folder), machines, threads or max(1, cores // len(local)),
                                          os.fsencode(node_folder or b""), nodes, node_group)

    def save(self, state, step, level=4):
        """Takes a snapshot, returns a Ticket and stores the snapshot in the background. `level`: 1 to 3: on
        the nodes, 4: in the vault. Later changes of the state are not stored. If the save before is still
        running, save() waits for it; with `skip_when_busy` it saves nothing instead (Ticket.skipped), on all
        ranks alike."""
        begun = time.perf_counter()
        plan, failure = None, self._failure()
        try:
            step = operator.index(step)
            plan = _Plan(state, step)
        except TypeError as problem:
            failure = failure or problem
        busy = self._running is not None and not self._running.done()
        mine = [plan and plan.digest, step if plan else None, level, busy]
        told = self._together(self._front, mine, failure)
        if self._skip_when_busy and any(one[-1] for one in told):
            return Ticket(step, begun, skipped=True)
        for rank, one in enumerate(told):
            if one[:-1] != told[0][:-1]:
                raise StepvaultError("the ranks save different states: state, step or level of rank %d differ in "
                                     "structure or plain values from those of rank 0" % rank)
        self._finish()
        with self._noting_breaks():
            self._snapshot.prepare(plan.size)
        ticket = self._running = Ticket(step, begun, cancel=self._cancel, progress=self._progress)
        failure = None
        try:
            self._snapshot.copy(plan)
        except BaseException as problem:  # the background tells the other ranks
            failure = problem
        del plan, state
        ticket._start(lambda: self._store(step, level, failure))
        if failure:
            raise failure
        ticket.stall_seconds = time.perf_counter() - begun
        return ticket

    def load(self, step=None):
        """The state saved at `step`, or the newest state of vault and nodes; its tensors are on the CPU."""
        self._finish()
        for folder in self._snapshot.folders:
            try:
                file = self._restore(step, folder)
                break
            except StepvaultError as problem:
                if problem.code != NO_SPACE or folder == self._snapshot.folders[-1]:
                    raise
        with file:
            return _read_state(file)

    def steps(self):
        """The steps that load() can restore, newest last."""
        self._finish()
        self._together(self._back, None, None)
        try:
            with self._noting_breaks():
                return sorted({step for step, _ in self._library.steps(self._handle, self._run)})
        except StepvaultError as problem:
            if problem.code != NOT_FOUND:
                raise
            return []

    def close(self):
        """Waits for a running save. Its errors go to its ticket and are logged."""
        self._finish()
        with self._open:
            handle, self._handle = self._handle, None
        if handle:
            self._library.close(handle)
        self._snapshot.close()
        for communicator in self._front, self._back:
            _close(communicator)
        self._broken = self._broken or StepvaultError("the vault is closed")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def _failure(self):
        return self._broken and StepvaultError("no more can be saved or loaded: %s" % self._broken)

    def _finish(self):
        if self._running:
            self._running._thread.join()

    def _cancel(self):
        with self._open:
            if self._handle:
                self._library.cancel(self._handle)

    def _progress(self):
        with self._open:
            return self._library.progress(self._handle) if self._handle else (0, 0)

    def _together(self, communicator, value, failure):
        if self._broken:  # then no other rank may be there to wait for
            raise failure or self._failure()
        with self._noting_breaks():
            return _agree(communicator, value, failure)

    @contextlib.contextmanager
    def _noting_breaks(self):
        """A rank that cannot continue closes its connections, so that the others notice."""
        try:
            yield
        except _Broken as problem:
            self._broken = problem
            for communicator in self._front, self._back:
                _close(communicator)
            raise

    def _restore(self, step, folder):
        """The file that one rank of each machine restored below `folder`, open on all ranks, and without a
        name."""
        own, file, failure = None, None, None
        try:
            try:
                own = tempfile.mkdtemp(prefix="stepvault-", dir=folder) if self._snapshot.leads else None
            except OSError as problem:
                failure = problem
            own_of = self._together(self._back, own, failure)
            path = os.path.join(own_of[self._snapshot.leader], "state.safetensors")
            with self._noting_breaks():
                self._library.restore(self._handle, self._run, step, path if own else "")
            try:
                file = open(path, "rb")
            except OSError as problem:
                failure = problem
            self._together(self._back, None, failure)
            return file
        finally:
            if own:
                shutil.rmtree(own, ignore_errors=True)

    def _store(self, step, level, failure):
        """Runs in the background: makes a checkpoint of the snapshot."""
        now = self._together(self._back, time.time_ns(), failure)[0]
        try:
            self._snapshot.set_time(now)
        except OSError as problem:
            failure = problem
        self._together(self._back, None, failure)
        try:
            with self._noting_breaks():
                report = self._library.save(
                    self._handle, path=self._snapshot.path, source="step_%d.safetensors" % step, run=self._run,
                    folder=self._run_folder, step=step, scheme=self._scheme, error=self._error, bits=self._bits,
                    level=level)
        except StepvaultError as problem:
            failure = problem
        self._together(self._back, None, failure)  # after this no rank reads the snapshot any more
        return report


class Ticket:
    """A save. `skipped`: nothing was saved. `stall_seconds`: how long the training stopped."""

    def __init__(self, step, begun, skipped=False, cancel=None, progress=None):
        self.step, self.skipped, self.stall_seconds = step, skipped, time.perf_counter() - begun
        self._begun, self._cancel, self._progress, self._thread = begun, cancel, progress, None
        self._report, self._error = None, None

    def done(self):
        return self._thread is None or not self._thread.is_alive()

    def wait(self, timeout=None):
        """The stored checkpoint: {"id", "step", "level", "bytes", "stored_bytes", "seconds",
        "stall_seconds"}, seconds from the call of save() until the checkpoint was durable; None if it was
        skipped. Raises the save's error, or TimeoutError."""
        if self._thread:
            self._thread.join(timeout)
            if self._thread.is_alive():
                raise TimeoutError("step %d is still being saved" % self.step)
        if self._error:
            raise self._error
        return self._report and {**self._report, "stall_seconds": self.stall_seconds}

    def progress(self):
        """(bytes done, bytes in total); the total is 0 while it is not known."""
        return self._progress() if self._progress and not self.done() else (0, 0)

    def cancel(self):
        """Stops the save on all ranks, unless it is nearly done; wait() then raises."""
        if self._cancel and not self.done():
            self._cancel()

    def _start(self, store):
        self._thread = threading.Thread(target=self._run, args=(store,), name="stepvault-%d" % self.step)
        self._thread.start()

    def _run(self, store):
        try:
            report = store()
            self._report = {"step": self.step, **report, "seconds": time.perf_counter() - self._begun}
        except BaseException as problem:
            self._error = problem
            words = str(problem) or repr(problem)
            logging.getLogger("stepvault").warning("stepvault: step %d was not saved: %s", self.step, words)


# --- The elements of a state --------------------------------------------------------------------------------------

TORCH_DTYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64",
                "int32": "I32", "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL", "uint16": "U16",
                "uint32": "U32", "uint64": "U64", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2",
                "complex64": "F32", "complex128": "F64"}  # complex tensors get a last dimension of two
MAPS = {dict: "d", collections.OrderedDict: "o", collections.Counter: "n"}
ROWS = {list: "l", tuple: "t"}


class _Leaf:
    """A tensor of the file. `bytes()`: all its bytes, flat, as uint8 of PyTorch or memoryview; or their place
    in memory."""

    __slots__ = "name", "dtype", "shape", "itemsize", "size", "bytes", "begin"


class _Plan:
    """The safetensors file of a state: its header, and the place of each tensor's bytes.

    Its __metadata__ holds the state's structure: plain values as they are; ["T", name, kind, detail] a
    tensor; ["l", ...] a list, ["t", ...] a tuple, ["d", [key, value], ...] a dict ("o" an OrderedDict, "n" a
    Counter), ["m", metadata, dict] a dict with PyTorch's _metadata; ["f", text] a float that JSON lacks,
    ["c", real, imaginary] a complex."""

    def __init__(self, state, step):
        self._leaves, self._names, self._tied, self._open = [], {"__metadata__"}, {}, set()
        structure = self._encode(state, (), "state")
        # so that each begins at a multiple of its element size
        self._leaves.sort(key=lambda leaf: -leaf.itemsize)
        entries, at = {}, 0
        for leaf in self._leaves:
            entries[leaf.name] = {"dtype": leaf.dtype, "shape": leaf.shape, "data_offsets": [at, at + leaf.size]}
            leaf.begin, at = at, at + leaf.size
        structure = json.dumps(structure, separators=(",", ":"))
        header = {"__metadata__": {"format": "pt", "step": str(step), "stepvault": structure}, **entries}
        header = json.dumps(header, separators=(",", ":")).encode()
        header += b" " * (-(8 + len(header)) % PAGE)  # so that its length stays while its numbers change
        self.header = struct.pack("<Q", len(header)) + header
        if len(header) > 100_000_000:
            raise TypeError("state: too many tensors or plain values, their description would take over 100 MB")
        self.digest, self.size = hashlib.sha256(self.header).hexdigest(), len(self.header) + at

    def parts(self, begin, end):
        """(offset, bytes, or their address and number) for everything in this range of the file."""
        if begin < len(self.header):
            yield begin, memoryview(self.header)[begin:end]
        for leaf in self._leaves:
            first = len(self.header) + leaf.begin
            if leaf.size and first < end and first + leaf.size > begin:
                low, high, content = max(begin, first), min(end, first + leaf.size), leaf.bytes()
                if type(content) is int:
                    yield low, (content + low - first, high - low)
                else:
                    yield low, content[low - first:high - first]

    def _encode(self, value, path, place):
        kind = type(value)
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if math.isfinite(value) else ["f", repr(value)]
        if kind is complex:
            return ["c", *(self._encode(part, path, place) for part in (value.real, value.imag))]
        if kind in MAPS or kind in ROWS:
            if id(value) in self._open:
                raise TypeError("%s: contains itself" % place)
            self._open.add(id(value))
            try:
                return self._encode_many(value, kind, path, place)
            finally:
                self._open.discard(id(value))
        torch = sys.modules.get("torch")
        if torch and isinstance(value, torch.Tensor):
            return self._encode_tensor(torch, value, path, place)
        try:
            view = memoryview(value)
        except TypeError:
            raise TypeError("%s: a %s cannot be stored; only tensors, plain values, dicts, lists and tuples of them can"
                            % (place, _type_name(value))) from None
        return self._encode_buffer(value, view, path, place)

    def _encode_many(self, value, kind, path, place):
        if kind in ROWS:
            return [ROWS[kind], *(self._encode(one, (*path, str(at)), "%s[%d]" % (place, at))
                                  for at, one in enumerate(value))]
        pairs = []
        for key, one in value.items():
            if key is not None and type(key) not in (bool, int, str, float) or key != key:
                raise TypeError("%s: a key of type %s cannot be stored" % (place, _type_name(key)))
            coded = self._encode(one, (*path, str(key)), "%s[%r]" % (place, key))
            pairs.append([self._encode(key, path, place), coded])
        coded = [MAPS[kind], *pairs]
        metadata = getattr(value, "_metadata", None)
        if metadata is not None:
            coded = ["m", self._encode(metadata, (*path, "_metadata"), place + "._metadata"), coded]
        return coded

    def _encode_tensor(self, torch, tensor, path, place):
        own, dtype = _dtype_names(tensor.dtype)
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter)
        if not (plain and dtype and tensor.layout == torch.strided and tensor.device.type != "meta"):
            raise TypeError("%s: a %s of dtype %s, layout %s, on %s cannot be stored; only dense tensors can"
                            % (place, _type_name(tensor), tensor.dtype, tensor.layout, tensor.device))
        kind = "parameter" if type(tensor) is torch.nn.Parameter else "torch"
        detail, tensor = [own, tensor.requires_grad], tensor.detach()
        shape, itemsize, size = list(tensor.shape), tensor.element_size(), tensor.numel() * tensor.element_size()
        key = (tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride(), tensor.device, tensor.is_conj(),
               tensor.is_neg()) if size else None
        if tensor.is_complex():
            shape, itemsize = shape + [2], itemsize // 2
        name = self._leaf(key, path, dtype, shape, itemsize, size, lambda: _bytes_of(torch, tensor))
        return ["T", name, kind, detail]

    def _encode_buffer(self, value, view, path, place):
        form = view.format.lstrip("@=<")
        letter = {"f": "F", "d": "F", "e": "F", "?": "BOOL", "c": "U"}.get(form) or ("I" if form in "bhilqn" else "U")
        if len(form) != 1 or form not in "fde?cbhilqnBHILQN":
            raise TypeError("%s: a %s of format %r cannot be stored" % (place, _type_name(value), view.format))
        dtype = letter if letter == "BOOL" else letter + str(8 * view.itemsize)
        kind = _type_name(value) if type(value) in (array.array, bytes, bytearray) else "memoryview"
        if type(value).__module__ == "numpy":
            kind = "numpy" if _type_name(value) == "ndarray" else "scalar"
        name = self._leaf(id(value), path, dtype, list(view.shape), view.itemsize, view.nbytes,
                          lambda: view.cast("B") if view.c_contiguous else memoryview(view.tobytes()))
        return ["T", name, kind, form]

    def _leaf(self, key, path, dtype, shape, itemsize, size, read):
        if key is not None and key in self._tied:
            return self._tied[key].name
        leaf = _Leaf()
        leaf.name = name = ".".join(path).encode("utf-8", "replace").decode() or "tensor"
        for number in itertools.count(2):
            if leaf.name not in self._names:
                break
            leaf.name = "%s#%d" % (name, number)
        leaf.dtype, leaf.shape, leaf.itemsize, leaf.size, leaf.bytes = dtype, shape, itemsize, size, read
        self._names.add(leaf.name)
        self._leaves.append(leaf)
        if key is not None:
            self._tied[key] = leaf
        return leaf.name


def _type_name(value):
    return type(value).__name__


@functools.lru_cache(maxsize=None)
def _dtype_names(dtype):
    """The names in PyTorch and in safetensors."""
    name = str(dtype).split(".")[-1]
    return name, TORCH_DTYPES.get(name)


def _bytes_of(torch, tensor):
    if tensor.device.type == "cpu" and tensor.is_contiguous() and not (tensor.is_conj() or tensor.is_neg()):
        return tensor.data_ptr()
    tensor = tensor.resolve_conj().resolve_neg()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def _read_state(file):
    """The state in a safetensors file that a _Plan made."""
    try:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        length, = struct.unpack_from("<Q", data)
        header = json.loads(data[8:8 + length])
        structure = json.loads(header["__metadata__"]["stepvault"])
    except (ValueError, LookupError, TypeError, OverflowError, struct.error):
        raise StepvaultError("this checkpoint was not saved by this module; `stepvault restore` brings it back as a "
                             "file") from None
    known = {}

    def decode(coded):
        if not isinstance(coded, list):
            return coded
        tag, *rest = coded
        if tag == "T":
            name, kind, detail = rest
            if name not in known:
                known[name] = _read_leaf(data, 8 + length, header[name], kind, detail)
            if kind == "parameter" and (name, kind) not in known:
                known[name, kind] = sys.modules["torch"].nn.Parameter(known[name], requires_grad=detail[1])
            return known[(name, kind) if kind == "parameter" else name]
        if tag == "f":
            return float(rest[0])
        if tag == "c":
            return complex(*map(decode, rest))
        if tag == "m":
            value = decode(rest[1])
            value._metadata = decode(rest[0])
            return value
        for kind, its in ROWS.items():
            if tag == its:
                return kind(map(decode, rest))
        value = next(kind for kind, its in MAPS.items() if tag == its)()
        for key, one in rest:
            value[decode(key)] = decode(one)
        return value

    return decode(structure)


def _read_leaf(data, at, entry, kind, detail):
    (begin, end), shape = entry["data_offsets"], entry["shape"]
    at, size = at + begin, end - begin
    if kind in ("torch", "parameter"):
        import torch
        dtype = getattr(torch, detail[0])
        part = {torch.complex64: torch.float32, torch.complex128: torch.float64}.get(dtype, dtype)
        tensor = torch.empty(shape, dtype=part)
        if size:
            tensor = torch.frombuffer(data, dtype=part, count=tensor.numel(), offset=at).clone().reshape(shape)
        return tensor if part == dtype else torch.view_as_complex(tensor)
    content = data[at:at + size]
    if kind in ("bytes", "bytearray"):
        return content if kind == "bytes" else bytearray(content)
    if kind == "array":
        return array.array(detail, content)
    if kind in ("numpy", "scalar"):
        import numpy
        value = numpy.frombuffer(bytearray(content), dtype=detail).reshape(shape)
        return value if kind == "numpy" else value[()]
    return memoryview(content).cast(detail, shape) if size and shape else memoryview(content)


# --- The snapshot -------------------------------------------------------------------------------------------------

class _Snapshot:
    """The file into which the ranks of a machine (`local`) copy the state. It has a name only until all ranks
    have opened it, and later saves use it again: writing to existing memory is several times as fast as
    writing to new memory."""

    def __init__(self, communicator, local, folder):
        self._communicator, self._local, self._file, self._map, self._size = communicator, local, None, None, 0
        other = os.path.abspath(os.fsdecode(folder or tempfile.gettempdir()))
        self.folders = [SHARED_MEMORY if os.path.isdir(SHARED_MEMORY) else other, other]
        self.leader = local[0]
        self.leads = communicator.rank == self.leader

    @property
    def path(self):
        return "/proc/self/fd/%d" % self._file.fileno()

    def prepare(self, size):
        """Sets the file's size. `size` is the same on all ranks, so all ranks do the same."""
        if size == self._size:
            return
        name, failure = None, None
        try:
            self._map, self._size = None, 0
            if self.leads:
                name = self._reserve(size)
        except (OSError, StepvaultError) as problem:
            failure = problem
        try:
            names = _agree(self._communicator, name, failure)
            try:
                if not self.leads and names[self.leader]:
                    self._file = open(names[self.leader], "rb+", buffering=0)
                self._map = mmap.mmap(self._file.fileno(), size)
            except (OSError, ValueError) as problem:
                failure = problem
            _agree(self._communicator, None, failure)
            self._size = size
        except BaseException:
            self.close()  # on all ranks: no rank may continue with a file that other ranks lack
            raise
        finally:
            if name:
                os.unlink(name)

    def _reserve(self, size):
        """Reserves the space; returns the file's name if it is a new file. If space were missing, a later
        write would kill the process."""
        if self._file and self._fill(self._file, size):
            return None
        for folder in self.folders:
            if folder == SHARED_MEMORY and not _has_memory_for(size):
                continue
            handle, name = tempfile.mkstemp(prefix="stepvault-", dir=folder)
            file = open(handle, "rb+", buffering=0)
            if self._fill(file, size):
                self._file = file
                return name
            file.close()
            os.unlink(name)
        raise StepvaultError("no room for a snapshot of %d bytes in %s or %s; give another snapshot_folder"
                             % (size, *self.folders))

    @staticmethod
    def _fill(file, size):
        try:
            os.ftruncate(file.fileno(), size)
            os.posix_fallocate(file.fileno(), 0, size)
            return True
        except OSError:
            return False

    def copy(self, plan):
        """Copies this rank's part of the state."""
        count, index = len(self._local), self._local.index(self._communicator.rank)
        begin, end = (plan.size * i // count // PAGE * PAGE if i < count else plan.size for i in (index, index + 1))
        torch, target = sys.modules.get("torch"), memoryview(self._map)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        for at, part in plan.parts(begin, end):
            if isinstance(part, memoryview):
                target[at:at + len(part)] = part
            elif isinstance(part, tuple):
                ctypes.memmove(address + at, *part)
            else:
                torch.frombuffer(self._map, dtype=torch.uint8, count=part.numel(), offset=at).copy_(part)

    def set_time(self, time_ns):
        """Sets the time, which is the same on all machines and distinguishes checkpoints."""
        if self.leads:
            os.utime(self._file.fileno(), ns=(time_ns, time_ns))

    def close(self):
        self._map, self._size = None, 0
        if self._file:
            self._file.close()
            self._file = None


def _has_memory_for(size):
    try:
        found = os.statvfs(SHARED_MEMORY)
        with open("/proc/meminfo") as file:
            available = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
        return min(found.f_bavail * found.f_frsize, available) > size + size // 8
    except (OSError, StopIteration):
        return False


def _machine_key():
    """A key that is equal for ranks that see the same shared memory."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        boot = file.read().strip()
    return "%s-%d" % (boot, os.stat(SHARED_MEMORY).st_dev if os.path.isdir(SHARED_MEMORY) else 0)


# --- The ranks ----------------------------------------------------------------------------------------------------

class _Broken(StepvaultError):
    """The ranks lost touch with each other."""


def _agree(communicator, value=None, failure=None):
    """All ranks' values, by rank. If a rank has failed, all ranks raise; the failed rank raises its own
    error."""
    mine = [value, None] if failure is None else [None, [_type_name(failure), str(failure) or repr(failure)]]
    try:
        told = [json.loads(bytes(one)) for one in communicator.all_gather(json.dumps(mine).encode())]
    except Exception as problem:
        if failure is not None:
            raise failure
        raise _Broken("the ranks lost touch with each other: %s" % (str(problem) or repr(problem))) from problem
    if failure is not None:
        raise failure
    for rank, (_, failed) in enumerate(told):
        if failed:
            raise (TypeError if failed[0] == "TypeError" else StepvaultError)("rank %d: %s" % (rank, failed[1]))
    return [one for one, _ in told]


def _close(communicator):
    close = getattr(communicator, "close", None)
    if close:
        close()


class _SingleProcess:
    rank, size = 0, 1

    def all_gather(self, data):
        return [data]


def _communicators(group, made):
    """Separate groups for the training's thread and for the background, so that their messages do not mix."""
    torch = sys.modules.get("torch")
    distributed = torch and sys.modules.get("torch.distributed")
    if not (distributed and distributed.is_available() and distributed.is_initialized()):
        return _SingleProcess(), _SingleProcess()
    size = distributed.get_world_size(group)
    if size == 1:
        return _SingleProcess(), _SingleProcess()
    inner = distributed.distributed_c10d
    global_rank = getattr(distributed, "get_global_rank", None) or inner._get_global_rank
    ranks = [global_rank(group, rank) if group else rank for rank in range(size)]
    name = "stepvault/" + hashlib.sha256(repr(ranks).encode()).hexdigest()[:16]
    made[name] += 1
    store = distributed.PrefixStore("%s/%d" % (name, made[name]), inner._get_default_store())
    return tuple(_Gloo(torch, distributed.PrefixStore(end, store), distributed.get_rank(group), size)
                 for end in ("front", "back"))


class _Gloo:
    """A gloo group, which sends bytes from memory to memory, whatever backend the training uses."""

    SLOT = 512  # bytes of the first round; short messages need no second round
    TIMEOUT = datetime.timedelta(minutes=30)

    def __init__(self, torch, store, rank, size):
        self._torch, self.rank, self.size = torch, rank, size
        self._group = torch.distributed.distributed_c10d.ProcessGroupGloo(store, rank, size, self.TIMEOUT)

    def all_gather(self, data):
        slot = bytearray(self.SLOT)
        slot[:8] = struct.pack("<Q", len(data))
        head = data[:self.SLOT - 8]
        slot[8:8 + len(head)] = head
        slots = self._gather(self._tensor(slot))
        lengths = [struct.unpack_from("<Q", one)[0] for one in slots]
        if max(lengths) <= self.SLOT - 8:
            return [one[8:8 + length] for one, length in zip(slots, lengths)]
        received = []
        for rank, length in enumerate(lengths):
            tensor = self._torch.empty(length, dtype=self._torch.uint8)
            if length:
                tensor = self._tensor(bytearray(data)) if rank == self.rank else tensor
                self._group.broadcast(tensor, rank).wait()
            received.append(data if rank == self.rank else _content(tensor))
        return received

    def all_to_all(self, parts):
        lengths = self._gather(self._tensor(bytearray(struct.pack("<%dQ" % self.size, *map(len, parts)))))
        coming = [struct.unpack("<%dQ" % self.size, one)[self.rank] for one in lengths]
        received = [self._torch.empty(length, dtype=self._torch.uint8) for length in coming]
        works = []
        for rank in range(self.size):
            if rank == self.rank:
                continue
            if parts[rank]:
                works.append(self._group.send([self._tensor(bytearray(parts[rank]))], rank, 0))
            if coming[rank]:
                works.append(self._group.recv([received[rank]], rank, 0))
        for work in works:
            work.wait()
        return [parts[rank] if rank == self.rank else _content(one) for rank, one in enumerate(received)]

    def close(self):
        self._group = None

    def _gather(self, mine):
        all_ranks = [self._torch.empty_like(mine) for _ in range(self.size)]
        self._group.allgather([all_ranks], [mine]).wait()
        return [_content(one) for one in all_ranks]

    def _tensor(self, data):
        return self._torch.frombuffer(data, dtype=self._torch.uint8)


def _content(tensor):
    return bytes((ctypes.c_char * tensor.numel()).from_address(tensor.data_ptr())) if tensor.numel() else b""


# --- libstepvault.so ----------------------------------------------------------------------------------------------

class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    @classmethod
    def of(cls, text):
        text = text if isinstance(text, bytes) else os.fsencode(text)
        return cls(text, len(text))


class _Part(ctypes.Structure):
    """A text with its length, because its bytes may contain zeros."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


_DELIVER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t)
_ALL_GATHER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, _DELIVER, ctypes.c_void_p)
_ALL_TO_ALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Part), _DELIVER, ctypes.c_void_p)


class _Communicator(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_uint32), ("size", ctypes.c_uint32), ("machines", ctypes.POINTER(ctypes.c_uint32)),
                ("context", ctypes.c_void_p), ("all_gather", _ALL_GATHER), ("all_to_all", _ALL_TO_ALL)]


class _Options(ctypes.Structure):
    _fields_ = [("vault", _Text), ("create", ctypes.c_int), ("communicator", ctypes.POINTER(_Communicator)),
                ("threads", ctypes.c_uint32), ("node_folder", _Text), ("nodes", ctypes.c_uint32),
                ("group", ctypes.c_uint32)]


class _SaveRequest(ctypes.Structure):
    _fields_ = [("path", _Text), ("source", _Text), ("run", _Text), ("folder", _Text), ("step", ctypes.c_int64),
                ("scheme", _Text), ("error", ctypes.c_double), ("bits", ctypes.c_uint32), ("level", ctypes.c_uint32),
                ("weights", ctypes.POINTER(ctypes.c_uint32))]


class _SaveReport(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("level", ctypes.c_uint32), ("bytes", ctypes.c_uint64),
                ("stored_bytes", ctypes.c_uint64), ("seconds", ctypes.c_double)]


class _RestoreRequest(ctypes.Structure):
    _fields_ = [("run", _Text), ("step", ctypes.POINTER(ctypes.c_int64)), ("output", _Text), ("replace", ctypes.c_int)]


class _RestoreReport(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("step", ctypes.c_int64), ("bytes", ctypes.c_uint64)]


class _Step(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("step", ctypes.c_int64), ("level", ctypes.c_uint32), ("saved", ctypes.c_double)]


_EACH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Step))


class _Handle:
    """A vault of the library, and its communication with the other ranks."""

    def __init__(self):
        self.vault, self.communicator, self.failure = ctypes.c_void_p(), None, None


class _Library:
    ABI, ROOM = 1, 4096

    def __init__(self, path=None):
        beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libstepvault.so")
        beside = beside if os.path.exists(beside) else "libstepvault.so.1"
        path = path or os.environ.get("STEPVAULT_LIBRARY") or beside
        try:
            self._c = ctypes.CDLL(os.fsdecode(path))
        except OSError as problem:
            raise StepvaultError("%s; install Stepvault, or name libstepvault.so in STEPVAULT_LIBRARY" % problem) from None
        words = [ctypes.c_char_p, ctypes.c_size_t]
        pointer, vault = ctypes.POINTER, ctypes.c_void_p
        for name, kinds in {"open": [pointer(_Options), pointer(vault), *words],
                            "save": [vault, pointer(_SaveRequest), pointer(_SaveReport), *words],
                            "restore": [vault, pointer(_RestoreRequest), pointer(_RestoreReport), *words],
                            "steps": [vault, _Text, _EACH, vault, *words], "close": [vault], "cancel": [vault],
                            "progress": [vault, pointer(ctypes.c_uint64), pointer(ctypes.c_uint64)], "abi": []}.items():
            function = getattr(self._c, "stepvault_" + name)
            function.argtypes = kinds
            function.restype = {"abi": ctypes.c_uint32}.get(name, ctypes.c_int if words[0] in kinds else None)
        if self._c.stepvault_abi() != self.ABI:
            raise StepvaultError("%s has a different version than this module; install both from one Stepvault" % path)

    def open(self, communicator, folder, machines, threads, node_folder, nodes, node_group):
        handle = _Handle()
        options = _Options(_Text.of(folder), 1, None, threads, _Text.of(node_folder), nodes, node_group)
        if communicator.size > 1:
            handle.communicator = _Communicator(
                communicator.rank, communicator.size, (ctypes.c_uint32 * communicator.size)(*machines), None,
                _ALL_GATHER(self._all_gather(communicator, handle)), self._all_to_all(communicator, handle))
            options.communicator = ctypes.pointer(handle.communicator)
        self._call(handle, self._c.stepvault_open, ctypes.byref(options), ctypes.byref(handle.vault))
        return handle

    def save(self, handle, step, level, error, bits, **texts):
        report = _SaveReport()
        request = _SaveRequest(step=step, level=level, error=error, bits=bits,
                               **{name: _Text.of(text) for name, text in texts.items()})
        self._call(handle, self._c.stepvault_save, handle.vault, ctypes.byref(request), ctypes.byref(report))
        return {"id": report.id.decode(), "level": report.level, "bytes": report.bytes,
                "stored_bytes": report.stored_bytes}

    def restore(self, handle, run, step, output):
        number = ctypes.c_int64(step or 0)
        request = _RestoreRequest(_Text.of(run), None if step is None else ctypes.pointer(number), _Text.of(output), 0)
        report = _RestoreReport()
        lost = self._call(handle, self._c.stepvault_restore, handle.vault, ctypes.byref(request), ctypes.byref(report))
        for line in lost.splitlines():
            logging.getLogger("stepvault").warning("stepvault: %s", line)

    def steps(self, handle, run):
        found = []
        each = _EACH(lambda _, step: found.append((step.contents.step, step.contents.level)))
        self._call(handle, self._c.stepvault_steps, handle.vault, _Text.of(run), each, None)
        return found

    def cancel(self, handle):
        self._c.stepvault_cancel(handle.vault)

    def progress(self, handle):
        done, total = ctypes.c_uint64(), ctypes.c_uint64()
        self._c.stepvault_progress(handle.vault, ctypes.byref(done), ctypes.byref(total))
        return done.value, total.value

    def close(self, handle):
        self._c.stepvault_close(handle.vault)

    def _call(self, handle, function, *arguments):
        message = ctypes.create_string_buffer(self.ROOM)
        code = function(*arguments, message, self.ROOM)
        words = message.value.decode("utf-8", "replace")
        if handle.failure:
            raise _Broken("%s: %s" % (words, handle.failure), code) from handle.failure
        if code:
            raise StepvaultError(words, code)
        return words

    @staticmethod
    def _all_gather(communicator, handle):
        def all_gather(_, mine, length, deliver, sink):
            return _Library._answer(handle, deliver, sink, lambda: communicator.all_gather(_bytes_at(mine, length)))
        return all_gather

    @staticmethod
    def _all_to_all(communicator, handle):
        if not hasattr(communicator, "all_to_all"):
            return _ALL_TO_ALL()

        def all_to_all(_, mine, deliver, sink):
            parts = [_bytes_at(mine[rank].data, mine[rank].length) for rank in range(communicator.size)]
            return _Library._answer(handle, deliver, sink, lambda: communicator.all_to_all(parts))
        return _ALL_TO_ALL(all_to_all)

    @staticmethod
    def _answer(handle, deliver, sink, ask):
        """An exception must not pass through C, so it is kept for _call()."""
        try:
            for rank, data in enumerate(ask()):
                deliver(sink, rank, bytes(data), len(data))
            return 0
        except BaseException as problem:
            handle.failure = problem
            return 1


def _bytes_at(address, length):
    return bytes((ctypes.c_char * length).from_address(address)) if length else b""
