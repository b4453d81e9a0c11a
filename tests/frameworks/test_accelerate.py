"""Accelerate: save_state() and load_state()."""

import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import accelerate
    import torch
except ImportError:
    accelerate = None


@unittest.skipUnless(accelerate, "accelerate is not installed")
class TestAccelerate(FrameworkCase):
    def train(self, folder, resume=None):
        torch.manual_seed(7)
        accelerator = accelerate.Accelerator(cpu=True)
        model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.1, STEPS)
        model, optimizer, schedule = accelerator.prepare(model, optimizer, schedule)
        if resume:
            accelerator.load_state(resume)
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
            if step % EVERY == 0:
                accelerator.save_state(os.path.join(folder, "step_%d" % step))
        return losses

    def test_state(self):
        unbroken = self.train(self.run_folder)
        self.compare("accelerate", unbroken, "step_%d")


if __name__ == "__main__":
    unittest.main()
