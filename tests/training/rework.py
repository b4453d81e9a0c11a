"""Rework: the iterations that training needs after a recovery until it is back at the loss before the
failure.

Training fails right after a checkpoint, is restored from it and continues with the batches of the run without
a failure: rework is the cost of the compression, not the time since the checkpoint. The loss of the fixed
subset is noisy, so it is smoothed as the mean over one interval from an iteration on, both in the run without
a failure and in the recovered run: a restore without error has rework 0, and the noise of the batches is
equal on both sides. Rework is the first measurement at which the recovered run's loss is at or below the
other run's loss at the failure; after `cap` intervals it counts as `cap`, which is a lower bound. measure()
does one model, dataset, scheme and budget."""
import os, shutil
import numpy as np
import torch
import vault as tool
from baseline import folder_of, looks, run_of, window_of
from models import Task

BUDGETS = (5, 10)
# bits that correspond to the paper's budgets: inferred, not published
BITS = {5: 2, 10: 3}
# widelc: lc with as many bits as fit into topn's bytes
SCHEMES = ("lc", "adaptive", "scar", "topn", "widelc")


def failure_steps(task):
    count = min(task.failures, task.checkpoints)
    return [task.every * int(round(j)) for j in np.linspace(max(1, task.checkpoints // task.failures), task.checkpoints, count)]


def iterations_back(task, failed_at, target):
    """Trains from the current state of the task's model: (rework, whether the cap was reached, loss right
    after the recovery)."""
    losses, i, cap, window = [task.loss()], 0, task.cap * task.every, window_of(task)
    while True:
        if len(losses) >= window:
            rework = i - (window - 1) * task.look
            if np.mean(losses[-window:]) <= target:
                return rework, False, losses[0]
            if rework >= cap:
                return cap, True, losses[0]
        for _ in range(task.look):
            i += 1
            task.step(failed_at + i)
        losses.append(task.loss())


def filed(exe, folder, place, scheme, budget):
    """Files into a vault at `place`. adaptive gets lc's bytes, within 3 % below; scar and topn get the
    budget."""
    by = lambda *options: tool.file(exe, folder, place, ["--scheme", *map(str, options)])
    if scheme == "lc":
        return by("lc", "--bits", BITS[budget])
    if scheme == "adaptive":
        return tool.match(exe, folder, place, "stored_bytes", by("lc", "--bits", BITS[budget])[2]["stored_bytes"])
    if scheme == "widelc":
        most, bits = by("topn", "--budget", budget)[2]["stored_bytes"], 1
        while bits < 8 and by("lc", "--bits", bits + 1)[2]["stored_bytes"] <= most:
            bits += 1
        return by("lc", "--bits", bits)
    return by(scheme) if scheme == "exact" else by(scheme, "--budget", budget)


def measure(exe, data, work, model, dataset, scheme, budget):
    place = os.path.join(folder_of(work, model, dataset), "vault")
    name, rows, figures = filed(exe, run_of(work, model, dataset), place, scheme, budget)
    task, reference = Task(model, os.path.join(data, dataset)), looks(work, model, dataset)
    steps, rework, capped, gap = failure_steps(task), [], 0, []
    for step in steps:
        task.model.load_state_dict(tool.restored(exe, place, name, step, torch.load))
        at = step // task.look
        n, hit, loss = iterations_back(task, step, np.mean(reference[at:at + window_of(task)]) + 1e-9)
        rework.append(n)
        capped += hit
        gap.append(loss - reference[at])
    shutil.rmtree(place)
    size = 4 * task.parameters
    return {**figures, "steps": steps, "rework": rework, "mean": float(np.mean(rework)), "deviation": float(np.std(rework)),
            "capped": capped, "interval": task.every, "gap": gap, "stored_percent": 100 * figures["stored_bytes"] / size,
            "stored_percent_most": 100 * figures["most_stored"] / size}
