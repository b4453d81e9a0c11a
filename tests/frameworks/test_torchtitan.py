"""torchtitan on two ranks: its CheckpointManager, optimizers and schedulers. Its Trainer needs a GPU."""

import os
import pickle
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase, free_port

try:
    import torch
    from torch.distributed.fsdp import fully_shard
    from torchtitan.components.checkpointer import CheckpointManager
    from torchtitan.components.optimizer import LRSchedulersContainer, OptimizersContainer, ParamGroupConfig
except ImportError:
    torch = None

RANKS = 2


class TrainState:
    """What torchtitan's Trainer saves of itself."""

    def __init__(self):
        self.step = self.ntokens_seen = 0

    def state_dict(self):
        return {"step": self.step, "ntokens_seen": self.ntokens_seen}

    def load_state_dict(self, state):
        self.step, self.ntokens_seen = state["step"], state["ntokens_seen"]


def train_rank(rank, port, folder, resume, answer):
    """One rank; rank 0 writes the losses after the restored step to `answer`."""
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", rank=rank, world_size=RANKS)
    mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (RANKS,))
    torch.manual_seed(7)
    model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
    fully_shard(model, mesh=mesh)
    group = ParamGroupConfig(pattern=".*", optimizer_name="AdamW", optimizer_kwargs={"lr": 1e-3})
    optimizers = OptimizersContainer.Config(param_groups=[group], implementation="foreach").build(model_parts=[model])
    schedulers = LRSchedulersContainer.Config(warmup_steps=2).build(optimizers=optimizers, training_steps=STEPS)
    state = TrainState()
    # By default the last checkpoint holds the model alone.
    config = CheckpointManager.Config(enable=True, interval=EVERY, last_save_model_only=False, load_only=bool(resume))
    checkpoints = config.build(dataloader=None, model_parts=[model], optimizers=optimizers, lr_schedulers=schedulers,
                               states={"train_state": state}, sd_adapter=None, base_folder=folder)
    if resume:
        assert checkpoints.load(resume) and state.step == resume
    losses = []
    while state.step < STEPS:
        state.step += 1
        x = torch.randn(16, 32, generator=torch.Generator().manual_seed(RANKS * state.step + rank))
        loss = (model(x) - x.roll(1, 1)).pow(2).mean()
        optimizers.zero_grad()
        loss.backward()
        optimizers.step()
        schedulers.step()
        if state.step > RESUMED:
            losses.append(loss.item())
        checkpoints.save(state.step, last_step=state.step == STEPS)
    checkpoints.close()
    if rank == 0:
        with open(answer, "wb") as file:
            pickle.dump(losses, file)
    torch.distributed.destroy_process_group()


@unittest.skipUnless(torch, "torchtitan is not installed")
class TestTorchtitan(FrameworkCase):
    def train(self, folder, resume=0):
        answer = os.path.join(self.folder, "losses")
        torch.multiprocessing.spawn(train_rank, (free_port(), folder, resume, answer), nprocs=RANKS)
        with open(answer, "rb") as file:
            return pickle.load(file)

    def test_checkpoint_manager(self):
        unbroken = self.train(self.run_folder)
        self.compare("torchtitan", unbroken, os.path.join("checkpoint", "step-%d"),
                     lambda checkpoint: self.train(os.path.dirname(os.path.dirname(checkpoint)), RESUMED))


if __name__ == "__main__":
    unittest.main()
