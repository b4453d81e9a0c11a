"""Writers for the runs of the soak: one process each, in the format that its number selects."""
import hashlib
import io
import json
import os
import pathlib
import random
import signal
import struct
import time

import numpy
import torch

STYLES = ("torch", "torch_legacy", "safetensors", "npz", "trainer", "shards", "in_place", "synthetic")
KEPT = 4  # checkpoints per run; older ones are deleted


class Model:
    """A small network that is really trained, with its optimizer."""

    def __init__(self, seed, width):
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.net = torch.nn.Sequential(
            torch.nn.Linear(64, width), torch.nn.Tanh(), torch.nn.Linear(width, 10))
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=1e-3)
        self.random = torch.Generator().manual_seed(seed)

    def train(self, iterations):
        loss = None
        for _ in range(iterations):
            x = torch.randn(32, 64, generator=self.random)
            loss = torch.nn.functional.cross_entropy(self.net(x), x[:, :10].argmax(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return float(loss)

    def state(self, step):
        return {"step": step, "model": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}


def safetensors_bytes(tensors):
    header, body, at = {}, io.BytesIO(), 0
    for name, tensor in tensors.items():
        raw = tensor.detach().contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(raw)]}
        body.write(raw)
        at += len(raw)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body.getvalue()


def put(path, data, slowly=False):
    """Writes under a temporary name and renames, or in place, piece by piece."""
    if slowly:
        with open(path, "wb") as file:
            for begin in range(0, len(data), 1 << 16):
                file.write(data[begin:begin + (1 << 16)])
                file.flush()
                time.sleep(0.01)
        return
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_bytes(data)
    os.replace(temporary, path)


def save(style, folder, step, model):
    """Saves a checkpoint, and returns its path, a file or a folder."""
    state = model.state(step)
    buffer = io.BytesIO()
    if style in ("torch", "in_place"):
        torch.save(state, buffer)
        path = folder / f"step_{step}.pt"
        put(path, buffer.getvalue(), slowly=style == "in_place")
    elif style == "torch_legacy":
        torch.save(state, buffer, _use_new_zipfile_serialization=False)
        path = folder / f"epoch{step}.pth"
        put(path, buffer.getvalue())
    elif style == "safetensors":
        path = folder / f"step_{step}.safetensors"
        put(path, safetensors_bytes(model.net.state_dict()), slowly=step % 3 == 0)
    elif style == "npz":
        numpy.savez(buffer, **{k: v.numpy() for k, v in model.net.state_dict().items()})
        path = folder / f"weights_{step}.npz"
        put(path, buffer.getvalue())
    elif style == "trainer":
        path = folder / f"checkpoint-{step}"
        path.mkdir(exist_ok=True)
        put(path / "model.safetensors", safetensors_bytes(model.net.state_dict()))
        torch.save(model.optimizer.state_dict(), buffer)
        put(path / "optimizer.pt", buffer.getvalue())
        put(path / "trainer_state.json",
            json.dumps({"global_step": step, "log_history": [{"step": step, "loss": 1 / step}]}).encode())
    elif style == "shards":
        path = folder / f"checkpoint-{step}"
        path.mkdir(exist_ok=True)
        names = list(model.net.state_dict())
        shards = {n: f"model-{1 + i % 2:05}-of-00002.safetensors" for i, n in enumerate(names)}
        for shard in sorted(set(shards.values())):
            put(path / shard, safetensors_bytes(
                {n: t for n, t in model.net.state_dict().items() if shards[n] == shard}), slowly=True)
        put(path / "model.safetensors.index.json", json.dumps({"weight_map": shards}).encode())
    else:
        shape = numpy.random.default_rng(step)
        path = folder / f"ckpt_{step}.safetensors"
        put(path, safetensors_bytes({f"layer.{i}": torch.from_numpy(
            shape.standard_normal((64, 256 + i)).astype("float32")) for i in range(20)}))
    return path


def digest(path):
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return {("" if f == path else str(f.relative_to(path))): hashlib.sha256(f.read_bytes()).hexdigest()
            for f in files}


def remove(path):
    if path.is_dir():
        for file in path.iterdir():
            file.unlink()
        path.rmdir()
    else:
        path.unlink()


def write_run(number, folder, journal, seed):
    """Runs until it is terminated. Writes each complete checkpoint with its digests as a line of JSON to
    `journal`, and each deleted checkpoint before its deletion."""
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    style = STYLES[number % len(STYLES)]
    clock = random.Random(seed)
    model = Model(number, 64 + 32 * (number % 5))
    present, step = [], 0
    if os.path.exists(journal):  # the writer was killed before
        for line in open(journal):
            entry = json.loads(line)
            step = max(step, entry["step"])
            if entry["what"] == "complete":
                present.append(entry)
            else:
                present = [p for p in present if p["step"] != entry["step"]]
    with open(journal, "a", buffering=1) as told, open(folder / "metrics.jsonl", "a", buffering=1) as log:
        while not stop:
            step += 10
            loss = model.train(10)
            log.write(json.dumps({"step": step, "loss": loss}) + "\n")
            path = save(style, folder, step, model)
            entry = {"what": "complete", "run": folder.name, "source": path.name, "step": step,
                     "time": time.time(), "files": digest(path)}
            told.write(json.dumps(entry) + "\n")
            present.append(entry)
            while len(present) > KEPT:
                oldest = present.pop(0)
                told.write(json.dumps({"what": "gone", "run": folder.name, "source": oldest["source"],
                                       "step": oldest["step"], "time": time.time()}) + "\n")
                remove(folder / oldest["source"])
            time.sleep(clock.uniform(2, 8))
