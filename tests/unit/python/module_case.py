"""Base class of the module's tests: a temporary vault, and ranks that are processes joined by pipes."""

import contextlib
import json
import multiprocessing
import os
import struct
import subprocess
import sys
import tempfile
import traceback
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "resources", "python"))
import stepvault  # noqa: E402
from stepvault import _snapshot  # noqa: E402

LIBRARY, EXECUTABLE = os.environ.get("STEPVAULT_LIBRARY"), os.environ.get("STEPVAULT_EXECUTABLE")
processes = multiprocessing.get_context("fork")


class PipeCommunicator:
    """All ranks communicate through rank 0. The end of its pipe reveals a rank that has died."""

    def __init__(self, rank, size, pipes):
        self.rank, self.size, self._pipes = rank, size, pipes

    def all_gather(self, data):
        if self.rank:
            self._pipes[0].send_bytes(data)
            return self._pipes[0].recv()
        everyone = [data, *(pipe.recv_bytes() for pipe in self._pipes)]
        for pipe in self._pipes:
            pipe.send(everyone)
        return everyone

    def close(self):
        for pipe in self._pipes:
            pipe.close()


def run_ranks(size, work):
    """[the result of work(crews), or the exception that it raised, by rank]; None for a rank that died."""
    groups = [[processes.Pipe() for _ in range(size - 1)] for _ in range(2)]
    ends = [end for pipes in groups for pair in pipes for end in pair]
    answers = [processes.Pipe(duplex=False) for _ in range(size)]

    def live(rank):
        kept = [[near for near, _ in pipes] if rank == 0 else [pipes[rank - 1][1]] for pipes in groups]
        for end in ends:
            if end not in kept[0] and end not in kept[1]:
                end.close()
        try:
            answer = work(tuple(PipeCommunicator(rank, size, pipes) for pipes in kept))
        except Exception as error:
            answer = error
        try:
            answers[rank][1].send(answer)
        except Exception:
            traceback.print_exc()

    ranks = [processes.Process(target=live, args=(rank,)) for rank in range(size)]
    for rank in ranks:
        rank.start()
    for end in ends:
        end.close()
    told = []
    for (answer, sender), rank in zip(answers, ranks):
        sender.close()
        with contextlib.closing(answer):
            try:
                told.append(answer.recv())
            except EOFError:
                told.append(None)
        rank.join()
    return told


@unittest.skipUnless(LIBRARY, "libstepvault.so is not named")
class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.shared = folder.name, os.path.join(folder.name, "shm")
        os.mkdir(self.shared)
        patch = mock.patch.object(_snapshot, "SHARED_MEMORY", self.shared)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(lambda: self.assertEqual(os.listdir(self.shared), []))

    def file(self, *names):
        return os.path.join(self.folder, *names)

    def vault(self, group=None, **options):
        options = {"scheme": "exact", "run_folder": self.folder, "threads": 1, "group": group, **options}
        vault = stepvault.Vault(self.file("vault"), "run", **options)
        self.addCleanup(vault.close)
        return vault

    def restored(self, step):
        """(header, data) of the file that the command line restores."""
        output = self.file("restored_%d" % step)
        command = [EXECUTABLE, "restore", "--run", "run", "--step", str(step), "--output", output]
        subprocess.run([*command, "--vault", self.file("vault")], check=True, stdout=subprocess.DEVNULL)
        with open(output, "rb") as file:
            content = file.read()
        length, = struct.unpack_from("<Q", content)
        return json.loads(content[8:8 + length]), content[8 + length:]
