"""Several ranks save together: processes joined by pipes."""

import array
import os
import shutil
import unittest
from unittest import mock

from module_case import Case, run_ranks, stepvault
from stepvault import StepvaultError, _snapshot, vault as vault_module
from test_stepvault_module import numbers


class Together(Case):
    def ranks(self, size, work, **options):
        def live(crews):
            with self.vault(group=crews, **options) as vault:
                return work(vault)

        return run_ranks(size, live)

    def test_each_rank_copies_its_part_and_loads_all(self):
        count = 100_000

        def work(vault):
            # Each rank has its own number, which shows whose bytes were stored.
            report = vault.save({"w": array.array("i", [vault.rank + 1]) * count, "at": 7}, 7).wait()
            back = vault.load()
            return report, vault.steps(), back["at"], back["w"]

        for size in 1, 2, 3:
            with self.subTest(size):
                shutil.rmtree(self.file("vault"), ignore_errors=True)
                told = self.ranks(size, work)
                reports = [{**report, "seconds": 0, "stall_seconds": 0} for report, *_ in told]
                self.assertEqual(reports, [reports[0]] * size)
                self.assertEqual([one[1:3] for one in told], [([7], 7)] * size)
                self.assertEqual([one[3] for one in told], [told[0][3]] * size)
                self.assertEqual(sorted(told[0][3]), list(told[0][3]))
                shares = [told[0][3].count(rank + 1) for rank in range(size)]
                self.assertEqual(sum(shares), count)
                self.assertLess(max(shares) - min(shares), 3000)

    def test_what_several_store_is_what_one_stores(self):
        states = [{"w": numbers(200_000, step), "step": step} for step in (1, 2, 3)]

        def work(vault):
            sizes = [vault.save(state, state["step"]).wait()["stored_bytes"] for state in states]
            return sizes, [vault.load(state["step"]) == state for state in states]

        alone = self.ranks(1, work, scheme="adaptive")
        shutil.rmtree(self.file("vault"))
        self.assertEqual(alone[0][1][0], True)
        together = self.ranks(3, work, scheme="adaptive")
        self.assertEqual([sizes[1] for _, sizes in together], [alone[0][1][1]] * 3)
        for told in together:
            for one, other in zip(told[0], alone[0][0]):
                self.assertLess(abs(one - other), 64)  # the files contain times, which are coded, too

    def test_what_changes_afterwards_is_not_stored(self):
        def work(vault):
            state = {"w": numbers(200_000)}
            ticket = vault.save(state, 1)
            state["w"][:] = array.array("f", bytes(800_000))
            ticket.wait()
            return vault.load()["w"] == numbers(200_000)

        self.assertEqual(self.ranks(2, work), [True, True])

    def test_one_rank_s_error_is_everyone_s(self):
        def work(vault):
            errors = []
            for state in ({"x": object() if vault.rank == 1 else 1.0}, {"x": 1, "y": vault.rank // 2},
                          {"x": numbers(3 + vault.rank)}):
                try:
                    vault.save(state, 1)
                except (TypeError, StepvaultError) as error:
                    errors.append((type(error), str(error)))
            vault.save({"x": 1}, 2).wait()
            return errors, vault.steps()

        told = self.ranks(3, work)
        for rank, (errors, steps) in enumerate(told):
            self.assertEqual(steps, [2])
            self.assertEqual([kind for kind, _ in errors], [TypeError, StepvaultError, StepvaultError])
            self.assertIn("state['x']: a object cannot be stored", errors[0][1])
            self.assertEqual(errors[0][1].startswith("rank 1: "), rank != 1)
            self.assertIn("rank 2 ", errors[1][1])
            self.assertIn("rank 1 ", errors[2][1])

    def test_all_skip_where_one_is_busy(self):
        def work(vault):
            first = vault.save({"w": numbers(1000)}, 1)
            first.wait()
            vault._running = mock.Mock(done=lambda: vault.rank != 1) if vault.rank == 1 else vault._running
            second = vault.save({"w": numbers(1000)}, 2)
            vault._running = first
            third = vault.save({"w": numbers(1000)}, 3)
            third.wait()
            return second.skipped, third.skipped, vault.steps()

        self.assertEqual(self.ranks(2, work, skip_when_busy=True), [(True, False, [1, 3])] * 2)

    def test_a_rank_that_dies_is_an_error_for_the_others(self):
        for when in "copying", "storing":
            with self.subTest(when):
                def work(vault):
                    vault.save({"w": numbers(1000)}, 1).wait()
                    all_gather = vault._back.all_gather
                    left = [1 if when == "copying" else 6]

                    def die(data):
                        left[0] -= 1
                        if not left[0]:
                            os._exit(9)
                        return all_gather(data)

                    if vault.rank == 1:
                        vault._back.all_gather = die
                    ticket = vault.save({"w": numbers(300_000)}, 2)
                    errors = []
                    for use in ticket.wait, lambda: vault.save({"w": 1}, 3), vault.load:
                        try:
                            use()
                        except StepvaultError as error:
                            errors.append(str(error))
                    return errors

                with mock.patch("logging.Logger.warning"):
                    told = self.ranks(3, work)
                self.assertIsNone(told[1])
                for rank in 0, 2:
                    self.assertEqual(len(told[rank]), 3, told[rank])
                    self.assertIn("lost touch", told[rank][0])
                self.assertEqual(os.listdir(self.shared), [])
                # the save before is complete
                self.assertEqual(self.ranks(1, lambda vault: vault.steps()), [[1]])
                shutil.rmtree(self.file("vault"))

    def test_nodes_keep_what_one_of_them_loses(self):
        state = {"w": numbers(100_000), "n": 1}
        options = {"node_folder": self.file("node%n"), "nodes": 2, "node_group": 2}

        def work(vault):
            vault.save({**state, "n": 0}, 1, level=4).wait()
            report = vault.save(state, 2, level=2).wait()
            return report["level"], vault.steps()

        self.assertEqual(self.ranks(2, work, **options), [(2, [1, 2])] * 2)
        shutil.rmtree(self.file("node0"))
        self.assertEqual(self.ranks(2, lambda vault: vault.load() == state, **options), [True, True])

    def test_a_machine_without_room_stops_all(self):
        def work(vault):
            with mock.patch.object(_snapshot.Snapshot, "_fill", lambda *_: vault.rank != 0):
                try:
                    vault.save({"w": numbers(1000)}, 1)
                except StepvaultError as error:
                    words = str(error)
            vault.save({"w": 1}, 2).wait()
            return words, vault.steps()

        for words, steps in self.ranks(2, work):
            self.assertIn("no room for a snapshot", words)
            self.assertEqual(steps, [2])

    def test_a_rank_that_cannot_copy_stops_the_save_of_all(self):
        def work(vault):
            errors = []
            failing = mock.patch.object(vault._snapshot, "copy", side_effect=MemoryError() if vault.rank == 1 else None)
            with failing:
                try:
                    vault.save({"w": numbers(1000)}, 1).wait()
                except (MemoryError, StepvaultError) as error:
                    errors.append(repr(error))
            vault.save({"w": 1}, 2).wait()
            return errors, vault.steps()

        with mock.patch("logging.Logger.warning"):
            told = self.ranks(2, work)
        self.assertEqual(told[1], (["MemoryError()"], [2]))
        self.assertIn("rank 1: MemoryError()", told[0][0][0])
        self.assertEqual(told[0][1], [2])

    def test_machines_of_their_own_have_snapshots_of_their_own(self):
        def work(crews):
            key = "machine %d" % (crews[0].rank // 2)
            with mock.patch.object(vault_module, "machine_key", lambda: key):
                with self.vault(group=crews) as vault:
                    vault.save({"w": array.array("i", [vault.rank]) * 10_000}, 1).wait()
                    inode = os.fstat(vault._snapshot._file.fileno()).st_ino
                    return inode, len(vault.load()["w"])

        # Each machine has the whole state, and ranks 0 and 2 have the same part of it.
        told = run_ranks(4, work)
        self.assertEqual([length for _, length in told], [10_000] * 4)
        inodes = [inode for inode, _ in told]
        self.assertEqual(inodes[0], inodes[1])
        self.assertEqual(inodes[2], inodes[3])
        self.assertNotEqual(inodes[0], inodes[2])


if __name__ == "__main__":
    unittest.main()
