"""SIGUSR1 and SIGTERM."""

import contextlib
import os
import signal
import threading
import unittest
from unittest import mock

from hook_case import Case
from stepvault.hook import Hook


class Signals(Case):
    def setUp(self):
        super().setUp()
        for number in signal.SIGUSR1, signal.SIGTERM:
            self.addCleanup(signal.signal, number, signal.signal(number, signal.SIG_DFL))
        self.plan([5, 10])

    def send(self, number):
        os.kill(os.getpid(), number)

    def test_user_signal_saves_and_the_plan_goes_on(self):
        hook = self.hook(signals=True)
        saves = self.train(hook, range(1, 7))
        self.send(signal.SIGUSR1)
        saves += self.train(hook, range(7, 10))
        self.send(signal.SIGUSR1)
        saves += self.train(hook, range(10, 14))
        self.assertEqual(saves, [5, 7, 10])
        self.assertEqual(self.reasons(), [(5, "plan"), (7, "signal"), (10, "signal")])
        self.assertFalse(hook.should_stop)

    def test_termination_saves_and_stops(self):
        hook = self.hook(signals=True)
        self.train(hook, [1])
        self.send(signal.SIGTERM)
        self.assertFalse(hook.should_stop)
        self.assertEqual(self.train(hook, [2]), [2])
        self.assertTrue(hook.should_stop)
        hook.close()
        self.assertEqual(self.reasons(), [(2, "signal")])
        self.assertEqual(self.records()[-1]["stepvault"], {"ended": 0})

    def test_who_closes_knows_better_whether_it_ended(self):
        for ended in True, False:
            hook = self.hook(signals=True)
            self.train(hook, [1])
            if ended:
                self.send(signal.SIGTERM)
                self.train(hook, [2])
                self.assertTrue(hook.should_stop)
            hook.close(ended)
            self.assertEqual(self.records()[-1]["stepvault"], {"ended": int(ended)})

    def test_goes_on_asking_to_stop(self):
        hook = self.hook(signals=True)
        self.send(signal.SIGTERM)
        self.assertEqual(self.train(hook, range(1, 7)), [1, 5])
        self.assertTrue(hook.should_stop)

    def test_youngs_rule_counts_from_the_signals_save(self):
        os.remove(self.file("plan.json"))
        hook = self.hook(signals=True, mtbf=100)
        hook._pace.stalls.append(0.2)
        self.train(hook, range(1, 100))
        self.send(signal.SIGUSR1)
        self.assertEqual(self.train(hook, range(100, 800), report=False), [100, 732])

    def test_handlers_that_are_not_pythons_stay(self):
        with mock.patch("signal.getsignal", return_value=None):
            self.hook(signals=True)
        self.assertEqual(signal.getsignal(signal.SIGTERM), signal.SIG_DFL)

    def test_who_handled_them_before_still_does(self):
        heard = []

        def before(number, frame):
            heard.append(number)

        signal.signal(signal.SIGUSR1, before)
        signal.signal(signal.SIGTERM, before)
        hook = self.hook(signals=True)
        self.send(signal.SIGUSR1)
        self.send(signal.SIGTERM)
        self.assertEqual(heard, [signal.SIGUSR1, signal.SIGTERM])
        self.assertEqual(self.train(hook, [1]), [1])
        hook.close()
        self.assertEqual([signal.getsignal(n) for n in heard], [before, before])

    def test_turned_off(self):
        self.hook()
        self.assertEqual(signal.getsignal(signal.SIGTERM), signal.SIG_DFL)
        self.assertEqual(signal.getsignal(signal.SIGUSR1), signal.SIG_DFL)

    def test_close_leaves_a_handler_that_came_later(self):
        hook, later = self.hook(signals=True), lambda number, frame: None
        signal.signal(signal.SIGTERM, later)
        hook.close()
        self.assertEqual(signal.getsignal(signal.SIGTERM), later)
        self.assertEqual(signal.getsignal(signal.SIGUSR1), signal.SIG_DFL)

    def test_outside_of_the_main_thread(self):
        saves = []

        def work():
            hook = Hook(self.folder)
            saves.extend(self.train(hook, range(1, 7)))
            hook.close()

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        self.assertEqual(saves, [5])
        self.assertEqual(signal.getsignal(signal.SIGTERM), signal.SIG_DFL)

    def dies_of(self, number, prepare):
        child = os.fork()
        if not child:
            with contextlib.suppress(BaseException):
                prepare()
                os.kill(os.getpid(), number)
            os._exit(7)
        status = os.waitpid(child, 0)[1]
        return os.WIFSIGNALED(status) and os.WTERMSIG(status) == number

    def test_a_forked_worker_can_be_told_to_go(self):
        self.hook(signals=True)
        self.assertTrue(self.dies_of(signal.SIGTERM, lambda: None))

    def test_closed_in_the_wrong_order(self):
        def prepare():
            first, second = Hook(self.folder), Hook(self.folder)
            first.close()
            second.close()
            os.kill(os.getpid(), signal.SIGTERM)

        self.assertTrue(self.dies_of(signal.SIGTERM, prepare))

    def test_closed_below_another_handler(self):
        def prepare():
            hook = Hook(self.folder)
            chained = signal.getsignal(signal.SIGTERM)
            signal.signal(signal.SIGTERM, lambda number, frame: chained(number, frame))
            hook.close()

        self.assertFalse(self.dies_of(signal.SIGTERM, prepare))

    def test_open_it_does_not_die(self):
        hooks = []
        self.assertFalse(self.dies_of(signal.SIGTERM, lambda: hooks.append(Hook(self.folder))))


if __name__ == "__main__":
    unittest.main()
