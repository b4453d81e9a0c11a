#!/usr/bin/env python3
"""Makes the folder orbax/ and orbax.json: a checkpoint of Orbax in plain zarr files (use_ocdbt=False,
use_compression=False), and its arrays as Orbax restores them.

Needs orbax-checkpoint (written with 0.12.8) and jax.

Usage: make_orbax.py [FOLDER]
"""

import hashlib
import json
import os
import shutil
import sys

import jax.numpy as jnp
import numpy
import orbax.checkpoint as orbax


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(__file__))
    target = os.path.join(folder, "orbax", "step_3")
    shutil.rmtree(target, ignore_errors=True)
    chance = numpy.random.default_rng(7)
    weights = {"a": jnp.asarray(chance.standard_normal((8, 16)), jnp.float32), "h": jnp.ones((5, 7), jnp.bfloat16)}
    moments = {"mu": weights, "nu": {name: value * value for name, value in weights.items()}, "count": jnp.int32(3)}
    handler = orbax.PyTreeCheckpointHandler(use_ocdbt=False, use_compression=False)
    with orbax.Checkpointer(handler) as checkpointer:
        checkpointer.save(target, args=orbax.args.PyTreeSave({"params": weights, "opt_state": [moments]}))
        restored = checkpointer.restore(target)
    # Orbax writes the path of the folder on this machine.
    with open(os.path.join(target, "commit_success.txt"), "w") as file:
        file.write("Checkpoint commit was successful to step_3")
    arrays = {"params.%s" % name: value for name, value in restored["params"].items()}
    for slot, value in restored["opt_state"][0].items():
        arrays.update({"opt_state.0.%s.%s" % (slot, name): one for name, one in value.items()} if isinstance(value, dict)
                      else {"opt_state.0." + slot: value})
    expected = {name: {"dtype": str(value.dtype), "shape": list(value.shape),
                       "sha256": hashlib.sha256(numpy.asarray(value).tobytes()).hexdigest()}
                for name, value in sorted(arrays.items())}
    with open(os.path.join(folder, "orbax.json"), "w") as file:
        json.dump(expected, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
