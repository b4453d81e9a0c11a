"""The steps at which the hook asks for a save: from plans, and by Young's rule without a plan."""

import contextlib
import os
import random
import unittest
from unittest import mock

from hook_case import Case, stepvault_hook


class Plans(Case):
    def test_followed_to_the_step(self):
        self.plan([3, 7, 8, 20], 10)
        self.assertEqual(self.train(self.hook(), range(1, 45)), [3, 7, 8, 20, 30, 40])
        self.assertEqual({reason for _, reason in self.reasons()}, {"plan"})

    def test_without_more_after_the_last(self):
        self.plan([3, 7])
        self.assertEqual(self.train(self.hook(), range(1, 3000)), [3, 7])

    def test_without_steps_counted_from_the_start(self):
        self.plan([], 50)
        self.assertEqual(self.train(self.hook(), range(21, 160)), [50, 100, 150])

    def test_resumed_step_counts_as_saved(self):
        self.plan([100, 120, 121, 130], 20)
        self.assertEqual(self.train(self.hook(), range(121, 175)), [121, 130, 150, 170])

    def test_steps_leap_over_the_plan(self):
        self.plan([3, 15, 17, 18, 40], 7)
        self.assertEqual(self.train(self.hook(), range(10, 80, 10)), [20, 40, 50, 60, 70])

    def test_going_back_is_a_resume(self):
        self.plan([5, 10])
        hook = self.hook()
        self.assertEqual(self.train(hook, range(1, 9)) + self.train(hook, range(4, 12)), [5, 5, 10])
        self.assertEqual(sum("workers" in r.get("stepvault", {}) for r in self.records()), 1)

    def test_asked_again_in_the_same_step(self):
        self.plan([2, 3])
        self.assertEqual(self.train(self.hook(), [1, 1, 2, 2, 2, 3]), [2, 3])

    def test_a_save_that_was_not_reported_is_not_asked_for_again(self):
        self.plan([2, 5])
        self.assertEqual(self.train(self.hook(), range(1, 9), report=False), [2, 5])

    def test_changes_while_running(self):
        self.plan([5, 10, 30])
        hook = self.hook()
        self.assertEqual(self.train(hook, range(1, 8), iteration=1), [5])
        self.plan([6, 7, 9, 12, 30])  # 6 and 7 are in the past
        self.assertEqual(self.train(hook, range(8, 20), iteration=1), [9, 12])
        os.remove(self.file("plan.json"))
        self.assertEqual(self.train(hook, range(20, 32), iteration=1), [30])

    def test_overdue_where_the_plan_knows_of_the_last_save(self):
        for origin, expected in (5, [8, 30]), (6, [8, 30]), (4, [30]), (None, [30]):
            with self.subTest(origin=origin):
                self.plan([5, 30])
                hook = self.hook()
                self.assertEqual(self.train(hook, range(1, 8), iteration=1), [5])
                self.plan([6, 7, 30], **({} if origin is None else {"from": origin}))
                self.assertEqual(self.train(hook, range(8, 32), iteration=1), expected)

    def test_behind_the_save_that_the_plan_begins_with(self):
        self.plan([900, 1000], 150, **{"from": 800})
        self.assertEqual(self.train(self.hook(), range(401, 1001)), [500, 650, 800, 900, 1000])

    def test_a_save_that_only_the_plan_knows_of(self):
        self.plan([5, 2000])
        hook = self.hook()
        self.assertEqual(self.train(hook, range(1, 100)), [5])
        self.plan([80, 300], 20, **{"from": 90})
        self.assertEqual(self.train(hook, range(100, 310), iteration=1), [300])

    def test_without_steps_counted_from_the_last_save(self):
        self.plan([], 150, **{"from": 140})
        self.assertEqual(self.train(self.hook(), range(141, 300)), [290])

    def test_missed_only_where_the_plan_before_had_it(self):
        for steps, expected in ([14, 15, 40], True), ([14, 40], False), ([15, 16], True), ([20, 40], True):
            with self.subTest(steps=steps):
                self.plan([2, 15, 90])
                hook = self.hook()
                self.assertEqual(self.train(hook, [2, 10], iteration=1), [2])
                self.plan(steps)
                self.assertEqual(self.train(hook, [20], iteration=1), [20] * expected)

    def test_any_plans_and_leaps_as_a_plain_reference_says(self):
        for seed in range(20):
            chance, step, pending, saves, expected = random.Random(seed), 0, {10 ** 6}, [], []
            self.plan(pending)
            with self.hook() as hook:
                for _ in range(100):
                    step += chance.choice([1, 1, 1, 2, 9])
                    if chance.random() < 0.2:
                        steps, every = sorted(chance.sample(range(300), 20)), chance.choice([0, 3, 20])
                        self.plan(steps, every)
                        planned = set(steps).union(range(steps[-1], 1500, every) if every else [])
                        pending = {p for p in planned if p >= step or p in pending}
                    saves += self.train(hook, [step], iteration=1)
                    if min(pending, default=10 ** 6) <= step:
                        expected.append(step)
                        pending = {p for p in pending if p > step}
            self.assertEqual(saves, expected, seed)
            self.assertGreater(len(saves), 5)

    def test_looked_at_once_a_second(self):
        hook = self.hook()
        self.train(hook, [1])
        self.plan([2, 4])
        self.assertEqual(self.train(hook, [2, 3], iteration=0.4), [])
        self.assertEqual(self.train(hook, [4], iteration=0.4), [4])
        with mock.patch.object(stepvault_hook, "open", wraps=open, create=True) as opened:
            self.train(hook, [5], iteration=2)
        self.assertNotIn(mock.call(self.file("plan.json"), "rb"), opened.mock_calls)

    BROKEN = {
        "empty": "", "cut": '{"stepvault_plan": 1, "steps": [2', "no object": "[2]", "text": "plan",
        "version": '{"stepvault_plan": 2, "steps": [2], "then_every": 5}',
        "no version": '{"steps": [2], "then_every": 5}',
        "no steps": '{"stepvault_plan": 1, "then_every": 5}',
        "no then_every": '{"stepvault_plan": 1, "steps": [2]}',
        "nothing to do": '{"stepvault_plan": 1, "steps": [], "then_every": 0}',
        "unsorted": '{"stepvault_plan": 1, "steps": [2, 5, 4], "then_every": 5}',
        "negative step": '{"stepvault_plan": 1, "steps": [-2, 2], "then_every": 5}',
        "negative then_every": '{"stepvault_plan": 1, "steps": [2], "then_every": -5}',
        "fraction": '{"stepvault_plan": 1, "steps": [2.0], "then_every": 5}',
        "bool": '{"stepvault_plan": 1, "steps": [true, 2], "then_every": 5}',
        "string": '{"stepvault_plan": 1, "steps": ["2"], "then_every": 5}',
        "one string": '{"stepvault_plan": 1, "steps": "2", "then_every": 5}',
        "object": '{"stepvault_plan": 1, "steps": {}, "then_every": 2}',
        "null": '{"stepvault_plan": 1, "steps": [2], "then_every": null}',
        "NaN": '{"stepvault_plan": 1, "steps": [2], "then_every": 5, "stall_seconds": NaN}',
        "infinite": '{"stepvault_plan": 1, "steps": [2, Infinity], "then_every": 5}',
        "beyond 64 bits": '{"stepvault_plan": 1, "steps": [2, 99999999999999999999], "then_every": 5}',
        "deep": "[" * 100000, "no UTF-8": '{"stepvault_plan": 1, "steps": [2], "then_every": 5, "reason": "\udcff"}',
        "huge": '{"stepvault_plan": 1, "steps": [2], "then_every": 5}' + " " * (16 << 20),
    }

    def test_broken_ones_are_none(self):
        for name, text in self.BROKEN.items():
            with self.subTest(name):
                with open(self.file("plan.json"), "wb") as file:
                    file.write(text.encode("utf-8", "surrogateescape"))
                with self.warnings() as told, self.hook() as hook:
                    self.assertEqual(self.train(hook, range(1, 9), iteration=2), [])
                self.assertEqual(len(told.output), 1)

    def test_largest(self):
        text = '{"stepvault_plan": 1, "steps": [2], "then_every": 5}'
        with open(self.file("plan.json"), "w") as file:
            file.write(text + " " * ((16 << 20) - len(text)))
        self.assertEqual(self.train(self.hook(), range(1, 9)), [2, 7])

    def test_a_good_one_stays_until_there_is_a_good_one(self):
        self.plan([2, 30], 5)
        hook, saves = self.hook(), []
        with self.warnings() as told:
            for i, (name, text) in enumerate(sorted(self.BROKEN.items())):
                with open(self.file("plan.json"), "wb") as file:
                    file.write(text.encode("utf-8", "surrogateescape"))
                os.utime(self.file("plan.json"), (i, i))
                if not i:
                    self.plan([2, 30], 5)
                saves += self.train(hook, [i + 1], iteration=2)
        self.assertEqual(saves, [2])
        self.assertEqual(len(told.output), 1)
        self.assertEqual(self.train(hook, range(i + 2, 37), iteration=2), [30, 35])
        self.plan([38])
        self.assertEqual(self.train(hook, range(37, 60), iteration=2), [38])


class Young(Case):
    def test_calibrates_then_saves_at_the_best_interval(self):
        hook = self.hook(mtbf=100)  # sqrt(2 * 0.2 * 100) s = 632.46 iterations
        self.assertEqual(self.train(hook, range(1, 1300)), [10, 642, 1274])
        self.assertEqual(self.reasons(), [(10, "calibration"), (642, "young"), (1274, "young")])

    def test_calibrates_at_the_processes_tenth_iteration(self):
        self.assertEqual(self.train(self.hook(), range(501, 600)), [510])

    def test_knows_the_stall_of_earlier_processes(self):
        with self.hook() as hook:
            hook.should_save(1)
            hook.saved("a", 5)
            hook.saved("a", 0.2)
        with open(self.file("stepvault.jsonl"), "a") as file:
            file.write('{"step": 1, "stepvault": {"stall_seconds": NaN}}\n{"step": 1, "stepvault": {"stall_s')
        self.assertEqual(self.train(self.hook(mtbf=100), range(1, 700)), [632])

    def test_reads_no_more_than_the_records_end(self):
        with open(self.file("stepvault.jsonl"), "w") as file:
            file.write('{"step": 1, "stepvault": {"stall_seconds": 0.2}}\n' + '{"step": 1}\n' * 100000)
        self.assertEqual(self.train(self.hook(mtbf=100), range(1, 700)), [10, 642])

    def test_median_of_the_last_five_stalls(self):
        hook = self.hook(mtbf=100)
        self.train(hook, range(1, 11))
        for stall in 50, 50, 50, 0.8, 0.2, 0.4, 0.2:  # median of the last five: 0.4
            hook.saved("a", stall)
        self.clock.now += 151.6
        self.assertEqual(self.train(hook, range(11, 1000)), [10 + 894])

    def test_one_slow_iteration_at_first_does_not_count(self):
        with self.hook() as hook:
            hook.should_save(1)
            hook.saved("a", 0.2)
        hook = self.hook(mtbf=100)
        hook.should_save(1)
        self.clock.now += 3600
        self.assertEqual(self.train(hook, range(2, 700)), [632])

    def test_an_iteration_is_known_from_the_third_on(self):
        pace = stepvault_hook._Pace()
        for seconds, expected in (9, None), (1, None), (2, 2), (3, 2.5):
            pace.iterations.append(seconds)
            self.assertEqual(pace.iteration(), expected)

    def test_iterations_of_long_ago_do_not_count(self):
        pace = stepvault_hook._Pace()
        pace.iterations.extend([9] * 100 + [1] * 16)
        self.assertEqual(pace.iteration(), 1)
        pace.iterations.extend([5] * 15)
        self.assertEqual(pace.iteration(), 1)
        pace.iterations.append(5)
        self.assertEqual(pace.iteration(), 5)

    def test_a_stall_is_guessed_once_and_only_where_iterations_are_known(self):
        pace = stepvault_hook._Pace()
        pace.iterations.extend([1, 1])
        pace.guess_stall(5)
        self.assertEqual(list(pace.stalls), [])
        pace.iterations.append(1)
        pace.guess_stall(5)
        pace.guess_stall(9)
        self.assertEqual(list(pace.stalls), [4])
        other = stepvault_hook._Pace()
        other.iterations.extend([3, 3, 3])
        other.guess_stall(2)
        self.assertEqual(list(other.stalls), [0])

    def test_where_nobody_reports_saves_the_time_lost_is_taken(self):
        self.assertEqual(self.train(self.hook(mtbf=100), range(1, 700), report=False), [10, 642])

    def test_what_is_known_is_not_guessed(self):
        hook = self.hook(mtbf=100)
        hook._pace.stalls.append(0.2)
        self.assertEqual(self.train(hook, range(1, 1900), stall=500, report=False), [632, 1264, 1896])

    def test_counts_from_the_trainings_own_saves(self):
        hook = self.hook(mtbf=100)
        self.train(hook, range(1, 101))
        hook.saved("own", 0.2)
        self.assertEqual(self.train(hook, range(101, 800)), [732])

    def test_a_window_asks_for_one_calibration(self):
        planner = stepvault_hook._Planner(stepvault_hook._Pace())
        planner.begin(1)
        self.assertEqual(planner.window(1, 17), (17, [(10, "calibration")]))
        self.assertEqual(planner.window(17, 100), (100, []))

    def test_a_save_reported_late_does_not_bring_back_those_before(self):
        planner = stepvault_hook._Planner(stepvault_hook._Pace())
        planner.begin(1)
        planner.adopt(stepvault_hook._Plan('{"stepvault_plan": 1, "steps": [10, 15, 20], "then_every": 7}'), 1)
        self.assertEqual(planner.window(1, 21)[1], [(10, "plan"), (15, "plan"), (20, "plan")])
        planner.saved(10)
        self.assertEqual(planner.window(21, 30), (30, [(27, "plan")]))

    def test_costs_beyond_all_measure(self):
        hook = self.hook(mtbf=1e308)
        hook._pace.stalls.append(1e300)
        self.assertEqual(self.train(hook, range(1, 100)), [])

    def test_saves_that_cost_nothing_come_every_step(self):
        hook = self.hook()
        self.assertEqual(self.train(hook, range(1, 14), stall=0), [10, 11, 12, 13])
        self.assertEqual(hook._pace.interval(), 1)

    def test_iterations_without_length(self):
        self.assertEqual(self.train(self.hook(), range(1, 5000), iteration=0), [10])

    def test_a_plan_takes_over(self):
        hook = self.hook(mtbf=100)
        self.train(hook, range(1, 100))
        self.plan([50, 400, 500])
        self.assertEqual(self.train(hook, range(100, 700)), [400, 500])

    def test_a_plan_needs_no_calibration(self):
        self.plan([20])
        self.assertEqual(self.train(self.hook(), range(1, 30)), [20])

    def test_mean_time_between_failures(self):
        for given, environment, interval in ((100, "400", 632), (None, "400", 1265), (None, "", 18590),
                                             ("much", None, 18590), (-1, None, 18590), (None, "nan", 18590),
                                             (0, None, 18590)):
            with self.subTest(given=given, environment=environment):
                os.environ.pop("STEPVAULT_MTBF", None)
                if environment is not None:
                    os.environ["STEPVAULT_MTBF"] = environment
                broken = given in ("much", -1) or environment == "nan"
                with self.warnings() if broken else contextlib.nullcontext():
                    hook = self.hook(mtbf=given)
                hook._pace.stalls.append(0.2)
                hook._pace.iterations.extend([0.01] * 3)
                self.assertEqual(hook._pace.interval(), interval)


if __name__ == "__main__":
    unittest.main()
