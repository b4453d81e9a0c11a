"""Lets a training save its checkpoints at the steps of Stepvault's plan. One file, standard library only: copy it
beside a script, or import it as `stepvault.hook`.

    hook = Hook(run_dir)
    for step in range(start + 1, total + 1):
        loss = train_one_step()
        if hook.should_save(step, loss):  # on all ranks, after each iteration
            begun = time.perf_counter()
            atomic_save(state, path)
            hook.saved(path, time.perf_counter() - begun)
        if hook.should_stop:  # SIGTERM came, and its checkpoint is saved
            break
    hook.close()

The plan is plan.json in the run's folder; the hook reads it again when it changes, and follows Young's rule
while there is no plan. It writes its records to stepvault.jsonl beside the plan. The hook logs its own errors
once and never passes them to the training; errors of a save and of torch.distributed reach the training. A
step is the number of iterations done; times are in seconds.
"""

from __future__ import annotations

import atexit
import bisect
import collections
import contextlib
import errno
import json
import logging
import math
import os
import signal
import statistics
import sys
import threading
import time
from typing import Any

__all__ = ["Hook", "accelerate_saver", "atomic_save", "keras_callback", "lightning_callback", "trainer_callback"]

NEVER = 1 << 62
REASONS = PLAN, YOUNG, CALIBRATION, SIGNAL = "plan", "young", "calibration", "signal"


class Hook:
    """Decides when to save. `mtbf`: mean time between failures of the whole job; by default $STEPVAULT_MTBF,
    or 24 h."""

    def __init__(self, run_dir: str | os.PathLike, total_steps: int | None = None, mtbf: float | str | None = None,
                 signals: bool = True):
        self.total_steps, self.should_stop = total_steps, False
        self._failed, self._folder, self._closed = set(), None, False
        # _asked: (step, reason) of the save that saved() must report
        self._ranks = self._step = self._asked = None
        self._until, self._window = 0, []  # the next agreement, and [(step, reason)] of the saves before it
        self._observed, self._paused, self._iterations, self._next_line = None, 0.0, 0, 0.0
        self._pace, self._signals = _Pace(), _Signals()
        self._planner = _Planner(self._pace)
        with self._quietly("finding the run's folder"):
            self._folder = os.path.abspath(os.fsdecode(run_dir))
        self._plan_file, self._records = _PlanFile(self._folder), _Records(self._folder)
        with self._quietly("reading the mean time between failures"):
            mtbf = os.environ.get("STEPVAULT_MTBF") if mtbf is None else mtbf
            self._pace.mtbf = _duration(mtbf or 0) or self._pace.mtbf
        with self._quietly("reading stepvault.jsonl"):
            self._pace.stalls.extend(self._records.read())
        with self._quietly("handling signals"):
            atexit.register(self._flush)
            if signals:
                self._signals.install()

    def should_save(self, step: int, loss: float | None = None) -> bool:
        """Whether to save now, the same on all ranks. Call it on all ranks after each iteration."""
        number = None
        with self._quietly("reading the step"):
            number = int(step)
        if number is None or number == self._step or self._closed:
            return False
        if self._step is None or number < self._step:
            self._begin(number)
        if self._ranks.rank == 0:
            with self._quietly("recording a step"):
                self._observe(number, loss)
        self._step = number
        if number >= self._until:
            self._agree(number)
        due = [reason for at, reason in self._window if at <= number]
        if not due:
            return False
        del self._window[:len(due)]
        self._asked = number, due[0]
        return True

    def saved(self, path: str | os.PathLike, seconds: float, background_seconds: float = 0.0) -> None:
        """Call after a save: training stopped for `seconds`, then the background took `background_seconds`
        until the checkpoint was durable."""
        with self._quietly("recording a save"):
            stall = {"stall_seconds": _duration(seconds), "background_seconds": _duration(background_seconds)}
            if self._step is None:
                return
            (step, reason), self._asked = self._asked or (self._step, None), None
            if step == self._step:
                self._paused += stall["stall_seconds"]
            self._pace.stalls.append(stall["stall_seconds"])
            self._planner.saved(step)
            self._write(step, stepvault=stall, saved=self._relative(path), **({"reason": reason} if reason else {}))
        self._flush()

    def note_loss(self, step: int, loss: float) -> None:
        """Records a loss that was not known yet at its step's should_save()."""
        with self._quietly("recording a loss"):
            self._write(int(step), loss=float(loss))

    def close(self, ended: bool | None = None) -> None:
        """Call after the last step. `ended` is false if the training will continue later; by default it is
        false after SIGTERM."""
        if self._closed:
            return
        self._closed = True
        with self._quietly("recording the end"):
            if self._step is not None:
                self._write(self._step, stepvault={"ended": int(not self.should_stop if ended is None else ended)})
        self._flush()
        with self._quietly("handling signals"):
            atexit.unregister(self._flush)
            self._signals.restore()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close(False if kind else None)

    @contextlib.contextmanager
    def _quietly(self, doing):
        try:
            yield
        except Exception as error:
            if doing not in self._failed:
                self._failed.add(doing)
                with contextlib.suppress(Exception):  # a failing log handler of the user
                    logging.getLogger("stepvault").warning("stepvault: %s failed, training goes on: %r", doing, error)

    def _begin(self, step):
        """Begins at the first step, or at a step that went back: training resumed from the step before it."""
        self._until, self._window, self._observed = step, [], None
        self._planner.begin(step)
        if self._ranks:
            return
        self._ranks = _Ranks()
        with self._quietly("recording the start"):
            start = {"starts": self._records.starts, "workers": self._ranks.size, "ended": 0}
            with self._quietly("reading total_steps"):
                start.update({} if self.total_steps is None else {"total_steps": int(self.total_steps)})
            self._write(step - 1, stepvault=start)

    def _observe(self, step, loss):
        now, seconds = time.perf_counter(), None
        if self._observed is not None:
            gap = now - self._observed
            if self._asked and self._asked[0] == self._step:  # saved() comes later, or never
                self._pace.guess_stall(gap)
            else:
                seconds = max(0.0, gap - self._paused)
                self._pace.iterations.append(seconds)
        self._observed, self._paused = now, 0.0
        self._iterations += 1
        if self._iterations > 1000 and now < self._next_line:
            return
        self._next_line, fields = now + 0.05, {}
        if loss is not None:
            with self._quietly("reading the loss"):
                fields["loss"] = float(loss)
        if seconds is not None:
            fields["stepvault"] = {"iteration_seconds": round(seconds, 9)}
        self._write(step, **fields)

    def _agree(self, step):
        """Rank 0 chooses the saves until the next agreement; a signal to any rank saves now, on all ranks."""
        user, term = self._ranks.any(self._signals.take())
        self.should_stop = self.should_stop or bool(term)
        numbers = [step + self._ranks.stride(None)]
        if self._ranks.rank == 0:
            with self._quietly("deciding"):
                numbers = self._decide(step, user or term)
        self._until, *saves = self._ranks.from_first(numbers)
        self._window = [(at, REASONS[reason - 1]) for at, reason in zip(saves[::2], saves[1::2]) if reason]
        if user or term:
            self._window.insert(0, (step, SIGNAL))

    def _decide(self, step, signalled):
        """[next agreement, step, reason, step, reason, ...], reasons numbered from 1."""
        with self._quietly("reading plan.json"):
            plan = self._plan_file.poll(time.perf_counter())
            if plan:
                self._planner.adopt(plan, step)
        if signalled:
            self._planner.saved(step)
        until, saves = self._planner.window(step, step + self._ranks.stride(self._pace.iteration()))
        return [until] + [number for at, reason in saves for number in (at, REASONS.index(reason) + 1)]

    def _relative(self, path):
        path = os.path.abspath(os.fsdecode(path))
        below = os.path.relpath(path, self._folder)
        name = path if below.split(os.sep)[0] == os.pardir else below
        return os.fsencode(name).decode("utf-8", "replace")

    def _write(self, step, **fields):
        if self._ranks and self._ranks.rank == 0:
            self._records.add(json.dumps({"step": step, "time": round(time.time(), 3), **fields}))
            if self._records.is_due(time.perf_counter()):
                self._flush()

    def _flush(self):
        with self._quietly("writing stepvault.jsonl"):
            self._records.flush(time.perf_counter())


class _Plan:
    """The steps at which to save, ascending; after the last one every `then_every` steps, 0: none."""

    def __init__(self, text):
        data = json.loads(text, parse_constant=int)  # so that NaN and Infinity are errors
        if not isinstance(data, dict) or data.get("stepvault_plan") != 1:
            raise ValueError("not a plan of version 1")
        self._steps, self._then_every = data["steps"], data["then_every"]
        origin = data.get("from")  # the last save that the plan knows
        self.origin = origin if type(origin) is int and 0 <= origin < NEVER else -1
        for number in [*self._steps, self._then_every]:
            if type(number) is not int or not 0 <= number < NEVER:
                raise ValueError("%r is not a step" % (number,))
        if self._steps != sorted(self._steps) or not (self._steps or self._then_every):
            raise ValueError("the steps do not ascend, or there are none")

    def after(self, step):
        """The first planned step after `step`; before the save that the plan begins with, at the plan's later
        pace."""
        index, every = bisect.bisect_right(self._steps, step), self._then_every
        if step < self.origin and every:
            return self.origin - (self.origin - step - 1) // every * every
        if index < len(self._steps):
            return self._steps[index]
        last = self._steps[-1] if self._steps else max(self.origin, 0)
        return last + ((step - last) // every + 1) * every if every else NEVER


class _PlanFile:
    """Checks plan.json once a second, and reads it if it has changed."""

    LARGEST = 16 << 20

    def __init__(self, folder):
        self._path, self._known, self._next_look = folder and os.path.join(folder, "plan.json"), None, -math.inf

    def poll(self, now):
        """The new plan, or None."""
        if now < self._next_look or not self._path:
            return None
        self._next_look = now + 1
        if not os.path.exists(self._path) or self._mark(os.stat(self._path)) == self._known:
            return None
        with open(self._path, "rb") as file:
            mark, text = self._mark(os.fstat(file.fileno())), file.read(self.LARGEST + 1)
        self._known = mark
        if len(text) > self.LARGEST:
            raise ValueError("larger than 16 MiB")
        return _Plan(text)

    @staticmethod
    def _mark(found):
        return found.st_mtime_ns, found.st_size, found.st_ino


class _Pace:
    """Durations of iterations and saves, and the interval that follows from them."""

    def __init__(self):
        self.iterations, self.stalls = collections.deque(maxlen=31), collections.deque(maxlen=5)
        self.mtbf = 24 * 3600.0

    def iteration(self):
        """The median, from the third iteration on, so that a slow first iteration does not count."""
        return statistics.median(self.iterations) if len(self.iterations) >= 3 else None

    def guess_stall(self, gap):
        """Estimates a stall from the time between two iterations, if no stall is known."""
        if not self.stalls and self.iteration() is not None:
            self.stalls.append(max(0.0, gap - self.iteration()))

    def interval(self):
        """The interval in steps: sqrt(2 C M), Young, "A first order approximation to the optimum checkpoint
        interval", 1974."""
        iteration = self.iteration()
        if iteration is None:
            return NEVER
        seconds = math.sqrt(2 * statistics.median(self.stalls) * self.mtbf)
        return max(1, round(min(seconds / max(iteration, 1e-9), 1e15)))


class _Planner:
    """Chooses the next save: by the plan; without a plan by Young's rule, after a first save that measures a
    save's cost."""

    CALIBRATION = 10  # iterations of this process

    def __init__(self, pace):
        self._pace, self._plan = pace, None
        self._first = self._last = self._done = 0  # first step; last save; planned steps that are finished

    def begin(self, step):
        self._first, self._last, self._done = step, step - 1, step - 1

    def saved(self, step):
        self._last, self._done = max(self._last, step), max(self._done, step)

    def adopt(self, plan, step):
        """Takes a new plan. If the plan knows the last save, all its steps between that save and `step` are
        due; otherwise those that the old plan had as well. A later save that the plan knows counts, unless
        the training went back."""
        if plan.origin >= self._last:
            self._plan, self._done = plan, plan.origin if plan.origin < step else self._last
            return
        missed = self._plan.after(self._done) if self._plan else step
        while missed < step and plan.after(missed - 1) != missed:
            missed = self._plan.after(missed)
        self._plan, self._done = plan, max(self._done, min(missed, step) - 1)

    def window(self, begin, end):
        """(end, [(step, reason)]) of the saves in [begin, end); `end` is earlier if there are too many
        saves."""
        saves = []
        while len(saves) < _Ranks.MOST_SAVES:
            step, reason = self._next()
            if max(step, begin) >= end:
                return end, saves
            saves.append((max(step, begin), reason))
            self.saved(saves[-1][0])
        return saves[-1][0] + 1, saves

    def _next(self):
        if self._plan:
            return self._plan.after(self._done), PLAN
        if self._pace.stalls:
            return self._last + self._pace.interval(), YOUNG
        calibration = self._first + self.CALIBRATION - 1
        return calibration if self._last < calibration else NEVER, CALIBRATION


class _Ranks:
    """The job's processes in torch.distributed. Exceptions of its collectives pass through: a rank that
    continued alone would leave the others waiting."""

    MOST_SAVES = 30  # between two agreements
    STEPS, SECONDS = 16, 1.0  # between two agreements, whichever is longer

    def __init__(self):
        self.rank, self.size = 0, 1
        self._torch = sys.modules.get("torch")
        self._distributed = distributed = self._torch and sys.modules.get("torch.distributed")
        if distributed and distributed.is_available() and distributed.is_initialized():
            self.rank, self.size = distributed.get_rank(), distributed.get_world_size()

    def stride(self, iteration):
        """Steps until the next agreement."""
        return 1 if self.size == 1 else max(self.STEPS, math.ceil(self.SECONDS / iteration) if iteration else 0)

    def any(self, flags):
        """The maximum of each flag over all ranks."""
        if self.size == 1:
            return flags
        tensor = self._tensor(flags)
        self._distributed.all_reduce(tensor, op=self._distributed.ReduceOp.MAX)
        return tensor.tolist()

    def from_first(self, numbers):
        """Rank 0's numbers, padded with zeros."""
        if self.size == 1:
            return numbers
        tensor = self._tensor(numbers + [0] * (1 + 2 * self.MOST_SAVES - len(numbers)))
        self._distributed.broadcast(tensor, src=0)
        return tensor.tolist()

    def _tensor(self, numbers):
        nccl = self._distributed.get_backend() == "nccl"
        device = self._torch.device("cuda", self._torch.cuda.current_device()) if nccl else "cpu"
        return self._torch.tensor(numbers, dtype=self._torch.int64, device=device)


class _Signals:
    """Counts SIGUSR1 and SIGTERM; the previous handlers still run."""

    NUMBERS = signal.SIGUSR1, signal.SIGTERM

    def __init__(self):
        self._counts, self._taken = dict.fromkeys(self.NUMBERS, 0), dict.fromkeys(self.NUMBERS, 0)
        self._previous, self._open, self._pid = {}, True, os.getpid()

    def install(self):
        if threading.current_thread() is threading.main_thread():
            for number in self.NUMBERS:
                self._previous[number] = signal.getsignal(number)
                # not set by Python: it could be neither called nor restored
                if self._previous[number] is not None:
                    signal.signal(number, self._handle)

    def restore(self):
        self._open = False
        if threading.current_thread() is threading.main_thread():
            for number, previous in self._previous.items():
                if signal.getsignal(number) == self._handle:
                    signal.signal(number, previous)

    def take(self):
        """Whether each of NUMBERS came since the last call. Only the handler counts signals, so that none is
        lost."""
        before, self._taken = self._taken, dict(self._counts)
        return [int(self._taken[number] > before[number]) for number in self.NUMBERS]

    def _handle(self, number, frame):
        self._counts[number] += 1
        previous = self._previous[number]
        if callable(previous):
            previous(number, frame)
        elif not (self._open and os.getpid() == self._pid) and signal.getsignal(number) == self._handle:
            # closed, or a forked worker that should end: behave as if this handler had never been set
            signal.signal(number, previous)
            os.kill(os.getpid(), number)


class _Records:
    """stepvault.jsonl: the records of earlier processes, and lines that wait for a flush."""

    TAIL = 1 << 20

    def __init__(self, folder):
        self._path, self._lines, self._flushed = folder and os.path.join(folder, "stepvault.jsonl"), [], -math.inf
        self._lock, self._pid, self.starts = threading.Lock(), os.getpid(), 1

    def read(self):
        """Counts the starts; returns [the last stall] if there is one."""
        if not self._path or not os.path.exists(self._path):
            return []
        with open(self._path, "rb") as file:
            self.starts += len(self._numbers(file, "starts"))
            file.seek(max(0, file.seek(0, os.SEEK_END) - self.TAIL))
            return self._numbers(file, "stall_seconds")[-1:]

    def add(self, line):
        with self._lock:
            self._lines.append(line)

    def is_due(self, now):
        return now - self._flushed >= 1

    def flush(self, now):
        """Appends the lines; lines that cannot be written are lost."""
        with self._lock:
            lines, self._lines, self._flushed = self._lines, [], now
            if not lines or os.getpid() != self._pid:
                return
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            with open(self._path, "ab+", buffering=0) as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
                data = "\n".join(lines + [""]).encode()
                data = data if file.read(1) in (b"\n", b"") else b"\n" + data
                while data:
                    data = data[file.write(data):]

    @staticmethod
    def _numbers(file, name):
        found = []
        for line in iter(lambda: file.readline(1 << 16), b""):
            if name.encode() in line:
                with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
                    found.append(_duration(json.loads(line)["stepvault"][name]))
        return found


def _duration(value):
    value = float(value)
    if not 0 <= value < math.inf:
        raise ValueError("%r is not a duration" % value)
    return value


def atomic_save(obj: Any, path: str | os.PathLike, save: Any = None) -> None:
    """Saves so that `path` never holds half a checkpoint: to a file beside it, flushed to the disk, then
    renamed. Passes errors on. `save(obj, file)` writes to a binary file; the default is torch.save."""
    if save is None:
        from torch import save
    path = os.path.abspath(os.fsdecode(path))
    temporary = path + ".tmp"
    with open(temporary, "wb") as file:
        try:
            save(obj, file)
            file.flush()
            os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    _sync_folder(os.path.dirname(path))


def _sync_folder(path):
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems without it
            raise
    finally:
        os.close(folder)


def trainer_callback(run_dir: str | os.PathLike, **options: Any) -> Any:
    """A callback for Hugging Face's Trainer, whose own save_strategy may be "no"; options are those of
    Hook."""
    from transformers import TrainerCallback

    class StepvaultTrainerCallback(TrainerCallback):
        # paused: the last event; between the event before on_save and on_save the Trainer only saves
        hook, paused = None, 0.0

        def on_train_begin(self, args, state, control, **kwargs):
            total = state.max_steps if state.max_steps > 0 else None
            self.hook = Hook(run_dir, **{"total_steps": total, **options})

        def on_step_end(self, args, state, control, **kwargs):
            control.should_training_stop = control.should_training_stop or self.hook.should_stop
            control.should_save = self.hook.should_save(state.global_step) or control.should_save
            self.paused = time.perf_counter()

        def on_log(self, args, state, control, logs=None, **kwargs):
            if self.hook and "loss" in (logs or {}):
                self.hook.note_loss(state.global_step, logs["loss"])
            self.paused = time.perf_counter()

        def on_evaluate(self, args, state, control, **kwargs):
            self.paused = time.perf_counter()

        def on_epoch_end(self, args, state, control, **kwargs):
            self.paused = time.perf_counter()

        def on_save(self, args, state, control, **kwargs):
            if self.hook:
                path = os.path.join(args.output_dir, "checkpoint-%d" % state.global_step)
                self.hook.saved(path, time.perf_counter() - self.paused)
                control.should_training_stop = control.should_training_stop or self.hook.should_stop

        def on_train_end(self, args, state, control, **kwargs):
            self.hook.close()

    return StepvaultTrainerCallback()


def lightning_callback(run_dir: str | os.PathLike, folder: str | None = None, **options: Any) -> Any:
    """A callback for Lightning that saves `folder`/step_N.ckpt, by default in the run's folder; options are
    those of Hook."""
    try:
        from lightning.pytorch import Callback
    except ImportError:
        from pytorch_lightning import Callback

    class StepvaultLightningCallback(Callback):
        hook, step = None, None

        def on_train_start(self, trainer, module):
            """Lightning has installed its signal handlers by now; it would not install them over other
            handlers."""
            self.step = trainer.global_step
            self.hook = Hook(run_dir, **{"total_steps": _lightning_total(trainer), **options})

        def on_train_batch_end(self, trainer, module, outputs, *batch):
            if trainer.global_step == self.step:  # gradients still accumulate
                return
            self.step = trainer.global_step
            if self.hook.should_save(self.step, outputs.get("loss") if isinstance(outputs, dict) else outputs):
                path = os.path.join(run_dir if folder is None else folder, "step_%d.ckpt" % self.step)
                begun = time.perf_counter()
                trainer.save_checkpoint(path)
                self.hook.saved(path, time.perf_counter() - begun)
            trainer.should_stop = trainer.should_stop or self.hook.should_stop

        def on_exception(self, trainer, module, exception):
            if self.hook:
                self.hook.close(ended=False)

        def on_fit_end(self, trainer, module):
            if self.hook:
                self.hook.close()

        def teardown(self, trainer, module, stage=None):
            self.on_fit_end(trainer, module)

    return StepvaultLightningCallback()


def _lightning_total(trainer):
    for name in "estimated_stepping_batches", "max_steps":
        with contextlib.suppress(Exception):  # infinite, or counting the batches failed
            total = int(getattr(trainer, name))
            if total > 0:
                return total
    return None


def accelerate_saver(accelerator: Any, run_dir: str | os.PathLike, folder: str | None = None, **options: Any) -> Any:
    """Saves by accelerator.save_state() to `folder`/step_N, by default in the run's folder; options are those of
    Hook. Accelerate has no callbacks, so the training calls after_step() on all processes:

        saver = accelerate_saver(accelerator, run_dir)
        for step in range(start + 1, total + 1):
            ...
            if saver.after_step(step, loss):  # SIGTERM came, and its checkpoint is saved
                break
        saver.close()
    """
    class StepvaultAccelerateSaver(Hook):
        def after_step(self, step: int, loss: Any = None) -> bool:
            """Saves if it is time. True if the training should stop."""
            if self.should_save(step, loss):
                path = os.path.join(run_dir if folder is None else folder, "step_%d" % step)
                begun = time.perf_counter()
                accelerator.save_state(path)
                self.saved(path, time.perf_counter() - begun)
            return self.should_stop

    return StepvaultAccelerateSaver(run_dir, **options)


def keras_callback(run_dir: str | os.PathLike, folder: str | None = None, **options: Any) -> Any:
    """A callback for Keras 3 that saves the whole model to `folder`/step_N.keras, by default in the run's folder;
    options are those of Hook. A step is an iteration of the optimizer."""
    import keras

    class StepvaultKerasCallback(keras.callbacks.Callback):
        hook, step = None, None

        def on_train_begin(self, logs=None):
            self.step = int(self.model.optimizer.iterations)
            params = self.params or {}
            left = (params.get("epochs") or 0) * (params.get("steps") or 0)
            self.hook = Hook(run_dir, **{"total_steps": self.step + left if left else None, **options})

        def on_train_batch_end(self, batch, logs=None):
            step = int(self.model.optimizer.iterations)
            if step == self.step:  # gradients still accumulate
                return
            self.step = step
            if self.hook.should_save(step, (logs or {}).get("loss")):
                path = os.path.join(run_dir if folder is None else folder, "step_%d.keras" % step)
                begun = time.perf_counter()
                self.model.save(path)
                self.hook.saved(path, time.perf_counter() - begun)
            self.model.stop_training = self.model.stop_training or self.hook.should_stop

        def on_train_end(self, logs=None):
            self.hook.close()

    return StepvaultKerasCallback()
