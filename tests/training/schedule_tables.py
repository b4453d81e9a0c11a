"""The second part of RESULTS.md: second_part() turns the rows that schedules.py measures into lines of
Markdown. All savings are expectations in closed form; the section on the simulation says how reliable they
are."""
import itertools, math
from statistics import mean, median, stdev
from schedule_cases import FAILURES, HOURS, MIDDLE, RESTART, STALLS, VALUINGS, WORKERS, Case, by_case, case_of, off, place, savings
from schedule_reasons import reasons

TITLE = "# COCI's evaluation, repeated"
PUBLISHED = {"serial": "up to 40.18", "data-parallel": "up to 60.64"}
VALUED = [(v, w) for v in VALUINGS if v != "wall time" for w in WORKERS]
HEAD = [f"{v}, {w}" for v, w in VALUED]
OURS = ("coci", "coci-online", "online", "sqrt-density", "exact")
NOTE = """Published: the abstract, against existing methods of fault tolerance for deep learning. The full paper was not found: which methods, and how
lost work and stalls are valued, is not known. The rule, and its only baseline seen, Young's interval, are from the authors' code; `coci` knows the
exponential fitted to the whole curve, `coci-online` finds it out as their code does. The valuings are ours."""
INTRO = """{curves} loss curves of real trainings (`curves/`), each replayed whole; {failures} failures in a run's length on average, a stall of {stalls}
of it per checkpoint, a restart of {restart} stalls: {cases} cases for each figure below. Data-parallel: 8, 4 and 2 workers in the thirds of the run, any of
which fails, as often in all as in the serial run. Overhead: stalls, lost work and restarts in % of the run. Lost work counts by the progress (drop of the
loss) that was lost; a second without training at a fixed price ("fixed price", times the workers that wait), or by the progress that it delays
("delayed progress"); as wall time, for comparison, all counts by its time. An average second of the run is worth a second in each. Each case has {trainings}
simulated trainings; savings are of the expectation in closed form, in % of the overhead of what is compared with: best / median / worst case."""

EACH = """Overhead in % of the run at {} failures and a stall of 1/{:,}: simulated ± 95 % margin \\| closed form. Checkpoints and order: fixed price,
serial. *: the method's own rule gives none or too many, and some are placed by ours."""
AGREES = """A schedule agrees where its simulated overhead lies within its 95 % margin of what is expected. Schedules of a case share their failures
and miss together, so that the margin of the share is by cases; young alone is independent from case to case. Where most progress is lost in few
failures at the start, the mean of {trainings} trainings is skewed: mostly too low with too small a margin, now and then far too high. The last
column does not depend on the margins: it is 0 where the closed form is right."""


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(map(str, r)) + " |" for r in rows] + [""]


def three(values):
    values = [v for v, _ in values]
    return " / ".join(f"{v:,.1f}" for v in (max(values), median(values), min(values))) if values else ""


def of_all(found, stretched, base, restarts):
    row = lambda label, f, s, **which: [label] + [three(savings(f, s, base, restarts, valuing=v, workers=w, **which)) for v, w in VALUED]
    rows = [["**COCI as published**"] + [PUBLISHED[w] for _, w in VALUED]]
    for s in OURS:
        rows.append(row(s, found, s))
        rows += [row(f"{s}, run stretched to {h} h", stretched, s, hours=h) for h in HOURS if s.startswith("coci")]
    return table([f"saving against {base}, %" + ("" if restarts else ", restarts left out")] + HEAD, rows)


def losses(found, stretched):
    """The cases in which COCI is worse than Young's intervals."""
    rows = []
    for hours, f in [(0, found)] + [(h, stretched) for h in HOURS]:
        for failures in FAILURES:
            for stall in STALLS:
                row = [f"{hours} h" if hours else "its own", failures, f"1/{stall:,}"]
                for s in ("coci", "coci-online"):
                    for v in ("fixed price", "delayed progress"):
                        values = [x for x, _ in savings(f, s, "young", valuing=v, failures=failures, stall=stall, hours=hours)]
                        row.append(f"{median(values):,.0f} ({sum(x < 0 for x in values)} of {len(values)})")
                rows.append(row)
    return table(["length of the run", "failures", "stall"] + [f"{s}, {v}" for s in ("coci", "coci-online") for v in ("fixed price", "delayed progress")], rows)


def worst(found):
    out = []
    for s, v in itertools.product(("coci", "coci-online"), ("fixed price", "delayed progress")):
        all_of = savings(found, s, "young", valuing=v)
        case = min(all_of, key=lambda x: x[0])[1]
        mine, young = found[case][s], found[case]["young"]
        out.append(f"- {s}, {v}: behind young in {sum(x < 0 for x, _ in all_of)} of {len(all_of)} cases. The worst, {place(case)}: {mine['expected']:,.1f} % "
                   f"instead of {young['expected']:,.1f} %, by {mine['checkpoints']:,} checkpoints instead of {young['checkpoints']:,}.")
    return out + [""]


def of_exact(found, stretched):
    rows = [[f"exact, against {s}"] + [three(savings(found, "exact", s, valuing=v, workers=w)) for v, w in VALUED] for s in OURS if s != "exact"]
    for v in ("optimal", "even"):
        rows.append([f"exact, against {v}"] + [three(savings(found, "exact", v, valuing=u, workers=w)) for u, w in VALUED])
    part = lambda c: (c["young"]["expected"] - c["online"]["expected"]) / (c["young"]["expected"] - c["exact"]["expected"])
    reached = [median(100 * part(c) for case, c in found.items() if (case.valuing, case.workers) == vw) for vw in VALUED]
    rows.append(["of what exact saves against young, online saves, median %"] + [f"{x:.0f}" for x in reached])
    return table(["saving, %"] + HEAD, rows)


def what(row):
    return f"{place(case_of(row))}, {row['valuing']}: {row['schedule']}"


def plus_minus(row):
    digits = 0 if row["simulated"] > 10000 else 3
    return f"{row['simulated']:,.{digits}f} ± {row['margin']:,.{digits}f}"


def half_width(values):
    return 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan


def shares(found, valuing):
    cases = [c for case, c in found.items() if valuing in (None, case.valuing)]
    sure = [of for of in ([x for x in map(off, c.values()) if x is not None] for c in cases) if of]
    every, share = sum(sure, []), [100 * mean(abs(x) <= 1 for x in of) for of in sure]
    young = [c["young"] for c in cases if off(c["young"]) is not None]
    apart = [100 * (r["simulated"] / r["expected"] - 1) for r in young]
    return [valuing or "**all**", f"{sum(abs(x) <= 1 for x in every):,} of {len(every):,}", f"{mean(share):.1f} ± {half_width(share):.1f}",
            f"{sum(x < -1 for x in every):,} / {sum(x > 1 for x in every):,}", f"{sum(abs(off(r)) <= 1 for r in young)} of {len(young)}",
            f"{mean(apart):+.2f} ± {half_width(apart):.2f}"]


def agreement(found, again):
    lines = table(["valuing", "schedules that agree", "%, ± by cases", "simulated too low / too high", "young alone",
                   "young: simulated beyond expected, mean of the cases, %"], [shares(found, v) for v in (None, *VALUINGS)])
    rows = [r for c in found.values() for r in c.values()]
    infinite = [r for r in rows if not math.isfinite(r["expected"])]
    given_up = [r for r in rows if r["unfinished"] and math.isfinite(r["expected"])]
    lines += [f"Not in the table: {len(infinite)} with an infinite expectation and {len(given_up)} with trainings that were given up after a million failures."
              + "".join(f" {what(r)}: {r['unfinished']:,} of {r['unfinished'] + r['trainings']:,}; {r['expected']:,.0f} % expected, {plus_minus(r)} % "
                        "in those that were finished." for r in given_up), "",
              "The case's farthest schedule, of the ten farthest cases, and the same once more with other failures; off by: in margins.", ""]
    lines += table(["case", "simulated", "expected", "off by", "once more"],
                   [[what(a), plus_minus(r), f"{r['expected']:,.3f}", f"{off(r):+.2f}", "" if off(a) is None else f"{off(a):+.2f}"]
                    for a in again for r in [found[case_of(a)][a["schedule"]]]])
    beaten = [f"{what(r)}: {r['expected']:.6g} instead of {c['exact']['expected']:.6g} %" for c in found.values() for r in c.values()
              if r["expected"] < c["exact"]["expected"] * (1 - 1e-9)]
    return lines + ["Cheaper than exact: " + "; ".join(beaten) + "." if beaten else
                    f"By its own valuing no schedule is cheaper than exact in any of the {len(found)} cases (rounding aside, of 1 in 10⁹).", ""]


def each_curve(found):
    lines, cells = [], [(v, w) for v in VALUINGS for w in WORKERS]
    for curve in sorted({c.curve for c in found}):
        cases = [found[Case(curve, *MIDDLE, w, v)] for v, w in cells]
        order = sorted(cases[0], key=lambda s: cases[0][s]["expected"])
        cell = lambda r: f"{r['simulated']:.2f} ± {r['margin']:.2f} \\| {r['expected']:.2f}" + (" *" if r["clamped"] else "")
        lines += [f"### {curve}", ""] + table(["schedule", "checkpoints"] + [f"{v}, {w}" for v, w in cells], [
            [s, f"{cases[0][s]['checkpoints']:,}"] + [cell(c[s]) for c in cases] for s in order])
    return lines


def second_part(measured, head, trainings):
    rows, stretched, control, again = measured
    found, hours, made = by_case(rows), by_case(stretched), by_case(control)
    curves = len({c.curve for c in found})
    of = lambda values: ", ".join(values[:-1]) + " or " + values[-1]
    text = [TITLE, "", head, "", INTRO.format(curves=curves, failures=of([str(f) for f in FAILURES]), stalls=of([f"1/{s:,}" for s in STALLS]), restart=RESTART,
                                              cases=curves * len(FAILURES) * len(STALLS), trainings=f"{trainings:,}"), ""]
    text += ["## COCI beside the published figures", "", NOTE, ""]
    for restarts in (True, False):
        for base in ("young", "checkfreq"):
            text += of_all(found, hours, base, restarts)
    text += ["## Where our schedules differ from COCI's, and why", "", *reasons(found, hours, made), ""]
    text += ["## Where COCI loses", "", "Median saving against young in %, and in how many of the cases, serial and data-parallel, it is negative.", ""]
    text += losses(found, hours) + worst(found)
    text += ["## The exact schedule", "", "`online` knows at each step only the losses before it, as the app does while watching.", ""] + of_exact(found, hours)
    text += ["## Simulation and closed form", "", AGREES.format(trainings=f"{trainings:,}"), ""]
    text += agreement(found, again)
    text += ["## Each curve", "", EACH.format(*MIDDLE), ""] + each_curve(found)
    return text
