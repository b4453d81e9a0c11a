"""States of PyTorch, and ranks of torch.distributed."""

import os
import signal
import socket
import time
import unittest
from unittest import mock

from module_case import Case, stepvault
from stepvault import StepvaultError, _state

try:
    import torch
    import torch.distributed
    import torch.multiprocessing
except ImportError:
    torch = None


def trained(rank=0, steps=3):
    """A model and its optimizer after a few steps, equal on all ranks."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Embedding(50, 40), torch.nn.Linear(40, 300), torch.nn.BatchNorm1d(300),
                                torch.nn.Linear(300, 50, bias=False))
    model[3].weight.data = torch.randn(50, 300)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randint(50, (64,))).square().mean().backward()
        optimizer.step()
    return model, optimizer


def same(a, b):
    """Equal to the bit and in the types, at every level."""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor):
        return a.dtype == b.dtype and a.shape == b.shape and torch.equal(a, b) and a.requires_grad == b.requires_grad
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def join(rank, size, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.distributed.init_process_group("gloo", rank=rank, world_size=size)


def save_and_load(rank, size, port, folder, options):
    join(rank, size, port)
    model, optimizer = trained()
    with stepvault.Vault(os.path.join(folder, "vault"), "run", run_folder=folder, scheme="exact", **options) as vault:
        for step in 1, 2:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
            ticket = vault.save(state, step, level=4 if step == 1 or not options else 3)
            torch.distributed.all_reduce(torch.ones(1000))  # the training's own, at the same time
            ticket.wait()
            assert same(vault.load(step), state)
        assert vault.steps() == [1, 2]
    torch.distributed.destroy_process_group()


def die_while_saving(rank, size, port, folder, queue):
    join(rank, size, port)
    model, optimizer = trained()
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    vault = stepvault.Vault(os.path.join(folder, "vault"), "run", run_folder=folder, scheme="exact")
    vault.save(state, 1).wait()
    if rank == 1:
        with mock.patch.object(vault._back, "all_gather", lambda data: os.kill(os.getpid(), signal.SIGKILL)):
            vault.save(state, 2)
            time.sleep(60)
    try:
        vault.save(state, 2).wait()
    except StepvaultError as error:
        queue.put((rank, str(error)))
    vault.close()


def subgroups(rank, size, port, folder):
    """Two halves of a job, each with its own state and run."""
    join(rank, size, port)
    groups = [torch.distributed.new_group([0, 1]), torch.distributed.new_group([2, 3])]
    run = "run%d" % (rank // 2)
    with stepvault.Vault(os.path.join(folder, "vault"), run, group=groups[rank // 2], run_folder=folder,
                         scheme="exact") as vault:
        vault.save({"half": rank // 2, "w": torch.full((1000,), rank // 2)}, 1).wait()
        assert (vault.rank, vault.size) == (rank % 2, 2)
        assert same(vault.load(), {"half": rank // 2, "w": torch.full((1000,), rank // 2)})


@unittest.skipUnless(torch, "PyTorch is not installed")
class States(Case):
    def back(self, state, **options):
        with self.vault(**options) as vault:
            vault.save(state, 1).wait()
            return vault.load()

    def test_a_training_comes_back(self):
        model, optimizer = trained()
        scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 5])
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(),
                 "rng": torch.get_rng_state()}
        back = self.back(state)
        self.assertTrue(same(back, state))
        self.assertEqual(back["model"]._metadata, state["model"]._metadata)
        other, other_optimizer = trained(steps=1)
        other.load_state_dict(back["model"])
        other_optimizer.load_state_dict(back["optimizer"])
        self.assertTrue(same(other.state_dict(), model.state_dict()))
        self.assertTrue(same(other_optimizer.state_dict(), optimizer.state_dict()))

    def test_all_dtypes_and_shapes_come_back(self):
        dtypes = [getattr(torch, name) for name in _state.TORCH_DTYPES if hasattr(torch, name)]
        state = {str(dtype): torch.tensor([0, 1, 1, 0, 1, 1]).to(dtype) for dtype in dtypes}
        state.update(scalar=torch.tensor(2.5), empty=torch.zeros(0, 3), turned=torch.randn(3, 4).t(),
                     deep=torch.randn(2, 3, 4), conjugate=torch.randn(4, dtype=torch.complex64).conj(),
                     strided=torch.arange(10)[::3],
                     last=torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last))
        back = self.back(state)
        self.assertTrue(same(back, state))

    def test_parameters_and_ties_stay(self):
        weight = torch.nn.Parameter(torch.randn(30, 20))
        frozen = torch.nn.Parameter(torch.randn(5), requires_grad=False)
        state = {"a": weight, "b": weight.detach(), "c": {"d": weight}, "frozen": frozen, "part": weight.detach()[:10]}
        back = self.back(state)
        self.assertTrue(same(back, state))
        self.assertIs(back["a"], back["c"]["d"])
        self.assertEqual(back["a"].data_ptr(), back["b"].data_ptr())
        back["b"].zero_()
        self.assertEqual(float(back["a"].detach().abs().sum()), 0)

    def test_a_transposed_view_is_another_tensor(self):
        square = torch.arange(16.0).reshape(4, 4)
        back = self.back({"a": square, "b": square.t()})
        self.assertTrue(torch.equal(back["a"], square))
        self.assertTrue(torch.equal(back["b"], square.t()))

    def test_what_cannot_be_stored_is_named(self):
        class Own(torch.Tensor):
            pass

        with self.vault() as vault:
            for tensor, word in [(torch.zeros(3, 3).to_sparse(), "sparse"), (torch.zeros(3, device="meta"), "meta"),
                                 (torch.zeros(3).as_subclass(Own), "Own"),
                                 (torch.quantize_per_tensor(torch.zeros(3), 1, 0, torch.qint8), "qint8")]:
                words = r"state\['m'\]\['x'\]: .*%s.* cannot be stored" % word
                with self.subTest(word), self.assertRaisesRegex(TypeError, words):
                    vault.save({"m": {"x": tensor}}, 1)

    def test_counters_and_whole_numbers_are_exact_in_lossy_schemes(self):
        model, optimizer = trained()
        with self.vault(scheme="adaptive") as vault:
            for step in 1, 2:
                vault.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, step).wait()
                with torch.no_grad():
                    for parameter in model.parameters():
                        parameter.mul_(1.001)
            back = vault.load()
        for number, slots in optimizer.state_dict()["state"].items():
            self.assertEqual(back["optimizer"]["state"][number]["step"], slots["step"])
            self.assertTrue(bool((back["optimizer"]["state"][number]["exp_avg_sq"] >= 0).all()))
        self.assertEqual(back["model"]["2.num_batches_tracked"], 3)
        self.assertEqual(back["optimizer"]["param_groups"], optimizer.state_dict()["param_groups"])


@unittest.skipUnless(torch, "PyTorch is not installed")
class Ranks(Case):
    def spawn(self, work, size, *arguments):
        torch.multiprocessing.spawn(work, (size, free_port(), self.folder, *arguments), nprocs=size)

    def test_ranks_of_gloo_save_and_load(self):
        self.spawn(save_and_load, 2, {})

    def test_levels_are_kept_on_nodes(self):
        self.spawn(save_and_load, 2, {"node_folder": self.file("node%n"), "nodes": 2})
        self.assertTrue(os.listdir(self.file("node1")))

    def test_groups_save_side_by_side(self):
        self.spawn(subgroups, 4)

    def test_a_rank_that_is_killed_is_an_error_for_the_other(self):
        queue = torch.multiprocessing.get_context("spawn").SimpleQueue()
        arguments = 2, free_port(), self.folder, queue
        context = torch.multiprocessing.spawn(die_while_saving, arguments, nprocs=2, join=False)
        rank, words = queue.get()
        self.assertEqual(rank, 0)
        self.assertIn("lost touch", words)
        with self.assertRaisesRegex(Exception, "SIGKILL"):
            while not context.join():
                pass
        with self.vault() as vault:
            self.assertEqual(vault.steps(), [1])


if __name__ == "__main__":
    unittest.main()
