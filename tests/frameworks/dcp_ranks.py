"""One rank of a training that saves by stepvault.dcp; started by test_dcp.py.

dcp_ranks.py VAULT ACTION SCHEME RANK RANKS PORT ANSWER
"""

import json
import os
import sys

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import Shard, distribute_tensor

import stepvault
from stepvault.dcp import DeepPartPlanner, Reader, Writer

SAVED = (10, 20, 30, 40)


def save_spread(vault, scheme):
    """Saves what all ranks hold alike, and loads it again."""
    shares = []

    class Planner(DeepPartPlanner):
        def finish_plan(self, new_plan):
            plan = super().finish_plan(new_plan)
            shares.append([(item.tensor_storage_size() or 0, item.index.fqn) for item in plan.items])
            return plan

    def state(number):
        # One large tensor, which must be split, and many small ones; an odd number of rows.
        chance = torch.Generator().manual_seed(number)
        large = {"large": torch.randn(1001, 301, generator=chance), "scalar": torch.tensor(7.0)}
        return {**large, **{"small.%d" % at: torch.randn(1, 1, 37, generator=chance) for at in range(60)}}

    with Writer(vault, "run", scheme=scheme, threads=1) as writer:
        for number in (1, 2):
            dcp.save(state(number), checkpoint_id=number, storage_writer=writer, planner=Planner())
    loaded = state(3)
    dcp.load(loaded, storage_reader=Reader(vault, "run"))
    by_rank = [None] * dist.get_world_size()
    dist.all_gather_object(by_rank, shares[-1])
    return {"shares": by_rank, "equal": all(torch.equal(loaded[name], value) for name, value in state(2).items())}


def weights_at(step):
    chance = torch.Generator().manual_seed(step)
    return torch.randn(96, 500, generator=chance)


def save_on_nodes(vault, scheme, level):
    """Step 1 in the vault, step 2 on two nodes: sharded, and by stepvault.Vault in a run of its own."""
    nodes = {"node_folder": vault + "-node%n", "nodes": 2, "threads": 1}
    mesh = dist.device_mesh.init_device_mesh("cpu", (dist.get_world_size(),))
    with Writer(vault, "sharded", scheme=scheme, **nodes) as writer, \
            stepvault.Vault(vault, "replicated", scheme=scheme, intervals=(0, 0, 0, 3600), **nodes) as replicated:
        for step in (1, 2):
            writer.level = 4 if step == 1 else level
            state = {"w": distribute_tensor(weights_at(step), mesh, [Shard(0)])}
            dcp.save(state, checkpoint_id=step, storage_writer=writer)
            replicated.save({"w": weights_at(step)}, step, None if step == 1 else level).wait()
        # The interval of level 4 has not passed.
        return {"skipped": replicated.save({"w": weights_at(3)}, 3).skipped}


def load_from_nodes(vault, nodes):
    nodes = {"node_folder": vault + "-node%n", "nodes": nodes, "threads": 1}
    mesh = dist.device_mesh.init_device_mesh("cpu", (dist.get_world_size(),))
    state = {"w": distribute_tensor(torch.zeros(96, 500), mesh, [Shard(0)])}
    dcp.load(state, storage_reader=Reader(vault, "sharded", **nodes))
    with stepvault.Vault(vault, "replicated", **nodes) as replicated:
        loaded = (state["w"].full_tensor(), replicated.load()["w"])
    return {"steps": [step for one in loaded for step in (1, 2) if torch.equal(one, weights_at(step))]}


class Training:
    def __init__(self, ranks):
        mesh = dist.device_mesh.init_device_mesh("cpu", (ranks,))
        torch.manual_seed(7)
        self.model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 33))
        for layer in self.model:
            fully_shard(layer, mesh=mesh)
        fully_shard(self.model, mesh=mesh)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), 1e-3)

    def step(self, number):
        """All ranks see the same data, so that the loss does not depend on their number."""
        x = torch.randn(64, 32, generator=torch.Generator().manual_seed(number))
        loss = (self.model(x)[:, :32] - x.roll(1, 1)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def state(self):
        weights, states = get_state_dict(self.model, self.optimizer)
        return {"model": weights, "optimizer": states, "notes": {"seen": [1, "two"]}, "step": 0}

    def load(self, reader):
        state = self.state()
        dcp.load(state, storage_reader=reader)
        set_state_dict(self.model, self.optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
        return state

    def whole(self):
        """All tensors, gathered, as lists."""
        state = self.state()
        values = {**state["model"], **{"%s.%s" % (name, key): value for name, states in state["optimizer"]["state"].items()
                                       for key, value in states.items()}}
        return {name: (value.full_tensor() if hasattr(value, "full_tensor") else value).tolist()
                for name, value in values.items()}


def main():
    vault, action, scheme, rank, ranks, port, answer = sys.argv[1:]
    rank, ranks = int(rank), int(ranks)
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=port)
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=ranks)
    training = Training(ranks)
    told = {}
    if action == "spread":
        told = save_spread(vault, scheme)
    elif action.startswith("save-level-"):
        told = save_on_nodes(vault, scheme, int(action[-1]))
    elif action.startswith("load-nodes-"):
        told = load_from_nodes(vault, int(action[-1]))
    elif action in ("save", "async"):
        with Writer(vault, "run", scheme=scheme, threads=1) as writer:
            for number in range(1, max(SAVED) + 1):
                training.step(number)
                if number not in SAVED:
                    continue
                state = dict(training.state(), step=number)
                if action == "save":
                    dcp.save(state, checkpoint_id="step_%d" % number, storage_writer=writer)
                else:
                    print("saving", number, flush=True)
                    dcp.async_save(state, checkpoint_id=number, storage_writer=writer).result()
            told["report"] = writer.report
        told["whole"] = training.whole()
        told["losses"] = [training.step(number) for number in range(41, 61)]
    else:
        training.step(1)
        state = training.load(Reader(vault, "run", step=None if action == "newest" else int(action)))
        told.update(step=state["step"], notes=state["notes"], whole=training.whole(),
                    losses=[training.step(number) for number in range(41, 61)])
    if rank == 0:
        with open(answer, "w") as file:
            json.dump(told, file)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
