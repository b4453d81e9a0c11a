#!/usr/bin/env python3
"""Trains models until their loss curves have flattened, and writes the curves for the comparison of
checkpoint schedules.

usage: curves.py DATA OUT [--only TEXT] [--small]
DATA has mnist/, fashion-mnist/ and jester/ as their authors pack them. Needs numpy and torch (Debian's
python3-torch, with libopenblas0), so run it with Debian's own python3. Uses one thread; curves/ holds its
results.

OUT/<name>.csv has the rows `step,time,loss`: the iteration's number from 1, the seconds from the start of
training to the iteration's end, and the loss of its own minibatch before its update, neither smoothed nor
averaged. Not every iteration has a row: rows are denser at the beginning, where the loss falls fast. A loss
depends on the seed and the versions of the libraries (a loss on text also on Python's, because the text is
the standard library's source code), a time on the machine. --only: curves whose name contains TEXT. --small:
a few iterations each, to see in a minute that everything works.
"""
import argparse, math, os, sys, time
from dataclasses import dataclass
from typing import Callable

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")    # before importing numpy and torch

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import models
from curve_models import CHARACTERS, GPT, LSTM, autoencoder, resnet8, text
from models import SEED, TASKS, Factors, Regression, alexnet, images, lenet5, ratings, scaled

# rows spaced by equal factors, and evenly; some coincide
EARLY, EVEN = 140, 280


def classify(model, x, y):
    return F.cross_entropy(model(scaled(x)), y)


def rate_jokes(model, pairs, y):
    return F.mse_loss(model(pairs), y)


def next_character(model, windows):
    return F.cross_entropy(model(windows[:, :-1]).reshape(-1, CHARACTERS), windows[:, 1:].reshape(-1))


def reconstruct(model, x, _):
    x = x.float() / 255
    return F.binary_cross_entropy_with_logits(model(x), x.flatten(1))


def sgd(rate, **more):
    return lambda model: torch.optim.SGD(model.parameters(), rate, **more)


def adam(rate):
    return lambda model: torch.optim.Adam(model.parameters(), rate)


def adamw(rate):
    return lambda model: torch.optim.AdamW(model.parameters(), rate, betas=(0.9, 0.95), weight_decay=0.1)


def sgd_of_factors(model):
    users, jokes = TASKS["mf"]["rate"]
    return torch.optim.SGD([{"params": model.user.parameters(), "lr": users}, {"params": model.joke.parameters(), "lr": jokes}], lr=users)


def constant(done):
    return 1.0


def drop(done):
    """Divides the rate by 10 after three fifths of the training."""
    return 1.0 if done < 0.6 else 0.1


def warm_up_then_cosine(done):
    return done / 0.03 if done < 0.03 else 0.1 + 0.45 * (1 + math.cos(math.pi * (done - 0.03) / 0.97))


@dataclass
class Curve:
    data: str                                                       # a folder of DATA, or "text"
    model: Callable                                                 # function of the data's tensors
    loss: Callable                                                  # function of the model and a minibatch
    optimizer: Callable
    batch: int
    iterations: int
    # factor of the learning rate, as a function of the finished fraction of the training
    rate: Callable = constant
    clip: float = math.inf                                          # limit for the gradient's norm


CURVES = {
    "mlr-mnist": Curve("mnist", lambda *_: Regression(), classify, sgd(0.02), 128, 20000),
    "mf-jester": Curve("jester", lambda pairs, _: Factors(*(pairs.max(0).values + 1).tolist()), rate_jokes, sgd_of_factors, 8192, 8000),
    "autoencoder-mnist": Curve("mnist", lambda *_: autoencoder(), reconstruct, adam(1e-3), 128, 14000),
    "lenet5-mnist": Curve("mnist", lambda *_: lenet5(), classify, sgd(0.005), 64, 16000),
    "lenet5-fashion-mnist": Curve("fashion-mnist", lambda *_: lenet5(), classify, sgd(0.01), 64, 28000),
    "alexnet-fashion-mnist": Curve("fashion-mnist", lambda *_: alexnet(), classify, sgd(0.005, momentum=0.9), 64, 3500),
    "resnet8-fashion-mnist": Curve("fashion-mnist", lambda *_: resnet8(), classify, adam(1e-3), 64, 5000, rate=drop),
    "lstm-text": Curve("text", lambda _: LSTM(), next_character, adam(2e-3), 32, 7000, clip=1.0),
    "gpt-text": Curve("text", lambda _: GPT(), next_character, adamw(1e-3), 16, 5000, rate=warm_up_then_cosine, clip=1.0),
}


def tensors(data, dataset):
    if dataset == "text":
        return (text(),)
    return (ratings if dataset == "jester" else images)(os.path.join(data, dataset))


def minibatches(samples, batch):
    """Endless indices: each epoch is all data in a new order, without a last batch that would be smaller."""
    g = torch.Generator().manual_seed(SEED)
    while True:
        yield from torch.randperm(samples, generator=g)[:samples // batch * batch].view(-1, batch)


def steps_with_a_row(iterations):
    return set(np.concatenate([np.geomspace(1, iterations, EARLY), np.linspace(1, iterations, EVEN)]).round().astype(int).tolist())


def train(curve, data):
    """(number of parameters, [(step, seconds, loss)])"""
    torch.manual_seed(SEED)
    model = curve.model(*data)
    optimizer = curve.optimizer(model)
    rate = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda i: curve.rate((i + 1) / curve.iterations))
    wanted, rows = steps_with_a_row(curve.iterations), []
    begin = time.perf_counter()
    for i, ix in zip(range(1, curve.iterations + 1), minibatches(len(data[0]), curve.batch)):
        loss = curve.loss(model, *(t[ix] for t in data))
        optimizer.zero_grad()
        loss.backward()
        if curve.clip < math.inf:
            nn.utils.clip_grad_norm_(model.parameters(), curve.clip)
        optimizer.step()
        rate.step()
        if i in wanted:
            rows.append((i, time.perf_counter() - begin, loss.item()))
    return sum(p.numel() for p in model.parameters()), rows


def write(path, rows):
    with open(path + ".tmp", "w") as f:
        f.write("step,time,loss\n" + "".join(f"{i},{t:.4f},{loss:.6g}\n" for i, t, loss in rows))
    os.replace(path + ".tmp", path)


def main(a):
    torch.set_num_threads(1)
    os.makedirs(a.out, exist_ok=True)
    if a.small:
        models.use_small_sizes()
    chosen = {name: c for name, c in CURVES.items() if a.only in name}
    if not chosen:
        sys.exit(f"no curve has {a.only!r} in its name; there are {', '.join(CURVES)}")
    for name, c in chosen.items():
        if a.small:
            c.iterations = 20
        parameters, rows = train(c, tensors(a.data, c.data))
        write(os.path.join(a.out, name + ".csv"), rows)
        at = [min(rows, key=lambda r: abs(r[0] - part * c.iterations))[2] for part in (0, 0.25, 0.5, 1)]
        print(f"{name}: {parameters} parameters, {c.iterations} iterations of {1000 * rows[-1][1] / c.iterations:.2f} ms; "
              f"loss at the start, a quarter, half, the end: {', '.join(f'{x:.4f}' for x in at)}", flush=True)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data"); p.add_argument("out"); p.add_argument("--only", default=""); p.add_argument("--small", action="store_true")
    main(p.parse_args())
