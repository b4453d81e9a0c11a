"""The snapshot of a state, in memory that the ranks of a machine share."""

import ctypes
import mmap
import os
import sys
import tempfile

from ._errors import StepvaultError
from ._ranks import agree
from ._state import PAGE

SHARED_MEMORY = "/dev/shm"


class Snapshot:
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
            names = agree(self._communicator, name, failure)
            try:
                if not self.leads and names[self.leader]:
                    self._file = open(names[self.leader], "rb+", buffering=0)
                self._map = mmap.mmap(self._file.fileno(), size)
            except (OSError, ValueError) as problem:
                failure = problem
            agree(self._communicator, None, failure)
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
            if folder == SHARED_MEMORY and not has_memory_for(size):
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


def has_memory_for(size):
    try:
        found = os.statvfs(SHARED_MEMORY)
        with open("/proc/meminfo") as file:
            available = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
        return min(found.f_bavail * found.f_frsize, available) > size + size // 8
    except (OSError, StopIteration):
        return False


def machine_key():
    """A key that is equal for ranks that see the same shared memory."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        boot = file.read().strip()
    return "%s-%d" % (boot, os.stat(SHARED_MEMORY).st_dev if os.path.isdir(SHARED_MEMORY) else 0)
