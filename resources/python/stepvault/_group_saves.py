"""Saves by a group of ranks, each of which holds its own files."""

import logging
import os
import threading
import time

from ._errors import Broken, StepvaultError
from ._library import NOT_FOUND, Library
from ._ranks import agree, close_communicator, connect
from ._snapshot import machine_key


class GroupSaves:
    """The engine's side of checkpoints that the ranks of a group store together.

    Rank 0 calls save() itself; every other rank does so in a thread, which waits for rank 0. A save that rank
    0 never came to leaves these threads waiting, so that after a failure the group begins a new round, with
    new connections; the number of the round comes from rank 0.
    """

    def __init__(self, vault, run, group, no_dist, threads, library, nodes=(b"", 0, 4), **settings):
        """`nodes`: the nodes' folder, their number, and how many keep copies for each other."""
        self._vault, self._run, self._group, self._threads = os.fsencode(vault), run, group, threads
        self._alone, self._nodes = no_dist, nodes
        self._settings, self._library = settings, Library(library)
        self._handle = self._communicator = self._thread = None
        self.round = self._connected = 0
        self._unfinished = False
        self._connect()

    @property
    def rank(self):
        return self._communicator.rank

    def begin(self):
        """Called on all ranks before a save; on rank 0 it decides about a new round."""
        if self._unfinished and self.rank == 0:
            self.round += 1
        self._unfinished = True

    def join(self, told):
        """Makes ready for the save of this round, on all ranks."""
        if told != self._connected:
            self._disconnect()
            self._connect()
        elif self._thread:
            self._thread.join()
        self.round = self._connected = told

    def start(self, store):
        """Runs `store` in a thread of its own."""
        self._thread = threading.Thread(target=self._quietly, args=(store,), name="stepvault-save", daemon=True)
        self._thread.start()

    def save(self, step, level, source, files, failure):
        """Stores a checkpoint of `files`, [(name, path)] of this rank; on all ranks. `failure`: the reason why
        this rank cannot, which all ranks then raise. Returns the report."""
        begun = time.perf_counter()
        try:
            agree(self._communicator, None, failure)
            report = self._library.save(self._handle, files=files, path="", source=source, run=self._run, step=step,
                                        level=level, **self._settings)
        except StepvaultError as problem:
            if isinstance(problem, Broken):  # so that ranks notice that do not exchange with the lost one
                close_communicator(self._communicator)
            raise StepvaultError("step %d was not saved: %s" % (step, problem), getattr(problem, "code", None)) from problem
        self._unfinished = False
        return {"step": step, **report, "seconds": time.perf_counter() - begun}

    def rebuild(self):
        """Brings the newest whole step of the nodes into the vault; on all ranks."""
        try:
            self._library.rebuild(self._handle, self._run)
        except StepvaultError as problem:
            if problem.code != NOT_FOUND:
                raise

    def close(self):
        if self._thread:
            self._thread.join(10 if self._unfinished else None)  # it may wait for a rank 0 that never comes
        self._disconnect()

    def _quietly(self, store):
        try:
            store()
        except BaseException as problem:  # rank 0 raises it
            logging.getLogger("stepvault").info("stepvault: %s", problem)

    def _connect(self):
        self._communicator = connect(self._group, self._alone)
        keys = agree(self._communicator, machine_key())
        machines = [keys.index(key) for key in keys]
        self.beside = machines.count(machines[self.rank])  # ranks of this machine
        threads = self._threads or max(1, len(os.sched_getaffinity(0)) // self.beside)
        self._handle = self._library.open(self._communicator, self._vault, machines, threads, *self._nodes)

    def _disconnect(self):
        handle, self._handle = self._handle, None
        close_communicator(self._communicator)
        # The engine's vault must not be closed while a thread that lost its connection is still in a call.
        if self._thread:
            self._thread.join()
            self._thread = None
        if handle:
            self._library.close(handle)
