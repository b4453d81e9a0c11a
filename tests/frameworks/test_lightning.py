"""Lightning: its own checkpoints, by one process and by two (ddp), and the callback that follows a plan."""

import os
import pickle
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase, free_port

try:
    import lightning.pytorch as lightning
    import torch
except ImportError:
    lightning = None
import stepvault

RANKS = 2

if lightning:
    class Module(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
            self.losses = {}

        def training_step(self, batch, index):
            # Lightning begins its data anew when it resumes within an epoch.
            seed = self.trainer.world_size * self.global_step + self.global_rank
            x = torch.randn(16, 32, generator=torch.Generator().manual_seed(seed))
            loss = (self.net(x) - x.roll(1, 1)).pow(2).mean()
            self.losses[self.global_step + 1] = loss.item()
            return loss

        def configure_optimizers(self):
            return torch.optim.AdamW(self.parameters(), 1e-3)


def train(folder, resume=None, callback=None, **options):
    torch.manual_seed(7)
    loader = torch.utils.data.DataLoader(torch.zeros(STEPS), batch_size=1)
    callbacks = [callback or lightning.callbacks.ModelCheckpoint(folder, "{step}", every_n_train_steps=EVERY, save_top_k=-1)]
    trainer = lightning.Trainer(max_steps=STEPS, accelerator="cpu", logger=False, callbacks=callbacks,
                                enable_checkpointing=callback is None, enable_progress_bar=False,
                                enable_model_summary=False, default_root_dir=folder, **options)
    module = Module()
    # A restored file is as trustworthy as the training that wrote it, and holds more than tensors.
    trainer.fit(module, loader, ckpt_path=resume, weights_only=False)
    return [loss for step, loss in sorted(module.losses.items()) if step > RESUMED]


def train_rank(rank, port, folder, resume, answer):
    """One rank; rank 0 writes the losses after the restored step to `answer`."""
    # By LOCAL_RANK, Lightning knows that it need not start the other rank.
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), LOCAL_RANK=str(rank))
    torch.set_num_threads(1)
    losses = train(folder, resume, devices=RANKS, strategy="ddp", use_distributed_sampler=False)
    if rank == 0:
        with open(answer, "wb") as file:
            pickle.dump(losses, file)
    torch.distributed.destroy_process_group()


@unittest.skipUnless(lightning, "lightning is not installed")
class TestLightning(FrameworkCase):
    def train(self, folder, resume=None):
        return train(folder, resume)

    def train_ranks(self, folder, resume=None):
        answer = os.path.join(self.folder, "losses")
        torch.multiprocessing.spawn(train_rank, (free_port(), folder, resume, answer), nprocs=RANKS)
        with open(answer, "rb") as file:
            return pickle.load(file)

    def test_checkpoints(self):
        unbroken = self.train(self.run_folder)
        self.compare("lightning", unbroken, "step=%d.ckpt")

    def test_two_ranks(self):
        unbroken = self.train_ranks(self.run_folder)
        self.compare("lightning", unbroken, "step=%d.ckpt", lambda checkpoint: self.train_ranks(self.folder, checkpoint),
                     what=", ddp")

    def test_callback(self):
        with open(os.path.join(self.run_folder, "plan.json"), "w") as file:
            file.write('{"stepvault_plan": 1, "steps": [20, 40, 60], "then_every": 20}')
        unbroken = train(self.run_folder, callback=stepvault.lightning_callback(self.run_folder, signals=False))
        self.compare("lightning", unbroken, "step_%d.ckpt", what=", with a plan")


if __name__ == "__main__":
    unittest.main()
