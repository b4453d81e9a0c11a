"""Accelerate: save_state() and load_state()."""

import json
import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import accelerate
    import torch

    import stepvault
except ImportError:
    accelerate = None


@unittest.skipUnless(accelerate, "accelerate is not installed")
class TestAccelerate(FrameworkCase):
    def train(self, folder, resume=None, planned=False):
        torch.manual_seed(7)
        accelerator = accelerate.Accelerator(cpu=True)
        model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.1, STEPS)
        model, optimizer, schedule = accelerator.prepare(model, optimizer, schedule)
        if resume:
            accelerator.load_state(resume)
        saver = stepvault.accelerate_saver(accelerator, folder, signals=False) if planned else None
        losses = []
        for step in range(RESUMED + 1 if resume else 1, STEPS + 1):
            x = torch.randn(16, 32, generator=torch.Generator().manual_seed(step))
            loss = (model(x) - x.roll(1, 1)).pow(2).mean()
            accelerator.backward(loss)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            if step > RESUMED:
                losses.append(loss.item())
            if planned:
                saver.after_step(step, loss)
            elif step % EVERY == 0:
                accelerator.save_state(os.path.join(folder, "step_%d" % step))
        if planned:
            saver.close()
        return losses

    def test_saver_follows_a_plan(self):
        with open(os.path.join(self.run_folder, "plan.json"), "w") as file:
            json.dump({"stepvault_plan": 1, "steps": [20, 40, 60], "then_every": 20}, file)
        self.train(self.run_folder, planned=True)
        for _ in self.schemes():
            self.watch()

    def test_state(self):
        unbroken = self.train(self.run_folder)
        self.compare("accelerate", unbroken, "step_%d")


if __name__ == "__main__":
    unittest.main()
