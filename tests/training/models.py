"""Models, data and training steps of the evaluation: MLR, LeNet-5 and AlexNet on 28x28 images, matrix
factorization (mf) on Jester.

Task(model, folder of the data) trains: step(i) is iteration i, loss() the loss of a fixed subset. Plain SGD
(no momentum, no decay of weights or rate), as in the paper; the paper's sizes and rates were not found, so
those in TASKS are ours. A batch depends only on the seed and the iteration's number, so training continues
from any restored state with the batches of the run without a failure."""
import gzip, io, os, struct, zipfile
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

SEED = 20
RANK = 10                                                           # number of factors of mf
PAIRS = [("mlr", "mnist"), ("mlr", "fashion-mnist"), ("lenet5", "mnist"), ("lenet5", "fashion-mnist"),
         ("alexnet", "mnist"), ("alexnet", "fashion-mnist"), ("mf", "jester")]
# rate: learning rate (mf: of users and of jokes); batch: samples; every: iterations between checkpoints;
# checkpoints: number after the base; look: iterations between two loss measurements; subset: samples of the
# fixed subset for these; failures: number of recoveries (10 would take AlexNet too long); cap: maximum
# rework, in intervals.
TASKS = {
    "mlr": dict(rate=0.01, batch=128, every=20, checkpoints=30, look=1, subset=1000, failures=10, cap=12),
    "lenet5": dict(rate=0.005, batch=128, every=30, checkpoints=20, look=2, subset=300, failures=10, cap=8),
    "alexnet": dict(rate=0.005, batch=64, every=20, checkpoints=15, look=2, subset=200, failures=6, cap=5),
    "mf": dict(rate=(819.2, 16.384), batch=8192, every=20, checkpoints=30, look=1, subset=20000, failures=10, cap=12),
}
# of its dense layers: the paper's 4096 would be too slow on two cores
WIDTH = {"alexnet": 1536}


def use_small_sizes():
    """Sizes that are only large enough to show that everything works."""
    for t in TASKS.values():
        t.update(every=4, checkpoints=2, look=2, subset=20, cap=2)
    WIDTH["alexnet"] = 128


def idx(path):
    with gzip.open(path) as f:
        raw = f.read()
    dims = struct.unpack(">" + "I" * raw[3], raw[4:4 + 4 * raw[3]])
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(dims)


def images(folder):
    """(60000x1x28x28 uint8, 60000 labels) of the training set."""
    x, y = (idx(os.path.join(folder, f"train-{what}.gz")) for what in ("images-idx3-ubyte", "labels-idx1-ubyte"))
    return torch.from_numpy(x.copy()).unsqueeze(1), torch.from_numpy(y.astype(np.int64))


def scaled(pixels):
    return (pixels.float() / 255 - 0.29) / 0.35


def ratings(folder):
    """(user, joke) pairs and their ratings, scaled from -10...10 to -1...1."""
    with zipfile.ZipFile(os.path.join(folder, "jester-data-1.zip")) as z:
        table = np.loadtxt(io.StringIO(z.read("jester-data-1.csv").decode()), delimiter=",", dtype=np.float32)[:, 1:]
    user, joke = np.nonzero(table != 99)
    return torch.from_numpy(np.stack([user, joke], 1)), torch.from_numpy(table[user, joke] / 10)


class Regression(nn.Module):
    """Multinomial logistic regression. A row of the weights is a feature, as in SCAR, which selects rows: one
    of the 10 rows of nn.Linear would exceed its whole budget."""

    def __init__(self):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.empty(784, 10).uniform_(-1 / 28, 1 / 28)), nn.Parameter(torch.zeros(10))

    def forward(self, x):
        return x.flatten(1) @ self.weight + self.bias


class Factors(nn.Module):
    def __init__(self, users, jokes):
        super().__init__()
        self.user, self.joke = nn.Embedding(users, RANK), nn.Embedding(jokes, RANK)
        for e in (self.user, self.joke):
            nn.init.normal_(e.weight, 0, 0.3)

    def forward(self, pairs):
        return (self.user(pairs[:, 0]) * self.joke(pairs[:, 1])).sum(1)


def kaiming(model):
    for m in model:
        if hasattr(m, "weight"):
            nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
            nn.init.zeros_(m.bias)
    return model


def lenet5():
    return kaiming(nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)))


def alexnet():
    """Five convolutions and three dense layers with dropout, like AlexNet, reduced to 28x28 and to two
    cores."""
    width = WIDTH["alexnet"]
    return kaiming(nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(24, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(64, 96, 3, padding=1), nn.ReLU(), nn.Conv2d(96, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 64, 3, padding=1), nn.ReLU(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(), nn.Linear(576, width), nn.ReLU(), nn.Dropout(), nn.Linear(width, width), nn.ReLU(),
        nn.Linear(width, 10)))


class Task:
    """A model on its data, with the figures of its TASKS entry as attributes."""

    def __init__(self, model, folder):
        torch.set_num_threads(1)
        torch.manual_seed(SEED)
        self.__dict__.update(TASKS[model])
        self.rating = model == "mf"
        self.x, self.y = ratings(folder) if self.rating else images(folder)
        self.model = {"mlr": Regression, "lenet5": lenet5, "alexnet": alexnet,
                      "mf": lambda: Factors(int(self.x[:, 0].max()) + 1, int(self.x[:, 1].max()) + 1)}[model]()
        self.fix(self.subset)
        self.rates = self.rate if isinstance(self.rate, tuple) else [self.rate] * 100
        self.parameters = sum(p.numel() for p in self.model.parameters())

    def fix(self, samples):
        """Makes loss() use the same `samples` samples at every call."""
        self.fixed = torch.from_numpy(np.random.default_rng(SEED).choice(len(self.x), samples, replace=False))

    def loss_of(self, ix):
        x = self.x[ix] if self.rating else scaled(self.x[ix])
        out = self.model(x)
        return F.mse_loss(out, self.y[ix]) if self.rating else F.cross_entropy(out, self.y[ix])

    def step(self, i):
        ix = torch.from_numpy(np.random.default_rng((SEED, i)).integers(0, len(self.x), self.batch))
        torch.manual_seed(SEED * 1000003 + i)                       # dropout
        self.model.train()
        self.model.zero_grad()
        self.loss_of(ix).backward()
        with torch.no_grad():
            for p, rate in zip(self.model.parameters(), self.rates):
                p -= rate * p.grad

    def loss(self):
        self.model.eval()
        with torch.no_grad():
            return self.loss_of(self.fixed).item()
