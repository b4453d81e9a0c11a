"""Base class of the hook's tests: a temporary folder, a fake clock, and a training."""

import json
import logging
import os
import sys
import tempfile
import threading
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "resources", "python"))
from stepvault import hook as stepvault_hook  # noqa: E402
from stepvault.hook import Hook  # noqa: E402

try:
    import torch
    import torch.distributed
except ImportError:
    torch = None


class Clock(threading.local):
    """Replaces the module time; each thread has its own clock."""

    now = 1000.0

    def perf_counter(self):
        return self.now

    def time(self):
        return self.now + 1.7e9


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.clock = folder.name, Clock()
        for patch in mock.patch.object(stepvault_hook, "time", self.clock), mock.patch.dict(os.environ):
            patch.start()
            self.addCleanup(patch.stop)
        os.environ.pop("STEPVAULT_MTBF", None)
        self.told, handler = [], logging.Handler()
        handler.emit = self.told.append
        logging.getLogger("stepvault").addHandler(handler)
        self.addCleanup(logging.getLogger("stepvault").removeHandler, handler)

    def tearDown(self):
        self.assertEqual([record.getMessage() for record in self.told], [])

    def file(self, name):
        return os.path.join(self.folder, name)

    def hook(self, **options):
        hook = Hook(self.folder, **{"signals": False, **options})
        self.addCleanup(hook.close)
        return hook

    def plan(self, steps=(), then_every=0, **fields):
        """Publishes a plan the way the app does: writes another file and renames it."""
        write_plan(self.folder, {"stepvault_plan": 1, "steps": list(steps), "then_every": then_every, **fields})

    def train(self, hook, steps, iteration=0.01, stall=0.2, report=True):
        """The steps at which the hook asked for a save."""
        saves = []
        for step in steps:
            self.clock.now += iteration
            if hook.should_save(step, 1 / max(step, 1)):
                saves.append(step)
                self.clock.now += stall
                if report:
                    hook.saved(self.file("step_%d.pt" % step), stall)
        return saves

    def text(self):
        with open(self.file("stepvault.jsonl")) as file:
            return file.read()

    def records(self):
        return [json.loads(line) for line in self.text().splitlines()]

    def reasons(self):
        return [(r["step"], r["reason"]) for r in self.records() if "saved" in r]

    def warnings(self):
        """A context in which the hook must report something; its value lists the reports. Outside of it no
        report is allowed."""
        return self.assertLogs("stepvault", "WARNING")


def write_plan(folder, plan):
    path = os.path.join(folder, "plan.json")
    with open(path + ".new", "w") as file:
        file.write(plan if isinstance(plan, str) else json.dumps(plan))
    os.replace(path + ".new", path)
