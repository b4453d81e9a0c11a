"""FSDP2 and torch.distributed.checkpoint on two ranks, by PyTorch's own writer and reader."""

import os
import pickle
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase, free_port

try:
    import torch
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
    from torch.distributed.fsdp import fully_shard
except ImportError:
    torch = None

RANKS = 2


def train_rank(rank, port, folder, resume, answer):
    """One rank; rank 0 writes the losses after the restored step to `answer`."""
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", rank=rank, world_size=RANKS)
    mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (RANKS,))
    torch.manual_seed(7)
    model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
    for layer in model:
        fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    first, losses = 1, []
    if resume:
        weights, states = get_state_dict(model, optimizer)
        state = {"model": weights, "optimizer": states, "step": 0}
        dcp.load(state, checkpoint_id=resume)
        set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
        first = state["step"] + 1
    for step in range(first, STEPS + 1):
        x = torch.randn(16, 32, generator=torch.Generator().manual_seed(RANKS * step + rank))
        loss = (model(x) - x.roll(1, 1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step > RESUMED:
            losses.append(loss.item())
        if step % EVERY == 0:
            weights, states = get_state_dict(model, optimizer)
            dcp.save({"model": weights, "optimizer": states, "step": step}, checkpoint_id=os.path.join(folder, "step_%d" % step))
    if rank == 0:
        with open(answer, "wb") as file:
            pickle.dump(losses, file)
    torch.distributed.destroy_process_group()


@unittest.skipUnless(torch, "torch is not installed")
class TestFsdp(FrameworkCase):
    def train(self, folder, resume=None):
        answer = os.path.join(self.folder, "losses")
        torch.multiprocessing.spawn(train_rank, (free_port(), folder, resume, answer), nprocs=RANKS)
        with open(answer, "rb") as file:
            return pickle.load(file)

    def test_distributed_checkpoints(self):
        unbroken = self.train(self.run_folder)
        self.compare("torch", unbroken, "step_%d", what=", FSDP2 and DCP")


if __name__ == "__main__":
    unittest.main()
