"""timm: its CheckpointSaver and resume_checkpoint()."""

import argparse
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import timm
    import timm.models
    import timm.utils
    import torch
except ImportError:
    timm = None


@unittest.skipUnless(timm, "timm is not installed")
class TestTimm(FrameworkCase):
    def train(self, folder, resume=None):
        torch.manual_seed(7)
        model = timm.create_model("resnet10t", num_classes=10)
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        first, losses = 1, []
        if resume:
            first = timm.models.resume_checkpoint(model, resume, optimizer, log_info=False)
        saver = timm.utils.CheckpointSaver(model, optimizer, args=argparse.Namespace(model="resnet10t"),
                                           checkpoint_dir=folder, recovery_dir=folder, max_history=10)
        for step in range(first, STEPS + 1):
            generator = torch.Generator().manual_seed(step)
            images, classes = torch.randn(8, 3, 32, 32, generator=generator), torch.randint(0, 10, (8,), generator=generator)
            loss = torch.nn.functional.cross_entropy(model(images + classes.view(-1, 1, 1, 1) / 5), classes)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step > RESUMED:
                losses.append(loss.item())
            if step % EVERY == 0:
                saver.save_checkpoint(step, metric=-loss.item())
        return losses

    def test_checkpoints(self):
        unbroken = self.train(self.run_folder)
        # Beside them lie "last" and "model_best".
        self.compare("timm", unbroken, "checkpoint-%d.pth.tar", series="checkpoint-")


if __name__ == "__main__":
    unittest.main()
