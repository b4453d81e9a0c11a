"""Lightning: its own checkpoints, and the callback that follows a plan."""

import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import lightning.pytorch as lightning
    import torch
except ImportError:
    lightning = None
import stepvault

if lightning:
    class Module(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
            self.losses = {}

        def training_step(self, batch, index):
            # Lightning begins its data anew when it resumes within an epoch.
            x = torch.randn(16, 32, generator=torch.Generator().manual_seed(self.global_step))
            loss = (self.net(x) - x.roll(1, 1)).pow(2).mean()
            self.losses[self.global_step + 1] = loss.item()
            return loss

        def configure_optimizers(self):
            return torch.optim.AdamW(self.parameters(), 1e-3)


@unittest.skipUnless(lightning, "lightning is not installed")
class TestLightning(FrameworkCase):
    def train(self, folder, resume=None, callback=None):
        torch.manual_seed(7)
        loader = torch.utils.data.DataLoader(torch.zeros(STEPS), batch_size=1)
        callbacks = [callback or lightning.callbacks.ModelCheckpoint(folder, "{step}", every_n_train_steps=EVERY, save_top_k=-1)]
        trainer = lightning.Trainer(max_steps=STEPS, accelerator="cpu", logger=False, callbacks=callbacks,
                                    enable_checkpointing=callback is None, enable_progress_bar=False,
                                    enable_model_summary=False, default_root_dir=self.folder)
        module = Module()
        # A restored file is as trustworthy as the training that wrote it, and holds more than tensors.
        trainer.fit(module, loader, ckpt_path=resume, weights_only=False)
        return [loss for step, loss in sorted(module.losses.items()) if step > RESUMED]

    def test_checkpoints(self):
        unbroken = self.train(self.run_folder)
        self.compare("lightning", unbroken, "step=%d.ckpt")

    def test_callback(self):
        with open(os.path.join(self.run_folder, "plan.json"), "w") as file:
            file.write('{"stepvault_plan": 1, "steps": [20, 40, 60], "then_every": 20}')
        unbroken = self.train(self.run_folder, callback=stepvault.lightning_callback(self.run_folder, signals=False))
        self.compare("lightning", unbroken, "step_%d.ckpt", what=", with a plan")


if __name__ == "__main__":
    unittest.main()
