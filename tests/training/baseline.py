"""A training run without a failure: its checkpoints as files, and its loss at regular intervals. train()
makes the run; the other modules read it."""
import json, os
import torch
from models import Task


def window_of(task):
    """The number of loss measurements that a smoothed loss averages: those of one interval between
    checkpoints."""
    return task.every // task.look


def folder_of(work, model, dataset):
    return os.path.join(work, f"{model}-{dataset}")


def run_of(work, model, dataset):
    """The folder of the run's checkpoints."""
    return os.path.join(folder_of(work, model, dataset), "run")


def checkpoint(work, model, dataset, step):
    return os.path.join(run_of(work, model, dataset), f"step_{step:06d}.pt")


def looks(work, model, dataset):
    with open(os.path.join(folder_of(work, model, dataset), "losses.json")) as f:
        return json.load(f)


def is_there(work, model, dataset):
    return os.path.exists(os.path.join(folder_of(work, model, dataset), "losses.json"))


def save(task, path):
    """Saves under another name, then renames, as training scripts do."""
    torch.save(task.model.state_dict(), path + ".tmp")
    os.replace(path + ".tmp", path)


def train(exe, data, work, model, dataset):
    """Trains, and continues after the last checkpoint for a window of measurements, which the last failure's
    loss needs."""
    task = Task(model, os.path.join(data, dataset))
    os.makedirs(run_of(work, model, dataset), exist_ok=True)
    last, losses = task.every * task.checkpoints, []
    for i in range(last + task.every + 1):
        if i:
            task.step(i)
        if i % task.look == 0:
            losses.append(task.loss())
        if i % task.every == 0 and i <= last:
            save(task, checkpoint(work, model, dataset, i))
    out = os.path.join(folder_of(work, model, dataset), "losses.json")
    with open(out + ".tmp", "w") as f:
        json.dump(losses, f)
    os.replace(out + ".tmp", out)
    return {"parameters": task.parameters, "rate": task.rate, "batch": task.batch, "every": task.every, "checkpoints": task.checkpoints,
            "look": task.look, "subset": task.subset, "cap": task.cap, "loss": [losses[0], losses[len(losses) // 2], losses[-1]]}
