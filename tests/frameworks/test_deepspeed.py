"""DeepSpeed: ZeRO-1, ZeRO-2 and ZeRO-3 on two ranks without a GPU, by the engine's own checkpoints."""

import os
import pickle
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase, free_port

# DeepSpeed chooses its device when it is imported, also in each rank.
os.environ["DS_ACCELERATOR"] = "cpu"
try:
    import deepspeed
    import torch
except ImportError:
    deepspeed = None

RANKS = 2


def train_rank(rank, port, stage, folder, resume, answer):
    """One rank; rank 0 writes the losses after the restored step to `answer`."""
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), LOCAL_RANK=str(rank),
                      WORLD_SIZE=str(RANKS))
    # Otherwise DeepSpeed compiles its own way through shared memory, and needs a compiler and a minute.
    deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
    torch.set_num_threads(1)
    torch.manual_seed(7)
    model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.ReLU(), torch.nn.Linear(256, 32))
    config = {"train_micro_batch_size_per_gpu": 16, "zero_allow_untested_optimizer": True,
              "zero_force_ds_cpu_optimizer": False,
              # Below this size ZeRO-3 leaves a parameter whole.
              "zero_optimization": {"stage": stage, "stage3_param_persistence_threshold": 0}}
    engine, _, _, _ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters(), 1e-3), config=config)
    if resume:
        path, _ = engine.load_checkpoint(os.path.dirname(resume), os.path.basename(resume))
        assert path, resume
    losses = []
    for step in range(engine.global_steps + 1, STEPS + 1):
        x = torch.randn(16, 32, generator=torch.Generator().manual_seed(RANKS * step + rank))
        loss = (engine(x) - x.roll(1, 1)).pow(2).mean()
        engine.backward(loss)
        engine.step()
        if step > RESUMED:
            losses.append(loss.item())
        if step % EVERY == 0 and not resume:
            engine.save_checkpoint(folder, "global_step%d" % step)
    if rank == 0:
        with open(answer, "wb") as file:
            pickle.dump(losses, file)
    torch.distributed.destroy_process_group()


@unittest.skipUnless(deepspeed, "deepspeed is not installed")
class TestDeepspeed(FrameworkCase):
    def check(self, stage):
        answer = os.path.join(self.folder, "losses")

        def train(folder, resume=None):
            torch.multiprocessing.spawn(train_rank, (free_port(), stage, folder, resume, answer), nprocs=RANKS)
            with open(answer, "rb") as file:
                return pickle.load(file)

        unbroken = train(self.run_folder)
        self.compare("deepspeed", unbroken, "global_step%d", lambda checkpoint: train(self.folder, checkpoint),
                     what=", ZeRO-%d" % stage)
        # ZeRO-3 has its weights in the optimizer's files alone.
        self.assertTrue(all(one["relative_error"] > 0 for one in self.series[1:]), self.series)

    def test_zero_1(self):
        self.check(1)

    def test_zero_2(self):
        self.check(2)

    def test_zero_3(self):
        self.check(3)


if __name__ == "__main__":
    unittest.main()
