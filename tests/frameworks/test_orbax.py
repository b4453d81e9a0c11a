"""Orbax: JAX's checkpoints. By default its files are compressed chunks of an OCDBT database, and are kept byte for
byte; plain zarr files are coded."""

import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import jax
    import jax.numpy as jnp
    import orbax.checkpoint as orbax
except ImportError:
    jax = None


@unittest.skipUnless(jax, "orbax-checkpoint is not installed")
class TestOrbax(FrameworkCase):
    def train(self, folder, resume=None, **options):
        keys = jax.random.split(jax.random.key(7), 2)
        state = {"a": jax.random.normal(keys[0], (32, 256)) / 6, "b": jax.random.normal(keys[1], (256, 32)) / 16,
                 "step": jnp.zeros((), jnp.int32)}
        handler = orbax.PyTreeCheckpointHandler(**options)
        checkpointer = orbax.AsyncCheckpointer(handler)
        if resume:
            state = checkpointer.restore(resume, args=orbax.args.PyTreeRestore(state))

        @jax.jit
        def update(weights, x):
            def loss_of(weights):
                return jnp.mean((jax.nn.relu(x @ weights["a"]) @ weights["b"] - jnp.roll(x, 1, 1)) ** 2)
            loss, gradient = jax.value_and_grad(loss_of)(weights)
            return loss, jax.tree.map(lambda w, g: w - 0.5 * g, weights, gradient)

        losses = []
        for step in range(int(state["step"]) + 1, STEPS + 1):
            weights = {name: state[name] for name in ("a", "b")}
            loss, weights = update(weights, jax.random.normal(jax.random.key(step), (16, 32)))
            state = {**weights, "step": jnp.int32(step)}
            if step > RESUMED:
                losses.append(float(loss))
            if step % EVERY == 0:
                checkpointer.save(os.path.join(folder, "step_%d" % step), args=orbax.args.PyTreeSave(state))
        checkpointer.wait_until_finished()
        return losses

    def test_checkpoints(self):
        unbroken = self.train(self.run_folder)
        self.scheme, self.vault = "exact", os.path.join(self.folder, "vault")
        self.watch()
        checkpoint = self.restore(RESUMED, "resumed", "step_%d" % RESUMED)
        self.judge("orbax-checkpoint", unbroken, self.train(os.path.dirname(checkpoint), checkpoint))

    def test_plain_arrays(self):
        plain = {"use_ocdbt": False, "use_compression": False}
        unbroken = self.train(self.run_folder, **plain)
        self.compare("orbax-checkpoint", unbroken, "step_%d",
                     lambda checkpoint: self.train(os.path.dirname(checkpoint), checkpoint, **plain), what=", plain zarr")


if __name__ == "__main__":
    unittest.main()
