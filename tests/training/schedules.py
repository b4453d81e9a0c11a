#!/usr/bin/env python3
"""Evaluates checkpoint schedules as COCI (FGCS 164, 2025) does, by `stepvault simulate plan`; writes
schedules.csv and the second part of RESULTS.md.

usage: schedules.py STEPVAULT [OUT] [--trainings 2000] [--small]
STEPVAULT is the executable; OUT, by default this folder, has RESULTS.md with the first part, which run_all.py
wrote and which does not change. One core, about 25 minutes; needs only the standard library.

Cases: each curve of curves/, replayed from its first step to its last, by failures per run, by the price of a
checkpoint, serial and data-parallel, by the valuing of lost work and stalls. Each case has its own failures,
which all its schedules share. COCI's rule depends on the unit of time, so COCI's schedules are also
evaluated, in closed form, for runs stretched to hours. --small: one curve and few trainings, to see in two
minutes that everything works; use a separate OUT for it.
"""
import argparse, csv, datetime, glob, hashlib, os, subprocess, time
import schedule_cases
from schedule_cases import KINDS
from schedule_tables import TITLE, second_part

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("curve", "failures", "stall", "workers", "valuing", "hours", "schedule", "clamped", "checkpoints", "expected", *KINDS,
           "simulated", "margin", "trainings", "unfinished")


def write_csv(path, rows):
    short = lambda v: f"{v:.5g}" if isinstance(v, float) else v
    with open(path + ".tmp", "w", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([COLUMNS] + [[short(r.get(c, "")) for c in COLUMNS] for r in rows])
    os.replace(path + ".tmp", path)


def write_report(path, text):
    """Keeps the first part, if there is one."""
    first = ""
    if os.path.exists(path):
        with open(path) as f:
            first = ("\n" + f.read()).split(f"\n{TITLE}\n")[0][1:]
    with open(path + ".tmp", "w") as f:
        f.write(first + ("\n" if first else "") + "\n".join(text).rstrip("\n") + "\n")
    os.replace(path + ".tmp", path)


def main(a):
    exe, out, begin = os.path.abspath(a.stepvault), os.path.abspath(a.out), time.time()
    version = subprocess.run([exe, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with open(exe, "rb") as f:
        tool = f"{version} (SHA-256 {hashlib.sha256(f.read()).hexdigest()[:8]})"
    paths = sorted(glob.glob(os.path.join(HERE, "curves", "*.csv")))[:1 if a.small else None]
    trainings = 20 if a.small else a.trainings
    curves = {os.path.basename(p)[:-4]: schedule_cases.read_curve(exe, p) for p in paths}
    measured = schedule_cases.evaluate(exe, curves, trainings)
    head = (f"{datetime.date.today()}. {tool}. `schedules.py STEPVAULT`: {(time.time() - begin) / 60:.0f} minutes of one core (shared with builds)."
            + (" **Small sizes: only shows that everything runs.**" if a.small else ""))
    os.makedirs(out, exist_ok=True)
    write_csv(os.path.join(out, "schedules.csv"), [r for rows in measured[:3] for r in rows])
    write_report(os.path.join(out, "RESULTS.md"), second_part(measured, head, trainings))
    print(os.path.join(out, "RESULTS.md"))


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("stepvault"); p.add_argument("out", nargs="?", default=HERE)
    p.add_argument("--trainings", type=int, default=2000); p.add_argument("--small", action="store_true")
    main(p.parse_args())
