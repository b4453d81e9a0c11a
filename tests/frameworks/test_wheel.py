"""The wheel as it is installed: the command, a vault inside a plain loop, and the hook."""

import importlib.metadata
import shutil
import subprocess
import unittest

import stepvault
from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import torch
except ImportError:
    torch = None


class TestWheel(FrameworkCase):
    def test_the_command_is_the_packages(self):
        done = subprocess.run([shutil.which("stepvault"), "--version"], capture_output=True, text=True)
        self.assertEqual(done.stdout.split()[-1], importlib.metadata.version("stepvault"))
        self.assertEqual(stepvault.__version__, importlib.metadata.version("stepvault"))

    @unittest.skipUnless(torch, "torch is not installed")
    def test_a_plain_loop(self):
        for _ in self.schemes():
            unbroken = self.train()
            self.look()
            self.judge("torch", unbroken, self.train(RESUMED), ", by stepvault.Vault")

    def train(self, resume=None):
        torch.manual_seed(7)
        model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        losses, first = [], 1
        with stepvault.Vault(self.vault, run="loop", scheme=self.scheme, run_folder=self.folder) as vault:
            if resume:
                self.assertIn(resume, vault.steps())
                state = vault.load(resume)
                model.load_state_dict(state["model"])
                optimizer.load_state_dict(state["optimizer"])
                first = state["step"] + 1
            for step in range(first, STEPS + 1):
                x = torch.randn(16, 32, generator=torch.Generator().manual_seed(step))
                loss = (model(x) - x.roll(1, 1)).pow(2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                if step > RESUMED:
                    losses.append(loss.item())
                if step % EVERY == 0 and not resume:
                    vault.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, step)
        return losses


if __name__ == "__main__":
    unittest.main()
