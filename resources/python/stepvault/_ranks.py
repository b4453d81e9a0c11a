"""Messages among the ranks that share a vault."""

import collections
import ctypes
import datetime
import hashlib
import json
import struct
import sys

from ._errors import Broken, StepvaultError
from ._state import type_name


def agree(communicator, value=None, failure=None):
    """All ranks' values, by rank. If a rank has failed, all ranks raise; the failed rank raises its own
    error."""
    mine = [value, None] if failure is None else [None, [type_name(failure), str(failure) or repr(failure)]]
    try:
        told = [json.loads(bytes(one)) for one in communicator.all_gather(json.dumps(mine).encode())]
    except Exception as problem:
        if failure is not None:
            raise failure
        raise Broken("the ranks lost touch with each other: %s" % (str(problem) or repr(problem))) from problem
    if failure is not None:
        raise failure
    for rank, (_, failed) in enumerate(told):
        if failed:
            raise (TypeError if failed[0] == "TypeError" else StepvaultError)("rank %d: %s" % (rank, failed[1]))
    return [one for one, _ in told]


def close_communicator(communicator):
    close = getattr(communicator, "close", None)
    if close:
        close()


class SingleProcess:
    rank, size = 0, 1

    def all_gather(self, data):
        return [data]


def connect(group, alone=False):
    """A group of its own for the same ranks, so that its messages do not mix with those of others."""
    torch = None if alone else sys.modules.get("torch")
    distributed = torch and sys.modules.get("torch.distributed")
    if not (distributed and distributed.is_available() and distributed.is_initialized()):
        return SingleProcess()
    size = distributed.get_world_size(group)
    if size == 1:
        return SingleProcess()
    inner = distributed.distributed_c10d
    global_rank = getattr(distributed, "get_global_rank", None) or inner._get_global_rank
    ranks = [global_rank(group, rank) if group else rank for rank in range(size)]
    name = "stepvault/" + hashlib.sha256(repr(ranks).encode()).hexdigest()[:16]
    Gloo.made[name] += 1
    store = distributed.PrefixStore("%s/%d" % (name, Gloo.made[name]), inner._get_default_store())
    return Gloo(torch, store, distributed.get_rank(group), size)


class Gloo:
    """A gloo group, which sends bytes from memory to memory, whatever backend the training uses."""

    SLOT = 512  # bytes of the first round; short messages need no second round
    TIMEOUT = datetime.timedelta(minutes=30)
    made = collections.Counter()  # by ranks: so that two groups of the same ranks do not mix

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
