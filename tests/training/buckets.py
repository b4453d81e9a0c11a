"""The value of an exponent bucket of a step's delta: the loss of u_m + delta without the bucket's entries,
compared with the loss with all entries. Buckets are (sign, exponent) over the whole model, ranked by
magnitude. measure() does one model on one dataset."""
import os
import numpy as np
import torch
from baseline import checkpoint
from models import Task
from stages import exponent_buckets, flat

RANKS = 16                                                          # each alone; the rest together
STEPS = 5                                                           # spread over the run
# times the samples of the usual loss, because the differences are small
MORE = 10


def measure(exe, data, work, model, dataset):
    task = Task(model, os.path.join(data, dataset))
    task.fix(MORE * task.subset)
    names = list(torch.load(checkpoint(work, model, dataset, 0)))
    # so that flat() and the parameters have the same order
    assert names == [n for n, _ in task.model.named_parameters()]
    out = []
    for j in sorted({int(round(j)) for j in np.linspace(max(1, task.checkpoints // STEPS), task.checkpoints, STEPS)}):
        u = flat(checkpoint(work, model, dataset, j * task.every))
        u_m = flat(checkpoint(work, model, dataset, (j - 1) * task.every))
        delta = u - u_m

        def loss(kept):
            torch.nn.utils.vector_to_parameters(torch.from_numpy(u_m + kept), task.model.parameters())
            return task.loss()

        def without(chosen):
            kept = delta.copy()
            for b in chosen:
                kept[b[3]] = 0
            return loss(kept)

        ranked, whole, squares = exponent_buckets(delta), loss(delta), float((delta.astype(float) ** 2).sum())
        rows = [{"negative": b[0], "exponent": b[1], "count_percent": 100 * len(b[3]) / delta.size,
                 "squares_percent": 100 * float((delta[b[3]].astype(float) ** 2).sum()) / squares, "loss_change": without([b]) - whole}
                for b in ranked[:RANKS]]
        out.append({"step": j * task.every, "loss": whole, "loss_without_delta": loss(np.zeros_like(delta)), "buckets": rows,
                    "number": len(ranked), "rest_change": without(ranked[RANKS:]) - whole,
                    "top3_loss": without(ranked[3:]), "top7_loss": without(ranked[7:])})
    return {"steps": out}
