"""Keras 3: whole models in .keras files, on the backend that KERAS_BACKEND names."""

import json
import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

os.environ.setdefault("KERAS_BACKEND", "torch")
try:
    import keras
    import numpy

    import stepvault
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

    def test_callback_follows_a_plan(self):
        keras.utils.set_random_seed(7)
        with open(os.path.join(self.run_folder, "plan.json"), "w") as file:
            json.dump({"stepvault_plan": 1, "steps": [20, 40, 60], "then_every": 20}, file)
        model = keras.Sequential([keras.Input((32,)), keras.layers.Dense(256, activation="relu"), keras.layers.Dense(32)])
        model.compile(keras.optimizers.AdamW(1e-3), "mse")
        x = numpy.random.default_rng(1).standard_normal((320, 32)).astype("float32")
        model.fit(x, numpy.roll(x, 1, 1), batch_size=16, epochs=3, verbose=0,
                  callbacks=[stepvault.keras_callback(self.run_folder, signals=False)])
        for _ in self.schemes():
            self.watch()


if __name__ == "__main__":
    unittest.main()
