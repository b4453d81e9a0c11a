#!/usr/bin/env python3
"""Makes stable_baselines.zip as save_to_zip_file() of Stable-Baselines3 2.3.2 writes it: an uncompressed zip
whose members are files of torch.save. expected_stable_baselines.json has the tensors that PyTorch itself
reads in them.

Made by PyTorch 2.13.0 and zipfile of CPython 3.11.

Usage: make_stable_baselines.py [FOLDER]
"""

import io
import json
import os
import sys
import zipfile

import torch
from torch import nn

from make_golden import DTYPES, element_bytes, flatten, xxh3
from make_handwritten import write_json

NAME = "stable_baselines.zip"
STEPS = 1000


class Policy(nn.Module):
    """The parts of an ActorCriticPolicy for CartPole, narrower."""

    def __init__(self):
        super().__init__()
        self.mlp_extractor = nn.ModuleDict({"policy_net": nn.Sequential(nn.Linear(4, 16), nn.Tanh()),
                                            "value_net": nn.Sequential(nn.Linear(4, 16), nn.Tanh())})
        self.action_net = nn.Linear(16, 2)
        self.value_net = nn.Linear(16, 1)

    def forward(self, x):
        return (self.action_net(self.mlp_extractor["policy_net"](x)).square().mean() +
                self.value_net(self.mlp_extractor["value_net"](x)).square().mean())


def trained():
    torch.manual_seed(7)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4, eps=1e-5)
    for _ in range(3):
        optimizer.zero_grad()
        policy(torch.randn(8, 4)).backward()
        optimizer.step()
    return policy.state_dict(), optimizer.state_dict()


def info(name):
    return zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))


def save_to_zip_file(path, data, params, variables):
    with zipfile.ZipFile(path, mode="w") as archive:
        archive.writestr(info("data"), json.dumps(data, indent=4))
        for name, value in [("pytorch_variables", variables), *params.items()]:
            with archive.open(info(name + ".pth"), mode="w", force_zip64=True) as f:
                torch.save(value, f)
        archive.writestr(info("_stable_baselines3_version"), "2.3.2")
        archive.writestr(info("system_info.txt"), f"- Python: 3.11\n- Stable-Baselines3: 2.3.2\n- PyTorch: {torch.__version__}\n")


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    policy, optimizer = trained()
    data = {"policy_class": {":type:": "<class 'abc.ABCMeta'>", ":serialized:": "gAWVOwAAAAAAAACMIQ=="},
            "verbose": 0, "num_timesteps": STEPS, "_total_timesteps": 4 * STEPS, "seed": None}
    params = {"policy": policy, "policy.optimizer": optimizer}
    save_to_zip_file(NAME, data, params, {})
    with zipfile.ZipFile(NAME) as archive:
        assert archive.testzip() is None
        assert all(i.compress_type == zipfile.ZIP_STORED for i in archive.infolist())
        tensors = []
        for name in params:
            value = torch.load(io.BytesIO(archive.read(name + ".pth")), weights_only=True)
            tensors += [{"name": ".".join([name, *path]), "dtype": DTYPES[t.dtype], "shape": list(t.shape),
                         "xxh3": xxh3(element_bytes(t))} for path, t in flatten(value, [], set())]
    write_json("expected_stable_baselines.json", {NAME: {
        "format": "zip", "step": STEPS, "tensors": tensors, "storages": sorted(t["xxh3"] for t in tensors)}})


if __name__ == "__main__":
    main()
