"""The cases of schedules.py, the answers of `stepvault` for each case, evaluate(), and the comparison of
rows: savings()."""
import itertools, json, math, os, random, subprocess, tempfile, time
from collections import defaultdict
from dataclasses import dataclass, replace

FAILURES = (2, 10, 50)                                              # per run, on average
# a checkpoint stalls the training for the run's length divided by this
STALLS = (20000, 2000, 200)
RESTART = 5                                                         # in stalls
WORKERS = {"serial": (1, 1, 1), "data-parallel": (8, 4, 2)}         # in each third of the run
MIDDLE = (FAILURES[1], STALLS[1])
VALUINGS = {"fixed price": (1, 1), "delayed progress": (1, 0), "wall time": (0, 1)}     # --progress, --price
HOURS = (1, 10)
# standard deviation of the noise in the loss
MADE, MADE_STEPS = {"made-smooth": 0, "made-noisy": 0.1}, 20000
SEEDS = 10 ** 6                                                     # added for a second, independent simulation
KINDS = ("stalls", "rework", "restarts")


@dataclass(frozen=True)
class Case:
    curve: str
    failures: int
    stall: int
    workers: str
    valuing: str
    # length to which the run is stretched; 0: the run's own length
    hours: float = 0


@dataclass(frozen=True)
class Curve:
    path: str
    last: int
    iteration: float


def options(case, curve):
    length = 3600 * case.hours if case.hours else curve.iteration * curve.last
    ends = [0, curve.last // 3, 2 * curve.last // 3, curve.last]
    workers = WORKERS[case.workers]
    average = sum(n * (b - a) for n, a, b in zip(workers, ends, ends[1:])) / curve.last
    progress, price = VALUINGS[case.valuing]
    out = {"from": 0, "steps": curve.last, "mtbf": f"{length / case.failures * average:.9g}s", "stall": f"{length / case.stall:.9g}s",
           "background": "0s", "restart": f"{RESTART * length / case.stall:.9g}s", "progress": progress, "price": price,
           "workers": ",".join(f"{a}:{n}" for a, n in zip(ends, workers))}
    if case.hours:
        out["iteration"] = f"{length / curve.last:.9g}s"
    return [x for name, value in out.items() for x in (f"--{name}", str(value))]


def read_curve(exe, path):
    with open(path) as f:
        last = f.readlines()[-1].split(",")[0]
    plan = call(exe, "plan", path, "--from", "0", "--steps", last, "--mtbf", "1h", "--stall", "1s")
    return Curve(path, int(last), plan["iteration_seconds"]["value"])


def call(exe, *arguments):
    done = subprocess.run([exe, *arguments, "--json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"stepvault {' '.join(arguments)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def rate(exe, case, curve, trainings=0, seed=1):
    """A row for each schedule, all figures in % of the training's time; without trainings only the expected
    figures."""
    played = ("--trainings", str(trainings), "--seed", str(seed)) if trainings else ()
    report = call(exe, *(("simulate", "plan") if trainings else ("plan",)), curve.path, *options(case, curve), *played)
    percent = lambda seconds: float("inf") if seconds is None else 100 * seconds / report["training_seconds"]
    rows = []
    for s in report["schedules"]:
        expected = s["expected"]["value"]
        row = {**vars(case), "schedule": s["name"], "clamped": int(s["clamped"]), "expected": percent(expected["total"]),
               "checkpoints": s["checkpoints"] if trainings else len(s["checkpoints"]), **{k: percent(expected[k]) for k in KINDS}}
        if trainings:
            row |= {"simulated": percent(s["value"]["mean"]), "margin": percent(s["value"]["margin"]), "trainings": s["trainings"],
                    "unfinished": s["unfinished"]}
        rows.append(row)
    return rows


def cases(curves):
    for curve, failures, stall, workers, valuing in itertools.product(curves, FAILURES, STALLS, WORKERS, VALUINGS):
        yield Case(curve, failures, stall, workers, valuing)


def off(row):
    """The deviation of the simulation from the expectation, in margins; None if that has no meaning."""
    if row["unfinished"] or not row["margin"] or not math.isfinite(row["expected"]):
        return None
    return (row["simulated"] - row["expected"]) / row["margin"]


def case_of(row):
    return Case(*(row[k] for k in Case.__dataclass_fields__))


def place(case):
    return f"{case.curve}, {case.workers}, {case.failures} failures, stall 1/{case.stall:,}"


def by_case(rows):
    out = defaultdict(dict)
    for r in rows:
        out[case_of(r)][r["schedule"]] = r
    return out


def cost(row, restarts=True):
    return row["expected"] if restarts else row["stalls"] + row["rework"]


def savings(found, schedule, other, restarts=True, **which):
    """[(saving of one schedule compared with another in %, case)] for the cases selected by `which`."""
    def saved(c):
        mine, base = cost(c[schedule], restarts), cost(c[other], restarts)
        return 100 * (1 - mine / base) if math.isfinite(base) else 100 if math.isfinite(mine) else 0
    return [(saved(c), case) for case, c in found.items()
            if schedule in c and other in c and all(getattr(case, k) == v for k, v in which.items())]


def farthest(rows, count):
    """The row with the greatest deviation in each case, the greatest first."""
    found = {}
    for row in sorted((r for r in rows if off(r) is not None), key=lambda r: -abs(off(r))):
        found.setdefault(case_of(row), row)
    return list(found.values())[:count]


def made_curves(folder):
    """Steps as in curves/; the loss is a power law with a floor, without and with noise."""
    steps = sorted({round(MADE_STEPS ** (i / 139)) for i in range(140)} | {round(1 + i * (MADE_STEPS - 1) / 279) for i in range(280)})
    for name, noise in MADE.items():
        draw = random.Random(1)
        with open(os.path.join(folder, name + ".csv"), "w") as f:
            f.write("step,time,loss\n")
            f.writelines(f"{k},{k / 100:.2f},{(3 * (k + 1) ** -0.4 + 0.3) * (1 + draw.gauss(0, noise)):.6g}\n" for k in steps)
        yield name, os.path.join(folder, name + ".csv")


def evaluate(exe, curves, trainings):
    """Rows of simulations, of runs stretched to hours, of made curves (both in closed form), and of the
    simulations with the greatest deviations once more, with other failures."""
    every, rows, begin = list(cases(curves)), [], time.time()
    for n, case in enumerate(every):
        rows += rate(exe, case, curves[case.curve], trainings, n + 1)
        print(f"{n + 1} of {len(every)}: {case} after {time.time() - begin:.0f} s", flush=True)
    valued = [c for c in every if c.valuing != "wall time"]
    stretched = [r for hours in HOURS for c in valued for r in rate(exe, replace(c, hours=hours), curves[c.curve])
                 if r["schedule"] in ("coci", "coci-online", "young", "checkfreq")]
    print(f"stretched after {time.time() - begin:.0f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        made = {name: read_curve(exe, path) for name, path in made_curves(folder)}
        control = [r for c in cases(made) if c.workers == "serial" and c.valuing != "wall time" for r in rate(exe, c, made[c.curve])]
    again = []
    for row in farthest(rows, 10):
        case = case_of(row)
        once_more = rate(exe, case, curves[case.curve], trainings, SEEDS + every.index(case))
        again.append(next(r for r in once_more if r["schedule"] == row["schedule"]))
    return rows, stretched, control, again
