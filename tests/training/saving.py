"""The cost of saving for the training loop while `stepvault watch` files in the background: the same loop
without saving, with saving, and with saving and watching; the turns alternate, because other load drifts.
Stall: seconds inside the save. Overhead: the loop's additional time compared with the loop without saving.
measure() does all of it."""
import os, shutil, signal, subprocess, time
import numpy as np
import vault as tool
from baseline import save
from models import Task

MODEL, DATASET = "alexnet", "fashion-mnist"
MODES = ("neither", "saving", "watching")
SIZES = {"iterations": 160, "saves": 8, "turns": 5}


def use_small_sizes():
    SIZES.update(iterations=12, saves=3, turns=1)


def loop(task, folder):
    """(seconds in total, seconds inside saving, seconds of CPU)"""
    begin, inside, cpu = time.perf_counter(), 0.0, time.process_time()
    for i in range(1, SIZES["iterations"] + 1):
        task.step(i)
        if folder and i % (SIZES["iterations"] // SIZES["saves"]) == 0:
            t = time.perf_counter()
            save(task, os.path.join(folder, f"step_{i:06d}.pt"))
            inside += time.perf_counter() - t
    return time.perf_counter() - begin, inside, time.process_time() - cpu


def wait_until_filed(exe, place, limit):
    """(seconds until all saves are in the vault, number of saves there)"""
    begin = time.perf_counter()
    while True:
        try:
            filed = len(tool.listed(exe, place)[1])
        # before the first save there is no vault, or no run in it
        except (RuntimeError, IndexError):
            filed = 0
        if filed == SIZES["saves"] or time.perf_counter() - begin > limit:
            return time.perf_counter() - begin, filed
        time.sleep(0.3)


def turn(exe, task, work, mode):
    run, place = os.path.join(work, "run"), os.path.join(work, "vault")
    for d in (run, place):
        shutil.rmtree(d, ignore_errors=True)
    os.makedirs(run)
    watcher, cpu = None, 0.0
    if mode == "watching":
        watcher = subprocess.Popen([exe, "watch", run, "--scheme", "lc", "--bits", "2", "--vault", place],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
    try:
        seconds, inside, own_cpu = loop(task, None if mode == "neither" else run)
        after, filed = wait_until_filed(exe, place, 60) if watcher else (0.0, 0)
    finally:
        if watcher:
            watcher.send_signal(signal.SIGINT)
            _, status, usage = os.wait4(watcher.pid, 0)
            watcher.returncode, cpu = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    return {"seconds": seconds, "inside": inside, "cpu": own_cpu, "filed_after": after, "filed": filed, "watcher_cpu": cpu}


def measure(exe, data, work):
    task, place, turns = Task(MODEL, os.path.join(data, DATASET)), os.path.join(work, "saving"), {m: [] for m in MODES}
    # so that the first turn is not slower than the others
    for i in range(1, 6):
        task.step(i)
    for t in range(SIZES["turns"]):
        for m in range(len(MODES)):
            mode = MODES[(t + m) % len(MODES)]
            turns[mode].append(turn(exe, task, place, mode))
    shutil.rmtree(place)
    median = {m: {k: float(np.median([x[k] for x in turns[m]])) for k in turns[m][0]} for m in MODES}
    return {**SIZES, "float_bytes": 4 * task.parameters, "turn_figures": turns, "median": median}
