"""All ranks decide alike: threads as ranks, and real processes if this Python has PyTorch."""

import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import types
import unittest
from unittest import mock

from hook_case import Case, Clock, stepvault_hook, torch, write_plan
from stepvault.hook import Hook


class ThreadRanks:
    """Replaces torch and torch.distributed: each thread is a rank."""

    int64, ReduceOp = "int64", types.SimpleNamespace(MAX="max")

    class Tensor(list):
        tolist = list.copy

    def __init__(self, size):
        self.size, self.me, self.slots = size, threading.local(), [None] * size
        self.barrier, self.collectives, self.placed = threading.Barrier(size), 0, None
        self.cuda = types.SimpleNamespace(current_device=lambda: 3)

    def is_available(self):
        return True

    is_initialized = is_available

    def get_backend(self):
        return "gloo"

    def device(self, kind, index):
        return kind, index

    def get_rank(self):
        return self.me.rank

    def get_world_size(self):
        return self.size

    def tensor(self, numbers, dtype, device):
        assert dtype == "int64" and all(type(number) is int for number in numbers)
        self.placed = device
        return self.Tensor(numbers)

    def all_reduce(self, tensor, op):
        assert op == "max"
        tensor[:] = map(max, *self._gather(tensor))

    def broadcast(self, tensor, src):
        tensor[:] = self._gather(tensor)[src]

    def _gather(self, tensor):
        self.slots[self.me.rank] = list(tensor)
        self.collectives += self.me.rank == 0
        self.barrier.wait(20)
        gathered = list(self.slots)
        self.barrier.wait(20)
        assert len({len(slot) for slot in gathered}) == 1
        return gathered


class Ranks(Case):
    loss = 1.0

    def run_ranks(self, size, steps, before_step=lambda hook, rank, step: None, iteration=0.01, **ranks):
        """The decisions of each rank, as [(step, reason)], after before_step has run on it."""
        self.stand_in = stand_in = ThreadRanks(size)
        for name, value in ranks.items():
            setattr(stand_in, name, value)
        decided, errors = [[] for _ in range(size)], []

        def work(rank):
            stand_in.me.rank = rank
            try:
                with Hook(self.folder) as hook:
                    for step in steps:
                        self.clock.now += iteration
                        before_step(hook, rank, step)
                        if hook.should_save(step, self.loss):
                            decided[rank].append((step, hook._asked[1]))
                            if rank == 0:
                                self.clock.now += 0.2
                                hook.saved(self.file("a.pt"), 0.2)
                        if hook.should_stop:
                            decided[rank].append((step, "stop"))
                            break
            except BaseException as error:
                errors.append(error)
                stand_in.barrier.abort()

        with mock.patch.dict(sys.modules, {"torch": stand_in, "torch.distributed": stand_in}):
            threads = [threading.Thread(target=work, args=(rank,)) for rank in range(size)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        if errors:
            raise errors[0]
        self.assertEqual(decided, [decided[0]] * size)
        return decided[0]

    def test_planned_steps_are_met_exactly_and_only_rank_0_writes(self):
        self.plan([3, 90, 91, 100, 250], 30)
        saves = self.run_ranks(3, range(1, 300))
        self.assertEqual(saves, [(step, "plan") for step in (3, 90, 91, 100, 250, 280)])
        records = self.records()
        self.assertEqual(records[0]["stepvault"], {"starts": 1, "workers": 3, "ended": 0})
        self.assertEqual([r["step"] for r in records if "loss" in r], list(range(1, 300)))
        self.assertEqual(sum("ended" in r.get("stepvault", {}) for r in records), 2)

    def test_only_rank_0_waits_for_the_loss(self):
        class Loss:
            def __float__(loss):
                waited.append(self.stand_in.me.rank)
                return 0.5
        waited, self.loss = [], Loss()
        self.run_ranks(2, range(1, 20))
        self.assertEqual(waited, [0] * 19)

    def test_agreements_are_as_rare_as_said(self):
        self.plan([10 ** 6])
        for iteration, steps, agreements in (1 / 128, 17 + 8 * 128, 1 + 1 + 8), (0.25, 161, 1 + 10), (7, 161, 1 + 10):
            self.run_ranks(2, range(1, steps + 1), iteration=iteration)
            self.assertEqual(self.stand_in.collectives, 2 * agreements)

    def test_more_saves_than_an_agreement_holds(self):
        self.plan([], 1)
        self.assertEqual([step for step, _ in self.run_ranks(2, range(1, 500))], list(range(1, 500)))

    def test_young(self):
        os.environ["STEPVAULT_MTBF"] = "100"
        self.assertEqual(self.run_ranks(2, range(1, 700)), [(10, "calibration"), (642, "young")])

    def test_a_signal_to_any_rank_counts(self):
        self.plan([40, 2000])
        for number, rank in ((signal.SIGUSR1, 0), (signal.SIGUSR1, 2), (signal.SIGTERM, 1)):
            def signalled(hook, me, step):
                if (me, step) == (rank, 30):
                    hook._signals._counts[number] += 1
            saves = self.run_ranks(3, range(1, 120), signalled, iteration=1)
            end = [(33, "stop")] if number == signal.SIGTERM else [(40, "plan")]
            self.assertEqual(saves, [(33, "signal")] + end)

    def test_any_plans_signals_and_leaps(self):
        reasons = []
        for seed in range(20):
            chance = random.Random(seed)
            size, steps = chance.choice([2, 3]), [0]
            while steps[-1] < 600:
                steps.append(steps[-1] + chance.choice([1] * 20 + [2, 5, 40]))
            if chance.random() < 0.3:
                steps = steps[:200] + steps[100:]
            sent = {(chance.randrange(size), chance.choice(steps)) for _ in range(4)}
            plans = {chance.choice(steps): (sorted(chance.sample(range(800), 20)), chance.randrange(30))
                     for _ in range(9)}

            def before(hook, rank, step):
                if (rank, step) in sent:
                    hook._signals._counts[signal.SIGUSR1] += 1
                if rank == 0 and step in plans:
                    self.plan(*plans[step])
            saves = self.run_ranks(size, steps, before, iteration=chance.choice([0.001, 0.02, 1.5]))
            reasons += [reason for _, reason in saves]
        self.assertGreater(reasons.count("signal"), 20)
        self.assertGreater(reasons.count("plan"), 200)

    def test_a_fault_on_rank_0_leaves_nobody_waiting(self):
        self.plan([5])
        with mock.patch.object(stepvault_hook._Planner, "window", side_effect=ZeroDivisionError), self.warnings():
            self.assertEqual(self.run_ranks(2, range(1, 100)), [])

    def test_an_error_of_a_collective_goes_through(self):
        def failing(tensor, src):
            raise RuntimeError("peer is gone")
        with self.assertRaises(RuntimeError):
            self.run_ranks(2, range(1, 5), broadcast=failing)

    def test_tensors_lie_where_the_backend_wants_them(self):
        self.run_ranks(2, [1])
        self.assertEqual(self.stand_in.placed, "cpu")
        self.run_ranks(2, [1], get_backend=lambda: "nccl")
        self.assertEqual(self.stand_in.placed, ("cuda", 3))

    def test_alone_without_or_before_torch_distributed(self):
        missing = mock.Mock(**{"is_available.return_value": False})
        before = mock.Mock(**{"is_initialized.return_value": False})
        for distributed in None, missing, before:
            self.plan([2])
            modules = {"torch": distributed and mock.Mock(), "torch.distributed": distributed}
            with mock.patch.dict(sys.modules, modules), self.hook() as hook:
                self.assertEqual(self.train(hook, [1, 2]), [2])


def gloo_rank(folder, rank, size, seed):
    """A process of a real job: plans change, and rank `size - 1` gets signals."""
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    torch.distributed.init_process_group("gloo", init_method="file://" + os.path.join(folder, "meet"), rank=rank,
                                         world_size=size)
    chance, decided = random.Random(seed), []
    plans = {step: (sorted(chance.sample(range(400), 9)), chance.randrange(40))
             for step in chance.sample(range(1, 300), 9)}
    stepvault_hook.time = clock = Clock()
    with Hook(folder) as hook:
        for step in range(1, 401):
            clock.now += 0.05
            if rank == 0 and step in plans:
                write_plan(folder, {"stepvault_plan": 1, "steps": plans[step][0], "then_every": plans[step][1]})
            if rank == size - 1 and step in (111, 333):
                os.kill(os.getpid(), signal.SIGUSR1 if step == 111 else signal.SIGTERM)
            if hook.should_save(step, torch.tensor(1.0)):
                decided.append((step, hook._asked[1]))
                hook.saved(os.path.join(folder, "a.pt"), 0.2)
            if hook.should_stop:
                decided.append((step, "stop"))
                break
    with open(os.path.join(folder, "decided%d" % rank), "w") as file:
        json.dump(decided, file)
    torch.distributed.destroy_process_group()


@unittest.skipUnless(torch and torch.distributed.is_available(), "needs torch.distributed")
class Processes(Case):
    def test_all_take_the_same_decisions(self):
        for size in 2, 3:
            with self.subTest(size=size), tempfile.TemporaryDirectory() as folder:
                spawn = multiprocessing.get_context("spawn")
                job = [spawn.Process(target=gloo_rank, args=(folder, rank, size, size)) for rank in range(size)]
                for process in job:
                    process.start()
                for process in job:
                    process.join(60)
                    process.kill()
                decided = []
                for rank in range(size):
                    with open(os.path.join(folder, "decided%d" % rank)) as file:
                        decided.append(json.load(file))
                self.assertEqual(decided, [decided[0]] * size)
                signalled = [step for step, reason in decided[0] if reason == "signal"]
                self.assertEqual([step // 20 for step in signalled], [step // 20 for step in (125, 345)], signalled)
                self.assertEqual(decided[0][-1], [signalled[1], "stop"])
                self.assertGreater(sum(reason == "plan" for _, reason in decided[0]), 5)


if __name__ == "__main__":
    unittest.main()
