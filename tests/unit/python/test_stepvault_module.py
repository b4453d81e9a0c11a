"""States of plain Python, saved by one process: load() returns the state at the time of the call of
save()."""

import array
import collections
import os
import subprocess
import threading
import time
import unittest
from unittest import mock

from module_case import Case, stepvault, EXECUTABLE
from stepvault import StepvaultError, _library, _snapshot


def numbers(count, seed=1):
    """Floats without a pattern that a coder could use."""
    values = array.array("f", bytes(4 * count))
    for at in range(count):
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        values[at] = seed / 0x40000000 - 1
    return values


class OneCommunicator:
    """A single process, which calls `when(n)` in its n-th exchange."""

    rank, size = 0, 1

    def __init__(self, when=lambda count: None):
        self._when, self._count = when, 0

    def all_gather(self, data):
        self._count += 1
        self._when(self._count)
        return [data]


class States(Case):
    def back(self, state, **options):
        with self.vault(**options) as vault:
            vault.save(state, 1).wait()
            return vault.load()

    def test_types_and_values_come_back(self):
        state = {
            "none": None, "yes": True, "no": False, "int": -(1 << 80), "float": 0.1, "text": "a\x00\n\"ü\ud800",
            "inf": float("-inf"), "complex": complex(1, float("inf")), 7: "int key", True: "bool key", None: "none key",
            "list": [1, [2.0, (3,)], []], "tuple": (1, (), ("x", None)), "empty": {},
            "ordered": collections.OrderedDict([("b", 1), ("a", 2)]), "counter": collections.Counter({30: 2}),
            "bytes": b"\x00\xff", "bytearray": bytearray(b"abc"), "nothing": b"",
            "arrays": {code: array.array(code, [1, 2, 100]) for code in "bBhHiIlLqQfd"},
        }
        back = self.back(state)
        self.assertEqual(back, state)
        self.assertEqual(repr(back), repr(state))  # also the types and the order

    def test_views_come_back_in_their_shape(self):
        view = memoryview(array.array("h", range(24))).cast("B").cast("h", [2, 3, 4])
        back = self.back({"view": view, "part": view.cast("B").cast("h")[::2]})
        self.assertEqual(back["view"].tolist(), view.tolist())
        self.assertEqual(back["view"].format, "h")
        self.assertEqual(back["part"].tolist(), list(range(0, 24, 2)))

    def test_nan_comes_back(self):
        back = self.back({"plain": float("nan"), "array": array.array("d", [float("nan"), -0.0])})
        self.assertEqual(repr(back), "{'plain': nan, 'array': array('d', [nan, -0.0])}")

    def test_a_state_may_be_a_tensor_or_a_value(self):
        self.assertEqual(self.back(array.array("i", [1, 2])), array.array("i", [1, 2]))
        with self.vault() as vault:
            vault.save(5, 2).wait()
            self.assertEqual(vault.load(2), 5)
            self.assertEqual(vault.load(1), array.array("i", [1, 2]))

    def test_what_is_tied_stays_tied(self):
        tied = numbers(100_000)
        with self.vault() as vault:
            report = vault.save({"in": {"weight": tied}, "out": {"weight": tied}}, 1).wait()
            back = vault.load()
        self.assertLess(report["bytes"], 500_000)
        self.assertIs(back["in"]["weight"], back["out"]["weight"])
        self.assertEqual(back["in"]["weight"], tied)

    @unittest.skipUnless(EXECUTABLE, "the command line is not named")
    def test_the_file_is_safetensors_with_dotted_names(self):
        moments = {"exp_avg": numbers(10), "exp_avg_sq": numbers(10), "step": array.array("d", [7])}
        state = {"model": {"fc.weight": numbers(1000)},
                 "optimizer": {"state": {0: moments}, "param_groups": [{"lr": 0.1}]},
                 "model.fc": {"weight": array.array("b", [1])}, "__metadata__": array.array("b", [2])}
        with self.vault() as vault:
            vault.save(state, 42).wait()
        header, data = self.restored(42)
        metadata = header.pop("__metadata__")
        self.assertEqual(metadata["step"], "42")
        self.assertEqual(sorted(header), [
            "__metadata__#2", "model.fc.weight", "model.fc.weight#2", "optimizer.state.0.exp_avg",
            "optimizer.state.0.exp_avg_sq", "optimizer.state.0.step"])
        weight = header["model.fc.weight"]
        self.assertEqual((weight["dtype"], weight["shape"]), ("F32", [1000]))
        self.assertEqual(data[slice(*weight["data_offsets"])], state["model"]["fc.weight"].tobytes())
        self.assertEqual(sorted(at for entry in header.values() for at in entry["data_offsets"])[-1], len(data))
        for entry in header.values():
            self.assertEqual(entry["data_offsets"][0] % (int(entry["dtype"][1:]) // 8), 0)

    @unittest.skipUnless(EXECUTABLE, "the command line is not named")
    def test_a_restored_file_is_loaded_as_its_snippet_says(self):
        state = {"model": {"w": numbers(1000)}, "step": 42}
        with self.vault() as vault:
            vault.save(state, 42).wait()
        output = self.file("restored.safetensors")
        said = subprocess.run([EXECUTABLE, "--vault", self.file("vault"), "restore", "--run", "run", "--step", "42",
                               "--output", output], capture_output=True, text=True, check=True).stdout
        self.assertIn("state = stepvault.load_file(\"%s\")" % output, said)
        self.assertEqual(stepvault.load_file(output), state)

    def test_what_cannot_be_stored_is_named(self):
        cyclic = []
        cyclic.append(cyclic)
        Point = collections.namedtuple("Point", "x")
        with self.vault() as vault:
            for state, words in [({"a": [1, {"b": object()}]}, r"state\['a'\]\[1\]\['b'\]: a object cannot be stored"),
                                 ({"f": print}, r"state\['f'\]: a builtin_function_or_method"),
                                 ({"p": Point(1)}, r"state\['p'\]: a Point"), ([{1, 2}], r"state\[0\]: a set"),
                                 ({(1, 2): 3}, "state: a key of type tuple"), (cyclic, r"state\[0\]: contains itself"),
                                 ({"u": array.array("u", "x")}, r"state\['u'\]: a array of format")]:
                with self.subTest(words), self.assertRaisesRegex(TypeError, words):
                    vault.save(state, 1)
            with self.assertRaises(TypeError):
                vault.save({}, "1")
            self.assertEqual(vault.steps(), [])
            vault.save({"a": 1}, 1).wait()
            self.assertEqual(vault.load(), {"a": 1})

    def test_settings_without_meaning_are_refused_at_once(self):
        for settings, words in (({"scheme": "adaptiv"}, "no scheme 'adaptiv'"), ({"error": 0.0}, "error 0.0"),
                                ({"error": 1}, "error 1"), ({"bits": 9}, "no 9 bits"), ({"bits": None}, "no None bits")):
            with self.subTest(words), self.assertRaisesRegex(StepvaultError, words):
                self.vault(**settings)
        self.assertFalse(os.path.exists(self.file("vault")))

    def test_lossy_schemes_keep_what_is_not_a_float(self):
        for scheme in "adaptive", "lc":
            state = {"w": numbers(50_000), "count": array.array("q", range(1000)), "lr": 0.1, "raw": os.urandom(100)}
            with self.subTest(scheme), self.vault(scheme=scheme) as vault:
                vault.save(state, 1).wait()
                moved = [w + d / 1000 for w, d in zip(state["w"], numbers(50_000, 5))]
                moved = {**state, "w": array.array("f", moved)}
                report = vault.save(moved, 2).wait()
                back = vault.load()
            self.assertLess(report["stored_bytes"], report["bytes"] / 5)
            self.assertEqual({**back, "w": None}, {**moved, "w": None})
            self.assertNotEqual(back["w"], moved["w"])
            lost = sum((a - b) ** 2 for a, b in zip(back["w"], moved["w"])) / \
                sum((a - b) ** 2 for a, b in zip(state["w"], moved["w"]))
            self.assertLess(lost, 0.8 ** 2)


class Saves(Case):
    def gated_vault(self, front=None, **options):
        """A vault whose background thread waits for the gate."""
        gate = threading.Event()
        gate.set()
        vault = self.vault(group=(front or OneCommunicator(), OneCommunicator(lambda count: gate.wait())), **options)
        gate.clear()
        return gate, vault

    def test_what_changes_afterwards_is_not_stored(self):
        state = {"w": numbers(300_000), "list": [1], "n": bytearray(b"then")}
        was = {"w": state["w"][:], "list": [1], "n": bytearray(b"then")}
        gate, vault = self.gated_vault()
        with vault:
            ticket = vault.save(state, 1)
            state["w"][:] = array.array("f", bytes(1_200_000))
            state["list"].append(2)
            state["n"][:] = b"now!"
            self.assertFalse(ticket.done())
            gate.set()
            ticket.wait()
            self.assertEqual(vault.load(), was)

    def test_a_save_is_reported(self):
        with self.vault() as vault:
            ticket = vault.save({"w": numbers(10_000)}, 3)
            report = ticket.wait()
            self.assertTrue(ticket.done() and not ticket.skipped)
            self.assertEqual(ticket.progress(), (0, 0))
        self.assertEqual((report["step"], report["level"]), (3, 4))
        self.assertTrue(report["id"].startswith("000000000003-"))
        self.assertTrue(40_000 < report["bytes"] < 50_000 and 0 < report["stored_bytes"] < report["bytes"])
        self.assertTrue(0 < report["stall_seconds"] <= report["seconds"])
        self.assertEqual(report["stall_seconds"], ticket.stall_seconds)

    def test_steps_are_listed_and_loaded(self):
        with self.vault() as vault:
            self.assertEqual(vault.steps(), [])
            with self.assertRaises(StepvaultError):
                vault.load()
            for step in 0, 5, 20, 100:
                vault.save({"at": step, "w": numbers(100, step)}, step)  # each save waits for the one before
            self.assertEqual(vault.steps(), [0, 5, 20, 100])
            self.assertEqual(vault.load(0)["at"], 0)
            self.assertEqual(vault.load()["at"], 100)
            self.assertEqual(vault.load(20), {"at": 20, "w": numbers(100, 20)})
            with self.assertRaises(StepvaultError) as raised:
                vault.load(21)
            self.assertEqual(raised.exception.code, _library.NOT_FOUND)
        with self.vault() as vault:  # another process, later
            self.assertEqual(vault.load(5), {"at": 5, "w": numbers(100, 5)})

    def test_states_of_other_sizes_follow_each_other(self):
        with self.vault() as vault:
            for step, count in enumerate([10, 100_000, 3000, 3000, 200_000]):
                state = {"w": numbers(count, step + 1)}
                vault.save(state, step).wait()
                self.assertEqual(vault.load(step), state)

    def test_a_save_waits_for_the_one_before(self):
        # of the second save
        gate, vault = self.gated_vault(front=OneCommunicator(lambda count: count == 4 and gate.set()))
        with vault:
            first = vault.save({"w": numbers(1000)}, 1)
            self.assertFalse(first.done())
            second = vault.save({"w": numbers(1000)}, 2)
            self.assertTrue(first.done())
            second.wait()
            self.assertEqual(vault.steps(), [1, 2])

    def test_a_save_is_skipped_where_that_is_asked_for(self):
        gate, vault = self.gated_vault(skip_when_busy=True)
        with vault:
            first = vault.save({"w": numbers(1000)}, 1)
            second = vault.save({"w": numbers(1000)}, 2)
            self.assertTrue(second.skipped and second.done())
            self.assertIsNone(second.wait())
            gate.set()
            first.wait()
            self.assertFalse(vault.save({"w": numbers(1000)}, 3).skipped)
            self.assertEqual(vault.steps(), [1, 3])

    def test_an_error_comes_with_the_ticket_and_is_logged(self):
        with self.vault(scheme="exact") as vault, self.assertLogs("stepvault", "WARNING") as logged:
            vault._scheme = "best"
            ticket = vault.save({"w": numbers(100)}, 1)
            with self.assertRaisesRegex(StepvaultError, "best"):
                ticket.wait()
            vault._scheme = "exact"
            vault.save({"w": numbers(100)}, 2).wait()
            self.assertEqual(vault.steps(), [2])
        self.assertEqual(len(logged.records), 1)

    def test_a_save_can_be_cancelled(self):
        gate, vault = self.gated_vault()
        with vault:
            save = vault._library.save

            def cancelled_save(handle, **request):
                cancel = threading.Thread(target=lambda: [ticket.cancel() for _ in iter(ticket.done, True)])
                cancel.start()
                return save(handle, **request)

            with mock.patch.object(vault._library, "save", cancelled_save), self.assertLogs("stepvault", "WARNING"):
                ticket = vault.save({"w": numbers(1_000_000)}, 1)
                gate.set()
                with self.assertRaises(StepvaultError) as raised:
                    ticket.wait()
            self.assertEqual(raised.exception.code, 13)
            self.assertEqual(vault.steps(), [])

    def test_a_vault_is_closed_after_who_cancels_or_looks_at_it(self):
        for use in "cancel", "progress":
            with self.subTest(use):
                gate, vault = self.gated_vault()
                ticket, real, using, calls = vault.save({"w": numbers(1000)}, 1), vault._library, threading.Event(), []

                def slow(handle):
                    using.set()
                    time.sleep(0.1)
                    calls.append(use)
                    return real_use(handle)

                def closed(handle):
                    calls.append("close")
                    real_close(handle)

                real_use, real_close = getattr(real, use), real.close
                with mock.patch.multiple(real, **{use: slow, "close": closed}):
                    other = threading.Thread(target=getattr(ticket, use))
                    other.start()
                    using.wait()
                    gate.set()
                    vault.close()
                    other.join()
                self.assertEqual(calls, [use, "close"])

    def test_without_room_in_memory_another_folder_takes_the_snapshot(self):
        other = self.file("other")
        os.mkdir(other)
        with mock.patch.object(_snapshot, "has_memory_for", lambda size: False):
            with self.vault(snapshot_folder=other) as vault:
                state = {"w": numbers(1000)}
                vault.save(state, 1).wait()
                self.assertTrue(os.readlink(vault._snapshot.path).startswith(other))
                self.assertEqual(vault.load(), state)
            with self.vault(snapshot_folder=self.file("none")) as vault, self.assertRaises(FileNotFoundError):
                vault.save(state, 2)
        self.assertEqual(os.listdir(other), [])

    def test_a_snapshot_has_no_name(self):
        gate, vault = self.gated_vault()
        with vault:
            vault.save({"w": numbers(1000)}, 1)
            self.assertTrue(os.readlink(vault._snapshot.path).startswith(self.shared))
            self.assertEqual(os.listdir(self.shared), [])
            gate.set()

    def test_a_closed_vault_says_so(self):
        vault = self.vault()
        vault.close()
        for use in lambda: vault.save({}, 1), vault.load, vault.steps:
            with self.assertRaisesRegex(StepvaultError, "closed"):
                use()
        vault.close()

    def test_a_library_that_is_missing_is_named(self):
        with self.assertRaisesRegex(StepvaultError, "none.so"):
            self.vault(library=self.file("none.so"))

    @unittest.skipUnless(EXECUTABLE, "the command line is not named")
    def test_what_others_saved_is_not_taken_for_a_state(self):
        with open(self.file("step_9.bin"), "wb") as file:
            file.write(b"something else" * 100)
        subprocess.run([EXECUTABLE, "ingest", self.file("step_9.bin"), "--run", "run", "--vault", self.file("vault")],
                       check=True, stdout=subprocess.DEVNULL)
        with self.vault() as vault, self.assertRaisesRegex(StepvaultError, "not saved by this module"):
            vault.load(9)


if __name__ == "__main__":
    unittest.main()
