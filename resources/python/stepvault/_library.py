"""libstepvault.so, by ctypes. Structures and functions are those of stepvault.h."""

import ctypes
import logging
import os

from ._errors import Broken, StepvaultError

NOT_FOUND, NO_SPACE, FAILED = 2, 10, 14  # codes of the C interface


def check_coding(scheme, error, bits):
    """Raises StepvaultError for settings that no save could use."""
    if scheme not in ("adaptive", "lc", "exact"):
        raise StepvaultError("there is no scheme %r; choose \"adaptive\", \"lc\" or \"exact\"" % (scheme,))
    if error is not None and not 0 < error < 1:
        raise StepvaultError("the error %r does not lie between 0 and 1" % (error,))
    if bits not in range(1, 9):
        raise StepvaultError("there are no %r bits; choose 1 to 8" % (bits,))


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


class _File(ctypes.Structure):
    _fields_ = [("name", _Text), ("path", _Text)]


class _Range(ctypes.Structure):
    _fields_ = [("file", _Text), ("offset", ctypes.c_uint64), ("length", ctypes.c_uint64), ("to", ctypes.c_void_p)]


class _SaveRequest(ctypes.Structure):
    _fields_ = [("path", _Text), ("source", _Text), ("run", _Text), ("folder", _Text), ("in_parts", ctypes.c_int),
                ("files", ctypes.POINTER(_File)), ("file_count", ctypes.c_uint32), ("from_memory", ctypes.c_int),
                ("step", ctypes.c_int64), ("scheme", _Text), ("error", ctypes.c_double), ("bits", ctypes.c_uint32), ("level", ctypes.c_uint32),
                ("weights", ctypes.POINTER(ctypes.c_uint32))]


class _RankWork(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_uint64), ("tensors", ctypes.c_uint64), ("seconds", ctypes.c_double)]


class _SaveReport(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("level", ctypes.c_uint32), ("bytes", ctypes.c_uint64),
                ("stored_bytes", ctypes.c_uint64), ("seconds", ctypes.c_double)]


class _RestoreRequest(ctypes.Structure):
    _fields_ = [("run", _Text), ("step", ctypes.POINTER(ctypes.c_int64)), ("output", _Text), ("replace", ctypes.c_int)]


class _RestoreReport(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("step", ctypes.c_int64), ("bytes", ctypes.c_uint64)]


class _Step(ctypes.Structure):
    _fields_ = [("id", ctypes.c_char * 64), ("step", ctypes.c_int64), ("level", ctypes.c_uint32), ("saved", ctypes.c_double)]


class _Tensor(ctypes.Structure):
    _fields_ = [("name", _Text), ("bytes", ctypes.c_uint64), ("item_size", ctypes.c_uint32)]


class _Slice(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_uint32), ("tensor", ctypes.c_uint32), ("first", ctypes.c_uint64),
                ("elements", ctypes.c_uint64)]


_EACH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Step))
_EACH_WORK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_RankWork))
_EACH_SLICE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Slice))
_EACH_FILE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _Part, ctypes.c_uint64)


class _Handle:
    """A vault of the library, and its communication with the other ranks."""

    def __init__(self):
        self.vault, self.communicator, self.failure = ctypes.c_void_p(), None, None


class Library:
    ABI, ROOM = 2, 4096

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
                            "work": [vault, _EACH_WORK, vault],
                            "open_checkpoint": [_Text, _Text, pointer(ctypes.c_int64), ctypes.c_uint32, pointer(vault),
                                                *words],
                            "close_checkpoint": [vault], "files": [vault, _EACH_FILE, vault],
                            "rebuild": [vault, _Text, *words],
                            "due_level": [vault, _Text, pointer(ctypes.c_uint32), pointer(ctypes.c_uint32), *words],
                            "read": [vault, pointer(_Range), ctypes.c_size_t, *words],
                            "partition": [pointer(_Tensor), ctypes.c_size_t, ctypes.c_uint32, pointer(ctypes.c_uint32),
                                          _EACH_SLICE, vault, *words],
                            "progress": [vault, pointer(ctypes.c_uint64), pointer(ctypes.c_uint64)], "abi": []}.items():
            function = getattr(self._c, "stepvault_" + name)
            function.argtypes = kinds
            function.restype = {"abi": ctypes.c_uint32, "files": ctypes.c_int64}.get(
                name, ctypes.c_int if words[0] in kinds else None)
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

    def save(self, handle, step, level, error, bits, files=None, **texts):
        """Stores a checkpoint that is in memory: the file at `path`, or, of a checkpoint in parts, the files that
        this rank holds: [(name, path)]."""
        report = _SaveReport()
        request = _SaveRequest(step=step, level=level, error=error, bits=bits, from_memory=1,
                               **{name: _Text.of(text) for name, text in texts.items()})
        if files is not None:
            request.in_parts, request.file_count = 1, len(files)
            request.files = (_File * len(files))(*((_Text.of(name), _Text.of(path)) for name, path in files))
        self._call(handle, self._c.stepvault_save, handle.vault, ctypes.byref(request), ctypes.byref(report))
        ranks = []

        def each(_, work):
            one = work.contents
            ranks.append({"bytes": one.bytes, "tensors": one.tensors, "seconds": one.seconds})
        self._c.stepvault_work(handle.vault, _EACH_WORK(each), None)
        return {"id": report.id.decode(), "level": report.level, "bytes": report.bytes,
                "stored_bytes": report.stored_bytes, "ranks": ranks}

    def restore(self, handle, run, step, output):
        number = ctypes.c_int64(step or 0)
        request = _RestoreRequest(_Text.of(run), None if step is None else ctypes.pointer(number), _Text.of(output), 0)
        report = _RestoreReport()
        _warn(self._call(handle, self._c.stepvault_restore, handle.vault, ctypes.byref(request), ctypes.byref(report)))

    def rebuild(self, handle, run):
        _warn(self._call(handle, self._c.stepvault_rebuild, handle.vault, _Text.of(run)))

    def due_level(self, handle, run, intervals):
        """The level on which a save is due; 0: none. `intervals`: seconds, by level, 0: never."""
        level = ctypes.c_uint32()
        self._call(handle, self._c.stepvault_due_level, handle.vault, _Text.of(run), (ctypes.c_uint32 * 4)(*intervals),
                   ctypes.byref(level))
        return level.value

    def steps(self, handle, run):
        found = []
        each = _EACH(lambda _, step: found.append((step.contents.step, step.contents.level)))
        self._call(handle, self._c.stepvault_steps, handle.vault, _Text.of(run), each, None)
        return found

    def open_checkpoint(self, folder, run, step, threads):
        """(handle, step, {name: bytes}) of a stored checkpoint's files; `step` None: the newest."""
        handle, files = _Handle(), {}
        number = None if step is None else ctypes.pointer(ctypes.c_int64(step))
        self._call(handle, self._c.stepvault_open_checkpoint, _Text.of(folder), _Text.of(run), number, threads,
                   ctypes.byref(handle.vault))

        def each(_, name, size):
            files[os.fsdecode(_bytes_at(name.data, name.length))] = size
        return handle, self._c.stepvault_files(handle.vault, _EACH_FILE(each), None), files

    def read(self, handle, ranges):
        """Reads [(file, offset, length)] one behind the other into a new bytearray."""
        data = bytearray(sum(length for _, _, length in ranges))
        at = ctypes.addressof(ctypes.c_char.from_buffer(data)) if data else 0
        wanted = (_Range * len(ranges))()
        for one, (file, offset, length) in zip(wanted, ranges):
            one.file, one.offset, one.length, one.to = _Text.of(file), offset, length, at
            at += length
        self._call(handle, self._c.stepvault_read, handle.vault, wanted, len(ranges))
        return data

    def close_checkpoint(self, handle):
        self._c.stepvault_close_checkpoint(handle.vault)

    def partition(self, tensors, ranks, weights=None):
        """Divides [(name, bytes, bytes of an element)] among ranks; [(rank, tensor, first, elements)]."""
        listed = (_Tensor * len(tensors))(*((_Text.of(name), size, item) for name, size, item in tensors))
        slices = []

        def each(_, slice):
            one = slice.contents
            slices.append((one.rank, one.tensor, one.first, one.elements))
        by_rank = weights and (ctypes.c_uint32 * ranks)(*weights)
        self._call(_Handle(), self._c.stepvault_partition, listed, len(tensors), ranks, by_rank, _EACH_SLICE(each), None)
        return slices

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
            raise Broken("%s: %s" % (words, handle.failure), code) from handle.failure
        if code == FAILED and handle.communicator:
            raise Broken(words, code)  # the other ranks know nothing of it
        if code:
            raise StepvaultError(words, code)
        return words

    @staticmethod
    def _all_gather(communicator, handle):
        def all_gather(_, mine, length, deliver, sink):
            return Library._answer(handle, deliver, sink, lambda: communicator.all_gather(_bytes_at(mine, length)))
        return all_gather

    @staticmethod
    def _all_to_all(communicator, handle):
        if not hasattr(communicator, "all_to_all"):
            return _ALL_TO_ALL()

        def all_to_all(_, mine, deliver, sink):
            parts = [_bytes_at(mine[rank].data, mine[rank].length) for rank in range(communicator.size)]
            return Library._answer(handle, deliver, sink, lambda: communicator.all_to_all(parts))
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


def _warn(lines):
    for line in lines.splitlines():
        logging.getLogger("stepvault").warning("stepvault: %s", line)


def _bytes_at(address, length):
    return bytes((ctypes.c_char * length).from_address(address)) if length else b""
