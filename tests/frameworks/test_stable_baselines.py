"""Stable-Baselines3: PPO, whose checkpoints are zips of zips."""

import os
import unittest

from framework_case import FrameworkCase

try:
    import gymnasium
    import stable_baselines3
    from stable_baselines3.common.callbacks import BaseCallback, CheckpointCallback
except ImportError:
    stable_baselines3 = None

STEPS, EVERY, RESUMED = 1536, 512, 1024

if stable_baselines3:
    class Losses(BaseCallback):
        """The losses of the updates. Each update follows the steps of a rollout."""

        def __init__(self):
            super().__init__()
            self.losses = []

        def _on_step(self):
            return True

        def _on_rollout_start(self):
            self._note()

        def _on_training_end(self):
            self._note()

        def _note(self):
            loss = self.logger.name_to_value.get("train/value_loss")
            if loss is not None and self.num_timesteps > RESUMED:
                self.losses.append(loss)


@unittest.skipUnless(stable_baselines3, "stable-baselines3 is not installed")
class TestStableBaselines(FrameworkCase):
    # The policy decides what is trained on, so a small difference grows.
    LARGEST_DIFFERENCE = {"exact": 1e-3, "adaptive": 0.5}

    def train(self, folder):
        model = stable_baselines3.PPO("MlpPolicy", "CartPole-v1", n_steps=256, batch_size=64, device="cpu", seed=7)
        model.learn(STEPS, callback=CheckpointCallback(EVERY, folder))

    def resume(self, checkpoint):
        """Environments and random states are not in a checkpoint, so trainings can only be compared from one
        on."""
        losses = Losses()
        model = stable_baselines3.PPO.load(checkpoint, env=gymnasium.make("CartPole-v1"), device="cpu")
        model.set_random_seed(11)
        model.learn(STEPS - RESUMED, callback=losses, reset_num_timesteps=False)
        return losses.losses

    def test_policies(self):
        self.train(self.run_folder)
        name = "rl_model_%d_steps.zip"
        whole = self.resume(os.path.join(self.run_folder, name % RESUMED))
        self.compare("stable-baselines3", whole, name, self.resume, steps=(512, 1024, 1536), restored=RESUMED)


if __name__ == "__main__":
    unittest.main()
