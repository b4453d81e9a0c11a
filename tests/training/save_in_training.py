#!/usr/bin/env python3
"""Trains a small language model data-parallel on gloo, saves with the module stepvault during training, loads
and continues.

usage: save_in_training.py LIBRARY OUT [--ranks 1,2,4] [--schemes exact,adaptive,lc] [--width 384]
                           [--steps 60] [--every 10] [--small]
LIBRARY is libstepvault.so, OUT a folder for vaults and results.json. Needs torch (Debian's python3-torch,
with libopenblas0), so run it with Debian's own python3. It reads the bytes of this repository's texts.

Checks: with exact every rank loads, to the bit, the state of each call of save; with the lossy schemes a
training that continues from two saves before the end reaches a loss at most 2 % above that of the
uninterrupted training. Prints, for the same state: how long save() stopped the training (the slowest rank;
the median without the first save, which creates its memory, and the first), torch.save into a file (not
flushed to the disk) while the other ranks wait, one copy of the whole state in one process, and the size of a
delta.
"""
import argparse, glob, json, os, shutil, socket, statistics, sys, tempfile, time

# before importing torch; the ranks share the cores
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "resources", "python"))
import stepvault

CONTEXT, BATCH, WITHIN = 48, 8, 0.02


class Model(nn.Module):
    """Predicts bytes from bytes: a transformer of two layers that sees no later bytes."""

    def __init__(self, width):
        super().__init__()
        self.embed, self.position = nn.Embedding(256, width), nn.Embedding(CONTEXT, width)
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0, batch_first=True, norm_first=True)
        self.layers, self.out = nn.TransformerEncoder(layer, 2), nn.Linear(width, 256)
        self.register_buffer("mask", torch.triu(torch.ones(CONTEXT, CONTEXT, dtype=torch.bool), 1), persistent=False)

    def forward(self, x):
        x = self.embed(x) + self.position(torch.arange(x.shape[1]))
        return self.out(self.layers(x, self.mask))


class Training:
    """A training whose batches depend only on the iteration's number and the rank."""

    def __init__(self, rank, size, width):
        torch.manual_seed(20)
        self.rank, self.size, self.model = rank, size, Model(width)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        texts = sorted(glob.glob(os.path.join(HERE, os.pardir, os.pardir, "core", "*", "*.cpp")))
        self.data = torch.frombuffer(bytearray(b"".join(open(t, "rb").read() for t in texts)), dtype=torch.uint8)

    def batch(self, seed, count=BATCH):
        starts = torch.randint(len(self.data) - CONTEXT - 1, (count,), generator=torch.Generator().manual_seed(seed))
        rows = torch.stack([self.data[s:s + CONTEXT + 1] for s in starts]).long()
        return rows[:, :-1], rows[:, 1:]

    def step(self, i):
        x, y = self.batch(i * self.size + self.rank)
        self.optimizer.zero_grad(set_to_none=False)
        F.cross_entropy(self.model(x).flatten(0, 1), y.flatten()).backward()
        if self.size > 1:
            gradients = torch.cat([p.grad.flatten() for p in self.model.parameters()])
            dist.all_reduce(gradients)
            at = 0
            for p in self.model.parameters():
                p.grad.copy_(gradients[at:at + p.numel()].view_as(p) / self.size)
                at += p.numel()
        self.optimizer.step()

    def loss(self):
        with torch.no_grad():
            x, y = self.batch(1 << 40, 64)
            return float(F.cross_entropy(self.model(x).flatten(0, 1), y.flatten()))

    def state(self, step):
        return {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": step}

    def load(self, state):
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for one in (value.values() if isinstance(value, dict) else value) for t in tensors(one)] \
        if isinstance(value, (dict, list, tuple)) else []


def timed(work, turns=5):
    times = []
    for _ in range(turns):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def slowest(size, seconds):
    told = torch.tensor(seconds, dtype=torch.float64)
    if size > 1:
        dist.all_reduce(told, op=dist.ReduceOp.MAX)
    return told.tolist()


def yardsticks(training, size, folder):
    """(seconds to copy all tensors into existing memory, seconds of torch.save on rank 0)"""
    state = training.state(0)
    sources = tensors(state)
    targets = [torch.zeros_like(t) for t in sources]

    def copy():
        for target, source in zip(targets, sources):
            target.copy_(source)

    def save():
        if training.rank == 0:
            torch.save(state, os.path.join(folder, "state.pt"))
        if size > 1:
            dist.barrier()

    copied = timed(copy) if training.rank == 0 else 0
    if size > 1:
        dist.barrier()
    return copied, timed(save)


def run(rank, size, port, o, scheme, folder):
    torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) // size))
    if size > 1:
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
        dist.init_process_group("gloo", rank=rank, world_size=size)
    training = Training(rank, size, o.width)
    stalls, tickets, plain, kept = [], [], [], {}
    with stepvault.Vault(os.path.join(folder, "vault"), "training", scheme=scheme, run_folder=folder, library=o.library) as vault:
        for i in range(1, o.steps + 1):
            begun = time.perf_counter()
            training.step(i)
            plain.append(time.perf_counter() - begun)
            if i % o.every == 0:
                if scheme == "exact":
                    kept[i] = [t.clone() for t in tensors(training.state(i))]
                if tickets:
                    # so that a stall is the time of the copy alone
                    tickets[-1].wait()
                if size > 1:
                    dist.barrier()
                tickets.append(vault.save(training.state(i), i))
                stalls.append(tickets[-1].stall_seconds)
        reports = [ticket.wait() for ticket in tickets]
        whole = training.loss()
        steps = vault.steps()
        assert steps == list(range(o.every, o.steps + 1, o.every)), steps
        for i, tensors_then in kept.items():
            back = tensors(vault.load(i))
            assert len(back) == len(tensors_then) and all(map(torch.equal, back, tensors_then)), "step %d is not exact" % i
        again = steps[-3] if len(steps) > 2 else steps[0]
        begun = time.perf_counter()
        state = vault.load(again)
        loading = time.perf_counter() - begun
        assert state["step"] == again
        training.load(state)
        for i in range(again + 1, o.steps + 1):
            training.step(i)
        resumed = training.loss()
        assert resumed == whole if scheme == "exact" else resumed <= (1 + WITHIN) * whole, (resumed, whole)
    copied, torch_save = yardsticks(training, size, folder)
    stalls, torch_save = slowest(size, stalls), slowest(size, [torch_save])[0]
    if rank == 0:
        deltas = [r["bytes"] / r["stored_bytes"] for r in reports[1:]]
        result = {"scheme": scheme, "ranks": size, "bytes": reports[-1]["bytes"], "first_stall": stalls[0], "copy": copied,
                  "stall": statistics.median(stalls[1:]), "torch_save": torch_save, "load": loading,
                  "background": statistics.median([r["seconds"] for r in reports[1:]]), "ratio": statistics.median(deltas),
                  "iteration": statistics.median(plain), "loss": whole, "resumed_loss": resumed}
        with open(os.path.join(folder, "result.json"), "w") as file:
            json.dump(result, file)
    if size > 1:
        dist.destroy_process_group()


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("out")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--schemes", default="exact,adaptive,lc")
    parser.add_argument("--width", type=int, default=384)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--small", action="store_true")
    o = parser.parse_args()
    if o.small:
        o.width, o.steps, o.every = 64, 12, 3
    o.library = os.path.abspath(o.library)
    os.makedirs(o.out, exist_ok=True)
    results = []
    print("scheme    ranks  state      stall: ms (/ copy, / torch.save)   first   copy  torch.save  background   load  delta   loss, resumed")
    for scheme in o.schemes.split(","):
        for size in map(int, o.ranks.split(",")):
            folder = tempfile.mkdtemp(prefix="%s-%d-" % (scheme, size), dir=os.path.abspath(o.out))
            try:
                torch.multiprocessing.spawn(run, (size, free_port(), o, scheme, folder), nprocs=size)
                with open(os.path.join(folder, "result.json")) as file:
                    r = json.load(file)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            results.append(r)
            ms = {k: 1000 * r[k] for k in ("stall", "first_stall", "copy", "torch_save", "background", "load")}
            print("%-9s %5d %6.1f MB %10.1f    (%5.2f, %8.3f) %12.1f %6.1f %11.1f %11.0f %6.0f %5.1fx   %.4f, %.4f" % (
                scheme, size, r["bytes"] / 1e6, ms["stall"], r["stall"] / r["copy"], r["stall"] / r["torch_save"],
                ms["first_stall"], ms["copy"], ms["torch_save"], ms["background"], ms["load"], r["ratio"], r["loss"],
                r["resumed_loss"]), flush=True)
    with open(os.path.join(o.out, "results.json"), "w") as file:
        json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
