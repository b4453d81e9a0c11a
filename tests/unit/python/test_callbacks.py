"""The callbacks, called in the order of Hugging Face's Trainer and of Lightning, which stand-ins replace
here."""

import math
import os
import signal
import sys
import types
import unittest
from unittest import mock

from hook_case import Case, stepvault_hook


class Trainer(Case):
    """A stand-in that calls the callbacks in the order of Hugging Face's Trainer."""

    def setUp(self):
        super().setUp()
        module = types.ModuleType("transformers")
        module.TrainerCallback = type("TrainerCallback", (), {})
        with mock.patch.dict(sys.modules, transformers=module):
            self.callback = stepvault_hook.trainer_callback(self.folder, signals=False)
        self.assertIsInstance(self.callback, module.TrainerCallback)
        self.control = types.SimpleNamespace(should_save=False, should_training_stop=False)
        self.state = types.SimpleNamespace(global_step=0, max_steps=8)
        self.saves, self.their_saves = [], ()
        self.addCleanup(lambda: self.callback.hook and self.callback.hook.close())

    def call(self, event, **more):
        args = types.SimpleNamespace(output_dir=self.file("out"))
        self.assertIsNone(getattr(self.callback, event)(args, self.state, self.control, model=None, **more))

    def fit(self, first=1, before_step=lambda step: None):
        self.call("on_train_begin")
        for self.state.global_step in range(first, self.state.max_steps + 1):
            before_step(self.state.global_step)
            self.clock.now += 1
            self.control.should_save = self.state.global_step in self.their_saves
            self.call("on_step_end")
            self.call("on_log", logs={"loss": 1 / self.state.global_step, "learning_rate": 1})
            self.clock.now += 10
            self.call("on_log", logs={"eval_loss": 1})
            self.call("on_evaluate", metrics={})
            if self.control.should_save:
                self.clock.now += 0.25
                self.saves.append(self.state.global_step)
                self.call("on_save")
            if self.control.should_training_stop:
                break
        self.call("on_epoch_end")
        self.call("on_train_end")

    def test_follows_the_plan(self):
        self.plan([2, 6])
        self.fit()
        self.assertEqual(self.saves, [2, 6])
        self.assertEqual(self.records()[0]["stepvault"]["total_steps"], 8)
        saved = [r for r in self.records() if "saved" in r]
        self.assertEqual([(r["saved"], r["stepvault"]["stall_seconds"]) for r in saved],
                         [("out/checkpoint-2", 0.25), ("out/checkpoint-6", 0.25)])
        losses = [(r["step"], r["loss"]) for r in self.records() if "loss" in r]
        self.assertEqual(losses, [(step, 1 / step) for step in range(1, 9)])
        self.assertEqual(self.records()[-1]["stepvault"], {"ended": 1})

    def test_leaves_the_trainers_own_saves(self):
        self.plan([2, 6])
        self.their_saves = 4,
        self.fit()
        self.assertEqual(self.saves, [2, 4, 6])
        self.assertEqual([(r["step"], r.get("reason")) for r in self.records() if "saved" in r],
                         [(2, "plan"), (4, None), (6, "plan")])

    def test_stops_after_a_signals_save(self):
        self.plan([6])

        def signalled(step):
            if step == 3:
                self.callback.hook._signals._counts[signal.SIGTERM] += 1
        self.fit(before_step=signalled)
        self.assertEqual((self.saves, self.state.global_step), ([3], 3))

    def test_no_end_known_and_trained_twice(self):
        self.state.max_steps = -1
        self.call("on_train_begin")
        self.state.max_steps = 3
        self.fit()
        self.fit(first=2)
        starts = [r["stepvault"]["starts"] for r in self.records() if "starts" in r.get("stepvault", {})]
        self.assertEqual(starts, [1, 2])
        self.state.max_steps = -1
        self.call("on_train_begin")
        self.assertIsNone(self.callback.hook.total_steps)

    def test_stops_after_a_signal_even_where_the_trainer_does_not_save(self):
        self.call("on_train_begin")
        self.callback.hook._signals._counts[signal.SIGTERM] += 1
        for self.state.global_step in 1, 2:
            self.assertFalse(self.control.should_training_stop)
            self.call("on_step_end")
            self.control.should_save = False
        self.assertTrue(self.control.should_training_stop)

    def test_events_outside_of_a_training(self):
        self.call("on_log", logs={"loss": 1})
        self.call("on_evaluate")
        self.call("on_save")


class Lightning(Case):
    def setUp(self):
        super().setUp()
        self.outputs = lambda step: {"loss": 1 / step}
        self.fault = None
        self.trainer = types.SimpleNamespace(global_step=0, max_steps=-1, estimated_stepping_batches=math.inf,
                                             should_stop=False, save_checkpoint=self.save)

    def save(self, path):
        if self.fault:
            raise self.fault
        self.clock.now += 0.25
        with open(path, "w"):
            pass

    def callback(self, package="lightning.pytorch", **options):
        module = types.ModuleType(package)
        module.Callback = type("Callback", (), {})
        modules = dict.fromkeys(("lightning", "lightning.pytorch", "pytorch_lightning"))
        modules[package] = module
        if package == "lightning.pytorch":
            modules["lightning"] = types.ModuleType("lightning")
        with mock.patch.dict(sys.modules, modules):
            callback = stepvault_hook.lightning_callback(self.folder, **{"signals": False, **options})
        self.assertIsInstance(callback, module.Callback)
        self.addCleanup(lambda: callback.hook and callback.hook.close())
        return callback

    def fit(self, callback, steps=8, accumulate=3, before_step=lambda step: None):
        callback.on_train_start(self.trainer, None)
        for batch in range(1, steps * accumulate + 1):
            self.trainer.global_step += batch % accumulate == 0
            before_step(self.trainer.global_step)
            self.clock.now += 1
            callback.on_train_batch_end(self.trainer, None, self.outputs(batch), None, batch)
            if self.trainer.should_stop:
                break
        callback.on_fit_end(self.trainer, None)
        callback.teardown(self.trainer, None, "fit")

    def test_follows_the_plan_in_optimizer_steps(self):
        for package in "lightning.pytorch", "pytorch_lightning":
            with self.subTest(package):
                self.trainer.global_step = 0
                self.plan([2, 6])
                self.fit(self.callback(package))
                files = sorted(name for name in os.listdir(self.folder) if name.endswith(".ckpt"))
                self.assertEqual(files, ["step_2.ckpt", "step_6.ckpt"])
                records = self.records()
                self.assertEqual([(r["saved"], r["stepvault"]["stall_seconds"]) for r in records if "saved" in r],
                                 [("step_2.ckpt", 0.25), ("step_6.ckpt", 0.25)])
                self.assertEqual([(r["step"], r["loss"]) for r in records if "loss" in r],
                                 [(step, 1 / (3 * step)) for step in range(1, 9)])
                ended = [r["stepvault"]["ended"] for r in records if "ended" in r.get("stepvault", {})]
                self.assertEqual(ended, [0, 1])
                os.remove(self.file("stepvault.jsonl"))

    def test_a_folder_of_its_own_and_a_resume(self):
        self.plan([6, 7])
        os.mkdir(self.file("own"))
        self.trainer.global_step = 6
        self.fit(self.callback(folder=self.file("own")), steps=2)
        self.assertEqual(os.listdir(self.file("own")), ["step_7.ckpt"])
        self.assertEqual(self.records()[0]["step"], 6)

    def test_outputs_without_a_loss_or_a_number_itself(self):
        for outputs, losses in (None, []), ({}, []), (0.5, [0.5, 0.5]):
            self.outputs = lambda step: outputs
            self.trainer.global_step = 0
            self.fit(self.callback(), steps=2, accumulate=1)
            self.assertEqual([r["loss"] for r in self.records() if "loss" in r], losses)

    def test_total_steps(self):
        class Failing(types.SimpleNamespace):
            @property
            def estimated_stepping_batches(self):
                raise RuntimeError

        for expected, trainer in ((None, self.trainer), (20, types.SimpleNamespace(max_steps=20)),
                                  (7, types.SimpleNamespace(max_steps=20, estimated_stepping_batches=7)),
                                  (20, Failing(max_steps=20)), (None, Failing(max_steps=-1))):
            trainer.global_step = 0
            callback = self.callback()
            callback.on_train_start(trainer, None)
            self.assertEqual(callback.hook.total_steps, expected)
        callback = self.callback(total_steps=5)
        callback.on_train_start(self.trainer, None)
        self.assertEqual(callback.hook.total_steps, 5)

    def test_an_error_of_the_save_goes_through(self):
        self.plan([2])
        callback, self.fault = self.callback(), OSError("full")
        with self.assertRaises(OSError):
            self.fit(callback)
        callback.on_exception(self.trainer, None, self.fault)
        callback.teardown(self.trainer, None, "fit")
        self.assertEqual(self.records()[-1]["stepvault"], {"ended": 0})

    def test_stops_after_a_signals_save(self):
        callback = self.callback()

        def signalled(step):
            if step == 3:
                callback.hook._signals._counts[signal.SIGTERM] = 1
        self.fit(callback, before_step=signalled)
        self.assertEqual((self.trainer.global_step, self.trainer.should_stop), (3, True))
        self.assertTrue(os.path.exists(self.file("step_3.ckpt")))

    def test_teardown_without_a_training(self):
        self.callback().teardown(self.trainer, None, "test")


if __name__ == "__main__":
    unittest.main()
