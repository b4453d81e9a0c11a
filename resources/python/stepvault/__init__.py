"""Stepvault inside a training: saves its states into a vault, and says when a save is worth it.

    vault = stepvault.Vault("/pfs/vault", run="bert")     # on all ranks, after init_process_group()
    for step in range(start + 1, total + 1):
        loss = train_one_step()
        if step % 100 == 0:                               # on all ranks alike
            vault.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, step)
    vault.close()                                         # waits for the last one
    state = vault.load()                                  # the newest, on each rank

stepvault.dcp stores what torch.distributed.checkpoint saves: sharded state, of any number of ranks.

The ranks of a Vault hold the same state, like data-parallel ranks: each rank copies its part of the state into a
snapshot that the ranks of its machine share, and the training continues. A thread on each rank then codes
that rank's part; together the ranks store one checkpoint, which restores as a safetensors file. Numbers that
differ between ranks (states of random generators) are stored as on the rank that copied them; if structure or
plain values differ, save() raises on all ranks.

A state consists of dicts, lists, tuples, None, bools, numbers, strings, tensors of PyTorch (dense, on any
device) and objects with the buffer protocol (array.array, NumPy's arrays, bytes). Tensors that share memory
are stored once. Scheme "exact" restores everything to the bit; "adaptive" and "lc" restore floats of tensors
approximately.

Errors are StepvaultError, or TypeError for objects that cannot be stored, and the same on all ranks. Only one
thread of a process may use a vault. Sizes are in bytes, times in seconds.

`stepvault.Hook` and the callbacks need neither a vault nor the engine's library: see stepvault.hook, which is
also one file to copy beside a training script.
"""

from ._errors import StepvaultError
from .hook import Hook, accelerate_saver, atomic_save, keras_callback, lightning_callback, trainer_callback
from .vault import Ticket, Vault, load_file

__all__ = ["Hook", "StepvaultError", "Ticket", "Vault", "accelerate_saver", "atomic_save", "keras_callback",
           "lightning_callback", "load_file", "trainer_callback"]
__version__ = "0.1.0"
