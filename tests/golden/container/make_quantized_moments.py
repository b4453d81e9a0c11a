#!/usr/bin/env python3
"""Makes this folder's checkpoints of optimizers with 8-bit moments: bitsandbytes.pt and torchao.pt.

Made by bitsandbytes 0.50.2 and torchao 0.18.0 with PyTorch 2.13.0.

Usage: make_quantized_moments.py [FOLDER]
"""

import sys
from pathlib import Path

import bitsandbytes
import torch
from torch import nn
from torchao.optim import AdamW8bit


def trained(make_optimizer):
    """Only the matrix is large enough for 8-bit moments."""
    torch.manual_seed(3)
    net = nn.Linear(64, 64)
    optimizer = make_optimizer(net.parameters(), lr=1e-3)
    for _ in range(3):
        optimizer.zero_grad()
        net(torch.randn(8, 64)).pow(2).mean().backward()
        optimizer.step()
    return {"step": 3, "model": net.state_dict(), "optimizer": optimizer.state_dict()}


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    torch.save(trained(bitsandbytes.optim.AdamW8bit), folder / "bitsandbytes.pt")
    torch.save(trained(AdamW8bit), folder / "torchao.pt")


if __name__ == "__main__":
    main()
