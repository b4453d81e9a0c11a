"""Models for the loss curves alone: a residual network, a GPT and an LSTM on characters, an autoencoder; and
the text for them."""
import glob, os, sysconfig
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

CHARACTERS = 128                                                    # ASCII
CONTEXT = 64


def text():
    """Windows of CONTEXT + 1 characters from the sources of Python's standard library (its top-level modules,
    sorted by name), each beginning with the last character of the window before; characters outside ASCII are
    omitted."""
    raw = b""
    for path in sorted(glob.glob(os.path.join(sysconfig.get_paths()["stdlib"], "*.py"))):
        with open(path, "rb") as f:
            raw += f.read()
    codes = np.frombuffer(raw, np.uint8)
    return torch.from_numpy(codes[codes < CHARACTERS].astype(np.int64)).unfold(0, CONTEXT + 1, CONTEXT)


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
                                  nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.way = nn.Identity() if stride == 1 else nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return F.relu(self.body(x) + self.way(x))


def resnet8():
    """The residual network of He et al. for small images, with one block per stage."""
    return nn.Sequential(nn.Conv2d(1, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(), Residual(16, 16, 1), Residual(16, 32, 2),
                         Residual(32, 64, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


class GPT(nn.Module):
    def __init__(self, width=96, layers=3, heads=4):
        super().__init__()
        self.token, self.position = nn.Embedding(CHARACTERS, width), nn.Embedding(CONTEXT, width)
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0.1, "gelu", batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, layers, nn.LayerNorm(width))
        self.head = nn.Linear(width, CHARACTERS, bias=False)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.normal_(p, 0, 0.02)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(CONTEXT), persistent=False)

    def forward(self, x):
        return self.head(self.blocks(self.token(x) + self.position.weight, self.mask))


class LSTM(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.token, self.cells, self.head = nn.Embedding(CHARACTERS, 64), nn.LSTM(64, width, batch_first=True), nn.Linear(width, CHARACTERS)

    def forward(self, x):
        return self.head(self.cells(self.token(x))[0])


def autoencoder():
    """Reduces 784 pixels to 16 numbers and expands them again; returns logits."""
    sizes = [784, 256, 64, 16, 64, 256, 784]
    layers = [m for a, b in zip(sizes, sizes[1:]) for m in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(nn.Flatten(), *layers[:-1])
