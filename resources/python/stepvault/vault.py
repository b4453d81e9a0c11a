"""Saves a training's state into a vault while the training goes on."""

from __future__ import annotations

import contextlib
import logging
import operator
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import Any

from ._errors import Broken, StepvaultError
from ._library import NO_SPACE, NOT_FOUND, Library, check_coding
from ._ranks import agree, close_communicator, connect
from ._snapshot import Snapshot, machine_key
from ._state import StatePlan, read_state


class Vault:
    """A run in a vault, for the ranks that hold the same state. Call all functions on all ranks.

    `folder`: the vault's folder, which all ranks see; created if missing. `run`: the run's name. `scheme`:
    "adaptive", which aims at the relative `error` (None: the engine's default), "lc" with `bits`, or "exact". `group`: a group of
    torch.distributed, of any backend; None: all ranks, or this process alone; or two objects with rank, size
    and all_gather(bytes) -> [bytes by rank], one for the training's thread, one for the background.
    `node_folder`, `nodes`, `node_group`: for levels 1 to 3, as --node-folder, --nodes and --group of
    stepvault-mpi. `intervals`: the seconds between saves on levels 1 to 4, 0 for a level that is not used; with
    them, save() without a level uses the highest one that is due. `run_folder`: the folder of the run's own
    files (None: the working folder).
    `snapshot_folder`: for snapshots that do not fit into shared memory (None: the temporary folder).
    `threads`: number of coding threads (None: the machine's cores, shared by its ranks). `skip_when_busy`:
    see save(). `library`: libstepvault.so.
    """

    def __init__(self, folder: str | os.PathLike, run: str, scheme: str = "adaptive", error: float | None = None,
                 bits: int = 3, group: Any = None, node_folder: str | None = None, nodes: int = 0, node_group: int = 4,
                 intervals: Sequence[int] | None = None,
                 run_folder: str | os.PathLike | None = None, snapshot_folder: str | None = None,
                 threads: int | None = None, skip_when_busy: bool = False, library: str | None = None):
        self._run, self._scheme, self._error, self._bits = run, scheme, error, bits
        self._run_folder = os.path.abspath(os.fsdecode(run_folder or "."))
        self._intervals = intervals and tuple(intervals)
        self._skip_when_busy, self._running, self._broken, self._handle = skip_when_busy, None, None, None
        # held while _handle is used outside the calls of the one thread, and by close()
        self._open = threading.Lock()
        # for the training's thread, and for the background
        self._front, self._back = group if isinstance(group, tuple) else (connect(group), connect(group))
        self.rank, self.size = self._front.rank, self._front.size
        failure = None
        try:
            check_coding(scheme, error, bits)
            self._library = Library(library)
        except (OSError, StepvaultError) as problem:
            failure = problem
        keys = agree(self._back, machine_key(), failure)
        machines = [keys.index(key) for key in keys]
        local = [rank for rank, machine in enumerate(machines) if machine == machines[self.rank]]
        self._snapshot = Snapshot(self._front, local, snapshot_folder)
        cores = len(os.sched_getaffinity(0))
        self._handle = self._library.open(self._back, os.fsencode(folder), machines, threads or max(1, cores // len(local)),
                                          os.fsencode(node_folder or b""), nodes, node_group)

    def save(self, state: Any, step: int, level: int | None = None) -> Ticket:
        """Takes a snapshot, returns a Ticket and stores the snapshot in the background. `level`: 1 to 3: on
        the nodes, 4: in the vault; None: the one that is due by `intervals`, and nothing is saved
        (Ticket.skipped) if none is; in the vault without `intervals`. Later changes of the state are not
        stored. If the save before is still running, save() waits for it; with `skip_when_busy` it saves nothing
        instead, on all ranks alike."""
        begun = time.perf_counter()
        if level is None:
            level = 4 if self._intervals is None else self._due_level()
        if level == 0:
            return Ticket(step, begun, skipped=True)
        plan, failure = None, self._failure()
        try:
            step = operator.index(step)
            plan = StatePlan(state, step)
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

    def load(self, step: int | None = None) -> Any:
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
            return read_state(file)

    def steps(self) -> list[int]:
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

    def close(self) -> None:
        """Waits for a running save. Its errors go to its ticket and are logged."""
        self._finish()
        with self._open:
            handle, self._handle = self._handle, None
        if handle:
            self._library.close(handle)
        self._snapshot.close()
        for communicator in self._front, self._back:
            close_communicator(communicator)
        self._broken = self._broken or StepvaultError("the vault is closed")

    def __enter__(self) -> Vault:
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def _due_level(self):
        """The level that is due, or 0; also 0 while a save runs that must not be waited for."""
        busy = self._running is not None and not self._running.done()
        told = self._together(self._front, busy, self._failure())
        if self._skip_when_busy and any(told):
            return 0
        self._finish()
        with self._noting_breaks():
            return self._library.due_level(self._handle, self._run, self._intervals)

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
            return agree(communicator, value, failure)

    @contextlib.contextmanager
    def _noting_breaks(self):
        """A rank that cannot continue closes its connections, so that the others notice."""
        try:
            yield
        except Broken as problem:
            self._broken = problem
            for communicator in self._front, self._back:
                close_communicator(communicator)
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
            except IsADirectoryError:
                failure = StepvaultError("this checkpoint is a folder of files, as stepvault.dcp saves; load it by its Reader")
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
                    folder=self._run_folder, step=step, scheme=self._scheme, error=self._error or 0.0, bits=self._bits,
                    level=level)
        except StepvaultError as problem:
            failure = problem
        self._together(self._back, None, failure)  # after this no rank reads the snapshot any more
        return report


def load_file(path: str | os.PathLike) -> Any:
    """The state in a file that `stepvault restore` brought back of a Vault's step; its tensors are on the CPU."""
    with open(path, "rb") as file:
        return read_state(file)


class Ticket:
    """A save. `skipped`: nothing was saved. `stall_seconds`: how long the training stopped."""

    def __init__(self, step, begun, skipped=False, cancel=None, progress=None):
        self.step, self.skipped, self.stall_seconds = step, skipped, time.perf_counter() - begun
        self._begun, self._cancel, self._progress, self._thread = begun, cancel, progress, None
        self._report, self._error = None, None

    def done(self) -> bool:
        return self._thread is None or not self._thread.is_alive()

    def wait(self, timeout: float | None = None) -> dict[str, Any] | None:
        """The stored checkpoint: {"id", "step", "level", "bytes", "stored_bytes", "seconds", "stall_seconds",
        "ranks"}, seconds from the call of save() until the checkpoint was durable; "ranks": what each rank coded,
        and the seconds that it took: [{"bytes", "tensors", "seconds"}]. None if it was skipped. Raises the save's
        error, or TimeoutError."""
        if self._thread:
            self._thread.join(timeout)
            if self._thread.is_alive():
                raise TimeoutError("step %d is still being saved" % self.step)
        if self._error:
            raise self._error
        return self._report and {**self._report, "stall_seconds": self.stall_seconds}

    def progress(self) -> tuple[int, int]:
        """(bytes done, bytes in total); the total is 0 while it is not known."""
        return self._progress() if self._progress and not self.done() else (0, 0)

    def cancel(self) -> None:
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
