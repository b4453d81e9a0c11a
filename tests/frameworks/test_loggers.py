"""Loggers beside checkpoints: each checkpoint gets the loss that the logger wrote for its step."""

import contextlib
import json
import math
import os
import unittest

from framework_case import EVERY, STEPS, FrameworkCase

try:
    import torch
except ImportError:
    torch = None


def loss_of(step):
    return math.exp(-step / 30) + 0.125


@unittest.skipUnless(torch, "torch is not installed")
class TestLoggers(FrameworkCase):
    def check(self, log):
        """`log(step, loss)` notes a loss."""
        for step in range(1, STEPS + 1):
            log(step, loss_of(step))
            if step % EVERY == 0:
                torch.save({"step": step, "w": torch.full((64,), float(step))}, os.path.join(self.run_folder, "step_%d.pt" % step))

    def found_losses(self):
        self.vault = os.path.join(self.folder, "vault")
        self.stepvault("watch", "--once", os.path.dirname(self.run_folder))
        runs = json.loads(self.stepvault("list", "--json"))["runs"]
        return [one.get("loss") for run in runs for one in run["checkpoints"]]

    def judge_losses(self):
        found = self.found_losses()
        self.assertEqual(len(found), STEPS // EVERY)
        for step, loss in zip(range(EVERY, STEPS + 1, EVERY), found):
            self.assertIsNotNone(loss, found)
            self.assertAlmostEqual(loss, loss_of(step), 5)

    def test_tensorboard(self):
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            self.skipTest("tensorboard is not installed")
        with SummaryWriter(self.run_folder) as writer:
            self.check(lambda step, loss: writer.add_scalar("train/loss", loss, step))
        self.judge_losses()

    def test_wandb_offline(self):
        try:
            import wandb
        except ImportError:
            self.skipTest("wandb is not installed")
        run = wandb.init(mode="offline", dir=self.run_folder, project="p", settings=wandb.Settings(silent=True, console="off"))
        self.check(lambda step, loss: run.log({"loss": loss}, step=step))
        run.finish()
        self.judge_losses()

    def test_mlflow(self):
        try:
            import mlflow
        except ImportError:
            self.skipTest("mlflow is not installed")
        mlflow.set_tracking_uri("sqlite:///" + os.path.join(self.run_folder, "mlflow.db"))
        with contextlib.redirect_stderr(None), mlflow.start_run():
            self.check(lambda step, loss: mlflow.log_metric("loss", loss, step))
        self.judge_losses()

    def test_trackio(self):
        # Trackio chooses its folder when it is imported.
        os.environ["TRACKIO_DIR"] = self.run_folder
        try:
            import trackio
        except ImportError:
            self.skipTest("trackio is not installed")
        with contextlib.redirect_stdout(None):
            trackio.init(project="p", embed=False, auto_log_cpu=False, auto_log_gpu=False)
            self.check(lambda step, loss: trackio.log({"loss": loss}, step=step))
            trackio.finish()
        self.judge_losses()

    def test_aim(self):
        """Aim's files are read by Aim alone: the training writes Aim's table beside them."""
        try:
            import aim
            from aim.storage.context import Context
        except ImportError:
            self.skipTest("aim is not installed")
        run = aim.Run(repo=self.run_folder, system_tracking_interval=None, capture_terminal_logs=False)
        self.check(lambda step, loss: run.track(loss, name="loss", step=step))
        table = run.get_metric("loss", Context({})).dataframe()
        run.close()
        table.rename(columns={"value": "loss"}).to_csv(os.path.join(self.run_folder, "metrics.csv"), index=False)
        self.judge_losses()


if __name__ == "__main__":
    unittest.main()
