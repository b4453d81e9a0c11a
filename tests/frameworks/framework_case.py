"""Base class of the frameworks' tests: a real training is watched, a step of it is restored, and the framework
goes on from there by its own means. Each test adds a row to the table that the environment variable
STEPVAULT_FRAMEWORKS_TABLE names."""

import importlib.metadata
import json
import os
import shutil
import socket
import subprocess
import tempfile
import unittest

STEPS, EVERY, RESUMED = 60, 20, 40
EXECUTABLE = os.environ.get("STEPVAULT_EXECUTABLE") or shutil.which("stepvault")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class FrameworkCase(unittest.TestCase):
    """A test trains in `self.run_folder` and calls compare()."""

    # A share of the unbroken run's loss over the same steps: these models are at the steep beginning of their
    # curves, where the lag of a restored step costs most.
    LARGEST_DIFFERENCE = {"exact": 1e-3, "adaptive": 0.15}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.run_folder = folder.name, os.path.join(folder.name, "runs", "run")
        os.makedirs(self.run_folder)
        self.vault = self.scheme = self.found = self.series = None

    def compare(self, package, unbroken, name, resume=None, what="", restored=RESUMED, **watched):
        """`unbroken`: the losses of the steps after `restored`. `name`: the restored checkpoint's, with a place for
        the step. `resume(checkpoint)` goes on from it and returns the same losses."""
        resume = resume or (lambda checkpoint: self.train(os.path.dirname(checkpoint), checkpoint))
        for _ in self.schemes():
            self.watch(**watched)
            self.judge(package, unbroken, resume(self.restore(restored, "resumed", name % restored)), what)

    def schemes(self):
        """Each scheme, with a vault of its own."""
        for scheme in self.LARGEST_DIFFERENCE:
            self.scheme, self.vault = scheme, os.path.join(self.folder, "vault-" + scheme)
            yield scheme

    def stepvault(self, *arguments):
        done = subprocess.run([EXECUTABLE, *arguments, "--vault", self.vault], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def watch(self, steps=(20, 40, 60), series=""):
        """Files the run's checkpoints. Those whose names begin with `series` must be those of `steps`, coded
        from the second one on."""
        self.stepvault("watch", "--once", "--scheme", self.scheme, os.path.dirname(self.run_folder))
        self.look(steps, series)

    def look(self, steps=(20, 40, 60), series=""):
        (self.found,) = json.loads(self.stepvault("list", "--json"))["runs"]
        self.series = [one for one in self.found["checkpoints"] if one["source"].startswith(series)]
        self.assertEqual([one["step"] for one in self.series], list(steps))
        self.assertTrue(all(one["scheme"] == self.scheme for one in self.series[1:]), self.series)

    def restore(self, step, *names):
        """Restores the step under this name in a folder of its own, from the vault alone."""
        output = os.path.join(self.folder, self.scheme, *names)
        os.makedirs(os.path.dirname(output), exist_ok=True)
        hidden = self.run_folder + ".away"
        os.rename(self.run_folder, hidden)
        try:
            self.stepvault("restore", "--run", self.found["name"], "--step", str(step), "--output", output)
        finally:
            os.rename(hidden, self.run_folder)
        return output

    def judge(self, package, unbroken, resumed, what=""):
        """`unbroken`, `resumed`: losses of the steps after the restored one."""
        self.assertEqual(len(unbroken), len(resumed))
        whole, mine = sum(unbroken) / len(unbroken), sum(resumed) / len(resumed)
        difference = mine / whole - 1
        later = self.series[1:]
        ratio = sum(one["original_bytes"] for one in later) / sum(one["stored_bytes"] for one in later)
        row = {"package": package + what, "version": importlib.metadata.version(package), "found": len(later) + 1,
               "coded": self.scheme, "ratio": round(ratio, 1), "loss": round(100 * float(difference), 2)}
        table = os.environ.get("STEPVAULT_FRAMEWORKS_TABLE")
        if table:
            with open(table, "a") as file:
                file.write(json.dumps(row) + "\n")
        self.assertLess(abs(difference), self.LARGEST_DIFFERENCE[self.scheme], row)
        self.assertGreater(ratio, 10 if self.scheme == "adaptive" else 0.9, row)
