#!/usr/bin/env python3
"""Watches runs that write in parallel for a long time, and now and then kills the watcher and the writers;
then compares the vault with the checkpoints that the writers reported as complete.

    tests/soak/soak.py --stepvault build/release/bin/stepvault --folder DIR [--minutes 60] [--runs 20]

Needs PyTorch and NumPy. Creates DIR, which must not exist. Exits with 1 if a checkpoint was lost, the vault
is damaged, or the watcher's memory or descriptors grow."""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from writers import digest, write_run

ENOUGH_TO_FILE = 10  # seconds under one watcher after which every checkpoint must be filed


class Watcher:
    """A `stepvault watch` process and its resource use over its lifetimes."""

    def __init__(self, command, log):
        self.command, self.log = command, log
        self.lives, self.samples = [], []
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        self.lives.append([time.time(), None])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.lives[-1][1] = time.time()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.lives[-1][1] = time.time()

    def sample(self):
        if self.process.poll() is not None:
            sys.exit(f"the watcher ended by itself with {self.process.returncode}; see its log")
        pid = self.process.pid
        try:
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            memory = int(status.split("VmRSS:")[1].split()[0])
            self.samples.append((time.time(), len(self.lives), memory, len(os.listdir(f"/proc/{pid}/fd"))))
        except (IndexError, FileNotFoundError):
            pass

    def longest_watch(self, begin, end):
        """Seconds of the longest lifetime within a span."""
        return max((min(end, last or end) - max(begin, first) for first, last in self.lives), default=0)


def size(path):
    return path.stat().st_size if path.is_file() else sum(p.stat().st_size for p in path.rglob("*") if p.is_file())


def median(values):
    return sorted(values)[len(values) // 2] if values else 0


def growth(samples, column):
    """The last lifetime's second half divided by its first, both by their medians."""
    last = [s[column] for s in samples if s[1] == samples[-1][1]]
    half = len(last) // 2
    return median(last[half:]) / max(1, median(last[:half]))


def read_journals(folder):
    complete, gone = {}, {}
    for path in folder.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # the kill cut off this line
            (complete if entry["what"] == "complete" else gone)[entry["run"], entry["source"]] = entry
    return complete, gone


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--stepvault", required=True)
    options.add_argument("--folder", required=True, type=pathlib.Path)
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--restores", type=int, default=1000, help="checkpoints that are restored and compared")
    options.add_argument("--scheme", default="exact", help="of a lossy one, sizes alone are compared")
    o = options.parse_args()
    chance = random.Random(o.seed)
    runs, journals = o.folder / "runs", o.folder / "journals"
    o.folder.mkdir(parents=True)
    for made in (runs, journals):
        made.mkdir()
    vault = ["--vault", str(o.folder / "vault")]

    def call(*arguments):
        return subprocess.run([o.stepvault, *arguments, *vault], capture_output=True, text=True)

    def start(number):
        process = multiprocessing.Process(target=write_run, daemon=True, args=(
            number, runs / f"run{number:02}", journals / f"run{number:02}.jsonl", chance.random()))
        process.start()
        return process

    writers = {n: start(n) for n in range(o.runs)}
    time.sleep(1)
    log = open(o.folder / "watch.log", "w")
    watcher = Watcher([o.stepvault, "watch", str(runs), "--scheme", o.scheme, *vault], log)
    begun = time.time()
    end = begun + 60 * o.minutes
    last_kill = begun + 0.75 * (end - begun)  # after it the watcher's memory is checked
    next_kill = begun + chance.uniform(10, 60)
    kills = collections.Counter()
    while time.time() < end:
        time.sleep(0.5)
        watcher.sample()
        now = time.time()
        if now < next_kill:
            continue
        next_kill = now + chance.uniform(5, 45)
        if chance.random() < 0.5:
            number = chance.randrange(o.runs)
            writers[number].kill()
            writers[number].join()
            writers[number] = start(number)
            kills["writer"] += 1
        elif now < last_kill:
            watcher.kill()
            kills["watcher"] += 1
            time.sleep(chance.uniform(0, 5))
            watcher.start()
    for process in writers.values():
        process.terminate()
    for process in writers.values():
        process.join(60)
    time.sleep(ENOUGH_TO_FILE)
    watcher.stop()
    caught_up = call("watch", str(runs), "--once")
    memory, descriptors = growth(watcher.samples, 2), growth(watcher.samples, 3)
    print(f"{o.minutes:g} minutes, {o.runs} runs, {kills['watcher']} kills of the watcher, {kills['writer']} of writers")
    print(f"memory: at most {max(s[2] for s in watcher.samples) / 1024:.1f} MiB, x{memory:.2f} within the last life")
    print(f"descriptors: at most {max(s[3] for s in watcher.samples)}, x{descriptors:.2f} within the last life", flush=True)

    complete, gone = read_journals(journals)
    told = (o.folder / "watch.log").read_text(errors="replace")
    listed = json.loads(call("list", "--json").stdout)
    filed = {(run["name"].split("/")[-1], c["source"]): (run["name"], c) for run in listed["runs"]
             for c in run["checkpoints"]}
    outcome = collections.Counter()
    wrong, lost = [], []
    output = o.folder / "restored"
    compared = set(chance.sample(sorted(filed), min(o.restores, len(filed))))
    for key, entry in complete.items():
        if key not in filed:
            until = gone[key]["time"] if key in gone else time.time()
            watched = watcher.longest_watch(entry["time"], until)
            if key[1] in caught_up.stdout + caught_up.stderr or f"{key[0]}/{key[1]}: removed before" in told:
                outcome["listed with its reason"] += 1
            elif key in gone and watched < ENOUGH_TO_FILE:
                outcome["rotated away before it could be filed"] += 1
            else:
                lost.append((key, round(watched, 1)))
            continue
        outcome["filed"] += 1
        if key not in compared:
            continue
        name, checkpoint = filed[key]
        restored = call("restore", "--run", name, "--id", checkpoint["id"], "--output", str(output), "--force")
        same = restored.returncode == 0 and (
            digest(output) == entry["files"] if o.scheme == "exact"
            else checkpoint["original_bytes"] == size(output))
        outcome["of these restored and compared"] += same
        if not same:
            wrong.append((key, restored.stderr.strip()))
        subprocess.run(["rm", "-rf", str(output)])
    verified = call("verify")

    print(f"complete checkpoints: {len(complete)}")
    for what, count in outcome.items():
        print(f"  {what}: {count}")
    print(f"  lost: {len(lost)} {lost[:5]}")
    print(f"  wrong: {len(wrong)} {wrong[:5]}")
    print(f"verify: {verified.stdout.strip().splitlines()[-1]}")
    failed = lost or wrong or verified.returncode or memory > 1.2 or descriptors > 1.2
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
