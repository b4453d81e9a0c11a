"""Keras 3: whole models in .keras files, on the backend that KERAS_BACKEND names."""

import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

os.environ.setdefault("KERAS_BACKEND", "torch")
try:
    import keras
    import numpy
except ImportError:
    keras = None


@unittest.skipUnless(keras, "keras is not installed")
class TestKeras(FrameworkCase):
    def train(self, folder, resume=None):
        keras.utils.set_random_seed(7)
        if resume:
            model = keras.saving.load_model(resume)
        else:
            model = keras.Sequential([keras.Input((32,)), keras.layers.Dense(256, activation="relu"), keras.layers.Dense(32)])
            model.compile(keras.optimizers.AdamW(1e-3), "mse")
        losses = []
        for step in range(RESUMED + 1 if resume else 1, STEPS + 1):
            x = numpy.random.default_rng(step).standard_normal((16, 32)).astype("float32")
            loss = float(model.train_on_batch(x, numpy.roll(x, 1, 1)))
            if step > RESUMED:
                losses.append(loss)
            if step % EVERY == 0:
                model.save(os.path.join(folder, "step_%d.keras" % step))
        return losses

    def test_models(self):
        unbroken = self.train(self.run_folder)
        self.compare("keras", unbroken, "step_%d.keras")


if __name__ == "__main__":
    unittest.main()
