"""The hook's output files, and its promise never to fail a training."""

import gc
import json
import logging
import math
import os
import signal
import subprocess
import sys
import unittest
import weakref
from unittest import mock

from hook_case import Case, stepvault_hook
from stepvault.hook import Hook


class Records(Case):
    def test_what_is_written(self):
        self.plan([12])
        with self.hook(total_steps=20) as hook:
            self.clock.now += 0.5
            self.assertFalse(hook.should_save(11, 0.75))
            self.clock.now += 0.25
            self.assertTrue(hook.should_save(12, 0.5))
            self.clock.now += 2
            hook.saved(self.file("checkpoints/a.pt"), 2, 3)
            self.clock.now += 0.25
            self.assertFalse(hook.should_save(13))
        start = self.clock.time() - 2.5
        self.assertEqual(self.records(), [
            {"step": 10, "time": start, "stepvault": {"starts": 1, "workers": 1, "ended": 0, "total_steps": 20}},
            {"step": 11, "time": start, "loss": 0.75},
            {"step": 12, "time": start + 0.25, "loss": 0.5, "stepvault": {"iteration_seconds": 0.25}},
            {"step": 12, "time": start + 2.25, "stepvault": {"stall_seconds": 2, "background_seconds": 3},
             "saved": "checkpoints/a.pt", "reason": "plan"},
            {"step": 13, "time": start + 2.5, "stepvault": {"iteration_seconds": 0.25}},
            {"step": 13, "time": start + 2.5, "stepvault": {"ended": 1}},
        ])

    def test_total_steps_may_be_unknown_or_nonsense(self):
        self.train(self.hook(), [1])
        with self.warnings():
            self.train(self.hook(total_steps="many"), [2])
        starts = [r["stepvault"] for r in self.records() if "starts" in r.get("stepvault", {})]
        self.assertEqual(starts, [{"starts": n, "workers": 1, "ended": 0} for n in (1, 2)])

    def test_starts_are_counted_over_processes(self):
        for start in range(3):
            with self.hook() as hook:
                self.train(hook, range(5 * start + 1, 5 * start + 6))
        with open(self.file("stepvault.jsonl"), "a") as file:
            file.write('{"step": 9, "starts": 1}\n{"step": 9, "stepvault": {"stall_seconds": 1}, "saved": "starts"}\n')
            file.write('{"step": 9, "stepvault": {"starts": "no"}}\n["starts"]\n"starts"\n')
        self.train(self.hook(), [16])
        starts = [r for r in self.records() if isinstance(r, dict) and "workers" in r.get("stepvault", {})]
        self.assertEqual([(r["step"], r["stepvault"]["starts"]) for r in starts], [(0, 1), (5, 2), (10, 3), (15, 4)])

    def test_a_line_cut_by_a_kill_does_not_spoil_the_next(self):
        with self.hook() as hook:
            self.train(hook, [1])
        with open(self.file("stepvault.jsonl"), "a") as file:
            file.write('{"step": 2, "lo')
        with self.hook() as hook:
            self.train(hook, [2])
        lines = self.text().splitlines()
        self.assertEqual(lines[3], '{"step": 2, "lo')
        self.assertEqual(json.loads(lines[4])["stepvault"]["starts"], 2)

    def test_thinned_after_a_thousand_steps(self):
        floats = []

        class Loss:
            def __float__(self):
                floats.append(1)
                return 0.5

        hook = self.hook()
        self.plan([10 ** 9])
        for step in range(1, 3001):
            self.clock.now += 0.01
            hook.should_save(step, Loss())
        hook.close()
        logged = [r["step"] for r in self.records() if "loss" in r]
        self.assertEqual(logged[:1000], list(range(1, 1001)))
        self.assertTrue(399 <= len(logged) - 1000 <= 401, len(logged))
        self.assertEqual(len(floats), len(logged))

    def test_flushed_once_a_second(self):
        self.plan([10 ** 9])
        hook, sizes = self.hook(), []
        for step in range(1, 401):
            self.clock.now += 1 / 128
            hook.should_save(step)
            sizes.append(os.path.getsize(self.file("stepvault.jsonl")))
            self.assertLess(step - self.records()[-1]["step"], 129)
        self.assertLess(len(set(sizes)), 6)
        hook.close()
        self.assertEqual(self.records()[-2]["step"], 400)

    def test_losses_of_all_kinds(self):
        losses = [0.5, None, math.nan, -math.inf, "2.5", 3]
        with self.hook() as hook:
            for step, loss in enumerate(losses, 1):
                hook.should_save(step, loss)
            hook.note_loss(4, 0.25)
        steps = [r for r in self.records() if "workers" not in r.get("stepvault", {})]
        self.assertEqual(repr([r.get("loss") for r in steps[:-1]]), "[0.5, None, nan, -inf, 2.5, 3.0, 0.25]")
        self.assertEqual(steps[-2]["step"], 4)

    def test_a_save_outside_of_the_folder_and_one_nobody_asked_for(self):
        with self.hook() as hook:
            hook.should_save(1)
            hook.saved("/elsewhere/a.pt", 1)
            hook.saved(self.file("..b/c.pt"), 1)
            hook.saved(self.file("x\udcff.pt"), 1)
        saved = [r for r in self.records() if "saved" in r]
        self.assertEqual([r["saved"] for r in saved], ["/elsewhere/a.pt", "..b/c.pt", "x\ufffd.pt"])
        self.assertTrue(all("reason" not in r and r["step"] == 1 for r in saved))

    def test_a_save_reported_later_belongs_to_its_step(self):
        self.plan([2])
        with self.hook() as hook:
            for step in 1, 2, 3, 4:
                self.clock.now += 0.5
                hook.should_save(step)
            hook.saved("a", 0.125, 1)
            self.clock.now += 0.5
            hook.should_save(5)
        seconds = {r["step"]: r.get("stepvault", {}).get("iteration_seconds") for r in self.records()[1:-1]
                   if "saved" not in r}
        self.assertEqual(seconds, {1: None, 2: 0.5, 3: None, 4: 0.5, 5: 0.5})
        self.assertEqual(self.reasons(), [(2, "plan")])

    def test_each_step_is_recorded_once_and_going_back_is_no_iteration(self):
        with self.hook() as hook:
            for step in 4, 5, 5, 5, 6, 5, 6:
                self.clock.now += 0.5
                hook.should_save(step)
        steps = [(r["step"], r.get("stepvault", {}).get("iteration_seconds")) for r in self.records()[1:-1]]
        self.assertEqual(steps, [(4, None), (5, 0.5), (6, 1.5), (5, None), (6, 0.5)])

    def test_a_failed_training_has_not_ended(self):
        with self.assertRaises(ZeroDivisionError), self.hook() as hook:
            hook.should_save(1)
            1 / 0
        self.assertEqual(self.records()[-1]["stepvault"], {"ended": 0})

    def test_closed_is_closed(self):
        self.plan([2])
        hook = self.hook()
        hook.should_save(1)
        hook.close()
        hook.close()
        self.assertFalse(hook.should_save(2))
        self.assertEqual([r["step"] for r in self.records()], [0, 1, 1])

    def test_closed_is_forgotten(self):
        hook = Hook(self.folder, signals=False)
        hook.should_save(1)
        hook.close()
        reference = weakref.ref(hook)
        del hook
        gc.collect()
        self.assertIsNone(reference())

    def test_closed_before_it_began(self):
        Hook(self.file("unused"), signals=False).close()
        self.assertFalse(os.path.exists(self.file("unused")))

    def test_makes_the_folder(self):
        with Hook(self.file("a/b"), signals=False) as hook:
            hook.should_save(1)
        self.assertTrue(os.path.exists(self.file("a/b/stepvault.jsonl")))

    def test_lines_are_kept_where_the_process_ends_without_close(self):
        script = "import hook as s; h = s.Hook(%r); h.should_save(1); h.should_save(2); 1 / 0" % self.folder
        folder = os.path.dirname(stepvault_hook.__file__)
        run = subprocess.run([sys.executable, "-B", "-c", script], cwd=folder, stderr=subprocess.PIPE)
        self.assertIn(b"ZeroDivisionError", run.stderr)
        self.assertEqual([r["step"] for r in self.records()], [0, 1, 2])

    def test_a_forked_worker_writes_nothing(self):
        hook = self.hook()
        hook.should_save(1)
        hook.should_save(2)
        if not os.fork():
            hook._flush()
            os._exit(0)
        os.wait()
        hook.close()
        self.assertEqual([r["step"] for r in self.records()], [0, 1, 2, 2])


class NeverRaises(Case):
    """The hook reports each fault once, and follows the plan nevertheless."""

    def follows(self, hook, times=1):
        self.plan([2, 4])
        with self.warnings() as told:
            hook = hook()
            self.assertEqual(self.train(hook, range(1, 6), iteration=2), [2, 4])
            hook.close()
        self.assertEqual(len(told.output), times, told.output)

    def test_folder_that_cannot_be_made(self):
        with open(self.file("file"), "w"):
            pass
        with self.warnings() as told, Hook(self.file("file/run"), signals=False) as hook:
            self.assertEqual(self.train(hook, range(1, 21)), [10])
        self.assertEqual(len(told.output), 1)

    def test_records_are_a_folder(self):
        os.mkdir(self.file("stepvault.jsonl"))
        self.follows(self.hook, times=2)  # reading and writing

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        os.symlink("/dev/full", self.file("stepvault.jsonl"))
        # the hook's thread never ends
        with mock.patch.object(stepvault_hook._Records, "read", return_value=[]):
            self.follows(self.hook)

    def test_disk_full_for_a_while(self):
        self.plan([100])
        hook, write = self.hook(), os.open(self.file("stepvault.jsonl"), os.O_WRONLY | os.O_CREAT)
        self.train(hook, [1])
        os.write(write, b"")
        os.truncate(write, os.path.getsize(self.file("stepvault.jsonl")) - 5)
        os.close(write)
        with self.warnings(), mock.patch.object(stepvault_hook, "open", side_effect=OSError(28, "full"), create=True):
            self.train(hook, [2], iteration=2)
        self.train(hook, [3], iteration=2)
        lines = self.text().splitlines()
        self.assertRaises(ValueError, json.loads, lines[-2])
        self.assertEqual(json.loads(lines[-1])["step"], 3)

    def test_short_writes_are_gone_on_with(self):
        with self.hook() as hook:
            self.train(hook, [1])
        whole = self.text()
        os.remove(self.file("stepvault.jsonl"))
        plain = open

        def slow(*arguments, **options):
            file = plain(*arguments, **options)
            wrapper = mock.MagicMock(wraps=file)
            wrapper.__enter__.return_value, wrapper.write.side_effect = wrapper, lambda data: file.write(data[:7])
            wrapper.__exit__.side_effect = lambda *error: file.close()
            return wrapper

        self.clock.now -= 0.01
        with mock.patch.object(stepvault_hook, "open", side_effect=slow, create=True), self.hook() as hook:
            self.train(hook, [1])
        self.assertEqual(self.text(), whole)

    def test_plan_is_a_folder(self):
        os.mkdir(self.file("plan.json"))
        with self.warnings() as told, self.hook() as hook:
            self.assertEqual(self.train(hook, range(1, 12), iteration=2), [10])
        self.assertEqual(len(told.output), 1)

    def test_loss_that_is_no_number(self):
        self.plan([2])
        with self.warnings() as told, self.hook() as hook:
            self.assertEqual([hook.should_save(step, object()) for step in (1, 2, 3)], [False, True, False])
            hook.note_loss(3, "low")
        self.assertEqual(len(told.output), 2)
        self.assertEqual([r["step"] for r in self.records()], [0, 1, 2, 3, 3])

    def test_step_that_is_no_number(self):
        with self.warnings(), self.hook() as hook:
            self.assertFalse(hook.should_save("first"))
            self.assertFalse(hook.should_save(None))

    def test_a_save_told_wrongly(self):
        self.plan([2, 4])
        with self.warnings() as told, self.hook() as hook:
            hook.saved("early", 1)
            hook.should_save(1)
            for path, seconds in (None, 1), ("a", "long"), ("a", -1), ("a", math.nan), ("a", math.inf):
                hook.saved(path, seconds)
            self.assertEqual(self.train(hook, range(2, 6)), [2, 4])
        self.assertEqual(len(told.output), 1)
        self.assertEqual([r["step"] for r in self.records() if "saved" in r], [2, 4])

    def test_no_folder_at_all(self):
        with self.warnings(), Hook(None, signals=False) as hook:
            self.assertEqual(self.train(hook, range(1, 21)), [10])

    def test_no_memory(self):
        with mock.patch.object(stepvault_hook._Planner, "window", side_effect=MemoryError):
            self.plan([2])
            with self.warnings() as told, self.hook(signals=True) as hook:
                self.assertEqual(self.train(hook, range(1, 4)), [])
                os.kill(os.getpid(), signal.SIGUSR1)
                self.assertEqual(self.train(hook, range(4, 6)), [4])
            self.assertEqual(len(told.output), 1)

    def test_a_log_handler_that_raises(self):
        handler = logging.Handler()
        handler.emit = mock.Mock(side_effect=ZeroDivisionError)
        with mock.patch.object(logging.getLogger("stepvault"), "handlers", [handler]):
            self.hook(mtbf="broken")
        handler.emit.assert_called_once()

    def test_keyboard_interrupt_passes(self):
        class Loss:
            def __float__(self):
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.hook().should_save(1, Loss())


if __name__ == "__main__":
    unittest.main()
