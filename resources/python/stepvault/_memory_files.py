"""Files in a process's memory, which are written again and again."""

import os
import tempfile

from ._errors import StepvaultError
from ._snapshot import has_memory_for


class MemoryFiles:
    """Files by name. The memory of a file is used again for the next file of that name: writing to existing
    memory is several times as fast as writing to new memory. Where memory does not suffice, the files are
    nameless files in `folder` (None: the temporary folder)."""

    def __init__(self, folder):
        self._folder, self._free, self._written = folder, {}, {}

    def begin(self, size, processes):
        """Prepares for files of `size` bytes in total, as `processes` processes of this machine do at once."""
        self._free.update(self._written)
        self._written = {}
        reserved = sum(os.fstat(descriptor).st_size for descriptor in self._free.values())
        self._in_memory = size <= reserved or has_memory_for((size - reserved) * processes)

    def create(self, name):
        """A stream that writes the file."""
        descriptor = self._free.pop(name, None)
        if descriptor is None:
            descriptor = self._open()
        self._written[name] = descriptor
        return _Stream(os.dup(descriptor), "wb", 1 << 20)

    def rename(self, old, new):
        spare = self._free.pop(new, None)
        self._written[new] = self._written.pop(old)
        if spare is not None:
            self._free[old] = spare

    def paths(self):
        """[(name, path)] of the files written since begin()."""
        return [(name, "/proc/self/fd/%d" % descriptor) for name, descriptor in self._written.items()]

    def close(self):
        for descriptor in [*self._free.values(), *self._written.values()]:
            os.close(descriptor)
        self._free, self._written = {}, {}

    def _open(self):
        if self._in_memory:
            descriptor = os.memfd_create("stepvault", os.MFD_CLOEXEC)
        else:
            folder = os.path.abspath(os.fsdecode(self._folder or tempfile.gettempdir()))
            try:
                descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC)
            except OSError as problem:
                raise StepvaultError("%s: no room for the state in memory, and none there: %s"
                                     % (folder, problem.strerror)) from None
        return descriptor


class _Stream:
    """Writes a file from its beginning; what was there before is replaced."""

    def __init__(self, descriptor, mode, buffering):
        self._file = os.fdopen(descriptor, mode, buffering=buffering)
        self._file.seek(0)

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if not self._file.closed:
            self._file.flush()
            self._file.truncate()
            self._file.close()
