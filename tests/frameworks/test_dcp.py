"""stepvault.dcp: the ranks of FSDP2 save by torch.distributed.checkpoint into a vault, and any number of ranks
loads."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from framework_case import EXECUTABLE, free_port

try:
    import torch
    import torch.distributed.checkpoint as dcp

    import stepvault
    from stepvault.dcp import Reader, Writer, step_of
except ImportError:
    torch = None

RANKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dcp_ranks.py")
KILLS = 20


@unittest.skipUnless(torch, "torch is not installed")
class TestDcp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.vault = folder.name, os.path.join(folder.name, "vault")

    def start(self, ranks, action, scheme):
        answer, port = os.path.join(self.folder, "answer"), str(free_port())
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", OMP_NUM_THREADS="1")
        return [subprocess.Popen([sys.executable, "-W", "ignore", RANKS, self.vault, action, scheme, str(rank), str(ranks),
                                  port, answer], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, cwd=self.folder) for rank in range(ranks)]

    def train(self, ranks, action, scheme="exact"):
        for process in self.start(ranks, action, scheme):
            _, said = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, said)
        with open(os.path.join(self.folder, "answer")) as file:
            return json.load(file)

    def stepvault(self, *arguments):
        done = subprocess.run([EXECUTABLE, *arguments, "--vault", self.vault], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def checkpoints(self):
        (run,) = json.loads(self.stepvault("list", "--json"))["runs"]
        return run["checkpoints"]

    def test_exact_state_is_equal_to_the_bit_on_any_number_of_ranks(self):
        saved = self.train(4, "save")
        self.assertEqual([one["step"] for one in self.checkpoints()], [10, 20, 30, 40])
        self.assertEqual(saved["report"]["stored_bytes"], self.checkpoints()[-1]["stored_bytes"])
        self.assertEqual(sum(rank["bytes"] for rank in saved["report"]["ranks"]), saved["report"]["bytes"])
        for ranks in (1, 2, 3, 8):
            loaded = self.train(ranks, "newest")
            self.assertEqual(loaded["whole"], saved["whole"])
            self.assertEqual((loaded["step"], loaded["notes"]), (40, {"seen": [1, "two"]}))
        self.assertEqual(self.train(2, "20")["step"], 20)

    def test_adaptive_state_resumes_like_one_of_a_single_rank(self):
        saved = self.train(4, "save", "adaptive")
        four = self.train(1, "newest")
        stored = self.checkpoints()
        self.assertTrue(all(one["scheme"] == "adaptive" for one in stored), stored)
        self.vault += "-alone"
        self.train(1, "save", "adaptive")
        one = self.train(1, "newest")
        mean = [sum(told["losses"]) / len(told["losses"]) for told in (saved, four, one)]
        self.assertLess(abs(mean[1] / mean[0] - 1), 0.15)
        self.assertLess(abs(mean[1] / mean[2] - 1), 0.05)

    def test_restored_folder_is_read_by_pytorch(self):
        self.train(2, "save")
        output = os.path.join(self.folder, "step_30")
        self.stepvault("restore", "--run", "run", "--step", "30", "--output", output)
        state = {"step": 0, "model": {"0.weight": torch.zeros(256, 32)}}
        dcp.load(state, checkpoint_id=output)
        mine = {"step": 0, "model": {"0.weight": torch.zeros(256, 32)}}
        dcp.load(mine, storage_reader=Reader(self.vault, "run", 30))
        self.assertEqual(state["step"], 30)
        self.assertTrue(torch.equal(state["model"]["0.weight"], mine["model"]["0.weight"]))
        file = os.path.join(self.folder, "step_30.pt")
        Reader(self.vault, "run", 30).write_torch_file(file)
        whole = torch.load(file, weights_only=True)
        self.assertEqual((whole["step"], whole["notes"]), (30, {"seen": [1, "two"]}))
        self.assertTrue(torch.equal(whole["model"]["0.weight"], mine["model"]["0.weight"]))
        self.assertEqual(whole["optimizer"]["state"]["0.weight"]["exp_avg"].shape, (256, 32))
        self.stepvault("verify")
        weights = os.path.join(self.folder, "weights")
        self.stepvault("restore", "--run", "run", "--step", "30", "--weights-only", "--output", weights)
        self.assertEqual(os.listdir(weights), ["model.safetensors"])

    def test_one_process_without_a_group(self):
        writer = Writer(self.vault, "run", scheme="exact")
        self.addCleanup(writer.close)
        state = {"w": torch.arange(5000.0), "half": torch.ones(3, dtype=torch.bfloat16), "text": "x", "none": None}
        dcp.save(state, checkpoint_id=7, storage_writer=writer)
        dcp.save(dict(state, w=state["w"] + 1), checkpoint_id="a/step=8", storage_writer=writer)
        loaded = {"w": torch.zeros(5000), "half": torch.zeros(3, dtype=torch.bfloat16), "text": "", "none": 1}
        dcp.load(loaded, checkpoint_id="step_7", storage_reader=Reader(self.vault, "run"))
        self.assertTrue(torch.equal(loaded["w"], state["w"]) and torch.equal(loaded["half"], state["half"]))
        self.assertEqual((loaded["text"], loaded["none"]), ("x", None))
        dcp.load(loaded, storage_reader=Reader(self.vault, "run"))
        self.assertTrue(torch.equal(loaded["w"], state["w"] + 1))

    def test_torch_file_of_a_plain_optimizer(self):
        model = torch.nn.Linear(40, 50)
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        model(torch.ones(1, 40)).sum().backward()
        optimizer.step()
        with Writer(self.vault, "run", scheme="exact") as writer:
            dcp.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, checkpoint_id=1, storage_writer=writer)
        file = os.path.join(self.folder, "step_1.pt")
        Reader(self.vault, "run").write_torch_file(file)
        with self.assertRaisesRegex(stepvault.StepvaultError, "exists already"):
            Reader(self.vault, "run").write_torch_file(file)
        self.assertEqual(sorted(os.listdir(self.folder)), ["step_1.pt", "vault"])
        other = torch.optim.AdamW(torch.nn.Linear(40, 50).parameters(), 1e-3)
        other.load_state_dict(torch.load(file, weights_only=True)["optimizer"])
        self.assertTrue(all(torch.equal(mine["exp_avg"], whole["exp_avg"]) for mine, whole in
                            zip(optimizer.state_dict()["state"].values(), other.state_dict()["state"].values())))

    def test_replicated_state_is_spread_evenly(self):
        told = self.train(3, "spread")
        sizes = [sum(size for size, _ in own) for own in told["shares"]]
        self.assertLess(max(sizes), 1.02 * sum(sizes) / 3)
        numbers = [len(own) for own in told["shares"]]
        self.assertLess(max(numbers), 1.1 * sum(numbers) / 3 + 1)
        self.assertTrue(told["equal"])
        self.stepvault("verify")

    def test_restart_finds_the_newest_whole_level(self):
        """Other numbers of ranks and nodes than saved; the vault's step where the nodes' step is lost."""
        for level, lost, step in ((1, (), 2), (1, (1,), 1), (2, (0,), 2), (3, (1,), 2), (3, (0, 1), 1)):
            self.vault = os.path.join(self.folder, "vault-%d-%d" % (level, len(lost)))
            self.assertTrue(self.train(4, "save-level-%d" % level)["skipped"])
            for node in lost:
                shutil.rmtree("%s-node%d" % (self.vault, node))
            ranks, nodes = (2, 2) if level == 2 else (6, 3)
            self.assertEqual(self.train(ranks, "load-nodes-%d" % nodes)["steps"], [step, step])

    def test_mistakes_are_said_in_one_line(self):
        self.assertEqual([step_of(one) for one in (100, "step_100", "/a/step=100/")], [100, 100, 100])
        writer = Writer(self.vault, "run")
        self.addCleanup(writer.close)
        state = {"w": torch.ones(3)}
        for arguments, words in (({}, "no step"), ({"checkpoint_id": "best"}, "does not end with a step")):
            with self.assertRaisesRegex(BaseException, words):
                dcp.save(state, storage_writer=writer, **arguments)
        with stepvault.Vault(self.vault, "folders") as vault:
            dcp.save(state, checkpoint_id=1, storage_writer=Writer(self.vault, "folders"))
            with self.assertRaisesRegex(stepvault.StepvaultError, "folder of files"):
                vault.load()
        with self.assertRaisesRegex(BaseException, "no run"):
            dcp.load(state, storage_reader=Reader(self.vault, "other"))
        with self.assertRaisesRegex(stepvault.StepvaultError, "no scheme 'best'"):
            Writer(self.vault, "run", scheme="best")
        bad = Writer(self.vault, "run")
        self.addCleanup(bad.close)
        bad._saves._settings["scheme"] = "best"
        with self.assertRaisesRegex(BaseException, "step 1 was not saved: .*best"):
            dcp.save(state, checkpoint_id=1, storage_writer=bad)
        dcp.save(state, checkpoint_id=1, storage_writer=writer)

    def test_rank_that_is_killed_costs_at_most_the_step_it_saved(self):
        chance = random.Random(5)
        self.train(4, "save")
        whole = len(self.checkpoints())
        for _ in range(KILLS):
            processes = self.start(4, "async", "exact")
            victim = chance.randrange(4)
            line = ""
            wanted = "saving %d" % chance.choice((10, 20, 30, 40))
            while line.strip() != wanted:
                line = processes[victim].stdout.readline()
                self.assertTrue(line, "the rank ended early")
            time.sleep(chance.uniform(0, 0.25))
            processes[victim].send_signal(signal.SIGKILL)
            said = [process.communicate(timeout=120)[1] for process in processes]
            survivors = [said[rank] for rank, process in enumerate(processes) if rank != victim and process.returncode]
            # All saves of this round but the one that the kill hit are whole; the vault is sound.
            self.stepvault("verify")
            now = len(self.checkpoints())
            self.assertGreaterEqual(now, whole)
            whole = now
            if survivors:
                self.assertRegex("".join(survivors), "Error")
        self.train(4, "save")
        left = [name for _, _, names in os.walk(self.vault) for name in names if "tmp" in name]
        self.assertEqual(left, [])
        self.assertEqual(self.train(2, "newest")["step"], 40)


if __name__ == "__main__":
    unittest.main()
