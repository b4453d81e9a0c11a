"""A save is complete, or leaves no file."""

import contextlib
import os
import sys
import types
import unittest
from unittest import mock

from hook_case import Case, torch
from stepvault.hook import atomic_save


class AtomicSave(Case):
    def setUp(self):
        super().setUp()
        self.path = self.file("a.pt")
        with open(self.path, "wb") as file:
            file.write(b"old")

    def holds(self, content):
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), content)
        self.assertEqual(os.listdir(self.folder), ["a.pt"])

    @staticmethod
    def save(obj, file):
        file.write(obj)

    def test_replaces(self):
        atomic_save(b"new", self.path, self.save)
        self.holds(b"new")

    def test_on_the_disk_before_it_has_the_name_and_the_name_after(self):
        calls = []

        def synced(descriptor):
            calls.append(os.readlink("/proc/self/fd/%d" % descriptor))
            if len(calls) == 1:
                self.assertEqual(os.path.getsize(self.path + ".tmp"), 3)

        def replaced(source, target):
            calls.append((source, target))

        with mock.patch("os.fsync", synced), mock.patch("os.replace", replaced):
            atomic_save(b"new", self.path, self.save)
        folder = os.path.realpath(self.folder)
        self.assertEqual(calls[0], os.path.join(folder, "a.pt.tmp"))
        self.assertEqual(calls[1:], [(self.path + ".tmp", self.path), folder])

    def test_an_error_is_raised_and_leaves_the_old_one(self):
        for error in ZeroDivisionError, KeyboardInterrupt:
            def save(obj, file):
                file.write(obj)
                raise error
            with self.assertRaises(error):
                atomic_save(b"new", self.path, save)
            self.holds(b"old")

    def test_a_full_disk_is_raised(self):
        with mock.patch("os.fsync", side_effect=OSError(28, "full")), self.assertRaises(OSError):
            atomic_save(b"new", self.path, self.save)
        self.holds(b"old")

    def test_a_name_that_cannot_be_taken(self):
        os.mkdir(self.file("folder"))
        with self.assertRaises(OSError):
            atomic_save(b"new", self.file("folder"), self.save)
        os.rmdir(self.file("folder"))
        self.holds(b"old")

    def test_missing_folder(self):
        with self.assertRaises(FileNotFoundError):
            atomic_save(b"new", self.file("none/a.pt"), self.save)

    def test_file_systems_that_cannot_sync_a_folder(self):
        for number, passes in (22, True), (5, False):
            def synced(descriptor):
                if os.path.isdir("/proc/self/fd/%d" % descriptor):
                    raise OSError(number, "no")
            with mock.patch("os.fsync", synced):
                with contextlib.nullcontext() if passes else self.assertRaises(OSError):
                    atomic_save(b"new", self.path, self.save)

    def test_saves_by_torch_unless_told(self):
        stand_in = types.ModuleType("torch")
        stand_in.save = lambda obj, file: file.write(b"torch " + obj)
        with mock.patch.dict(sys.modules, torch=stand_in):
            atomic_save(b"new", self.path)
        self.holds(b"torch new")

    @unittest.skipUnless(torch, "needs torch")
    def test_torch_itself(self):
        atomic_save({"w": torch.arange(3)}, self.path)
        self.assertEqual(torch.load(self.path)["w"].tolist(), [0, 1, 2])


if __name__ == "__main__":
    unittest.main()
