"""Differences of the schedules from COCI's figures and from each other, and their reasons: reasons(), each
with its measurement."""
from dataclasses import replace
from statistics import median
from schedule_cases import FAILURES, HOURS, STALLS, WORKERS, place, savings

FIXED, DELAYED = "fixed price", "delayed progress"


def whole(value):
    return f"{round(value) + 0:,}"


def span(values):
    return f"{whole(min(values))} to {whole(max(values))}"


def listed(values):
    *first, last = values
    return f"{', '.join(first)} and {last}"


def saved(found, schedule, other, **which):
    return [x for x, _ in savings(found, schedule, other, **which)]


def chosen(found, **which):
    return {case: c for case, c in found.items() if all(getattr(case, k) == v for k, v in which.items())}


def clamped(found, schedule, **which):
    of = [c[schedule]["clamped"] for c in chosen(found, **which).values() if schedule in c]
    return f"{sum(of)} of {len(of)}"


def of_coci(found, stretched):
    lengths = [(found, {})] + [(stretched, {"hours": h}) for h in HOURS]
    names = ["its own length"] + [f"{h} h" for h in HOURS]
    count, changed, stalls, rework = {}, {}, {}, {}
    for s in ("coci", "coci-online"):
        of = [chosen(f, valuing=FIXED, **w).items() for f, w in lengths]
        exact = lambda case: found[replace(case, hours=0)]["exact"]
        count[s] = listed([f"{median(c[s]['checkpoints'] / max(1, c['young']['checkpoints']) for _, c in o):.1f}" for o in of])
        changed[s] = listed([clamped(f, s, valuing=FIXED, **w) for f, w in lengths])
        stalls[s] = listed([f"{median(c[s]['stalls'] / exact(case)['stalls'] for case, c in o):.1f}" for o in of])
        rework[s] = listed([f"{median(c[s]['rework'] / exact(case)['rework'] for case, c in o):.1f}" for o in of])
    times = listed(names)
    best = lambda s, v: listed(["→".join(whole(max(saved(f, s, "young", valuing=v, workers=n, **w))) for n in WORKERS) for f, w in lengths])
    typical = lambda s, v: listed([whole(median(saved(f, s, "young", valuing=v, **w))) for f, w in lengths])
    return [
        "**Units.** COCI's rule sets a loss against a product of minutes, so a run that takes longer, all else in proportion, gets other "
        "checkpoints; no other schedule here does. Ours take 14 seconds to 5 minutes, for which the rule wants so many that it is held at four times "
        f"Young's number; in long runs it wants hardly any and is held at a quarter. Checkpoints in multiples of Young's, medians at {times}: "
        f"{count['coci']} (coci), {count['coci-online']} (coci-online). Held, or with gaps filled: coci in {changed['coci']} cases, "
        f"coci-online in {changed['coci-online']}.",
        f"**\"Up to\".** Best cases against young in %, serial→data-parallel (published 40→61), at {times}: coci {best('coci', FIXED)} (fixed price), "
        f"{best('coci', DELAYED)} (delayed progress); coci-online {best('coci-online', FIXED)}, {best('coci-online', DELAYED)}. So savings of the published size are there, "
        f"and by delayed progress so is the gap between the two. They are not the rule; all cases, medians: coci {typical('coci', FIXED)}, {typical('coci', DELAYED)}; coci-online "
        f"{typical('coci-online', FIXED)}, {typical('coci-online', DELAYED)}.",
        "**Too early.** Equal drops of the loss are a density like |L'|, where a fixed price calls for its root. Against exact, at a fixed price, medians at "
        f"{times}: coci's stalls cost {stalls['coci']} times as much and its lost work {rework['coci']} times, coci-online's {stalls['coci-online']} and "
        f"{rework['coci-online']} times. coci-online first fits the first 50 iterations, where the loss falls fastest, expects the whole fall at once, and often "
        "takes a checkpoint at every iteration or every other until its next fit.",
        "**No floor.** COCI's loss is an exponential to 0. Where it has fallen to nothing by the fit, though not in truth, the rule has no checkpoints left. We "
        "add some, no farther apart than a mean time to failure, without which the expected overhead would grow exponentially. Its figures include them.",
        "**Refits.** The authors fit anew every 10,000 iterations, and replace the plan where slope or offset, per minute, has moved by 0.1. Our runs have 3,500 "
        "to 28,000 iterations; here it is every twentieth of the run."]


def of_valuing(found, made):
    of = lambda curve, v, s="exact", to="young": saved(made, s, to, valuing=v, curve=curve)
    behind = {c: [-x for v in (FIXED, DELAYED) for x in of(c, v, "online", "exact")] for c in ("made-smooth", "made-noisy")}
    typical = lambda **which: [whole(median(saved(found, "exact", "young", **which)))]
    few = {v: listed(sum([typical(valuing=v, failures=f) for f in FAILURES], [])) for v in (FIXED, DELAYED)}
    both = {v: " to ".join(sum([typical(valuing=v, workers=w) for w in ("serial", "data-parallel")], [])) for v in (FIXED, DELAYED)}
    return [
        "**Front-loading pays where stalls have a fixed price.** On a curve made without noise (a power law, serial, the same rates and costs) exact saves "
        f"{span(of('made-smooth', FIXED))} % against young. Where a stall costs the progress that it delays, even intervals are best as long as they are short "
        f"beside the bend of the curve; sqrt-density, which takes them for short, saves {span(of('made-smooth', DELAYED, 'sqrt-density'))} % there. Exact still "
        f"saves {span(of('made-smooth', DELAYED))} %: much of the loss falls within Young's first intervals, which are not short.",
        "**Hindsight.** In a replay all but online and coci-online know the curve, its noise included. Smoothed and made to fall only, it is stairs, and exact saves "
        f"on the landings, where a stall delays nothing. On the made curve with 10 % of noise it saves {span(of('made-noisy', FIXED))} % (fixed price) and "
        f"{span(of('made-noisy', DELAYED))} % (delayed progress). Exact's figures are a bound; online's do without. Online needs "
        f"{span(behind['made-smooth'])} % more than exact on the curve without noise, {span(behind['made-noisy'])} % more with it.",
        f"**Rates.** The more failures, the more of the overhead is restarts, which hardly depend on the schedule: exact saves {few[FIXED]} % (fixed price), "
        f"{few[DELAYED]} % (delayed progress) against young at {listed(map(str, FAILURES))} failures, medians.",
        f"**Data-parallel** runs change exact's median saving from {both[FIXED]} % (fixed price) and from {both[DELAYED]} % (delayed progress). More workers fail "
        "more often, but a fixed price is paid for each that waits, so the two cancel in the density; delayed progress knows no workers, so more early "
        "checkpoints pay."]


def of_others(found, made):
    bad = [(x, case) for x, case in savings(found, "sqrt-density", "young", valuing=FIXED) if x < 0]
    worst = min(bad, key=lambda b: b[0])[1] if bad else None
    few = {v: listed([f"{round(-median(saved(found, 'checkfreq', 'young', valuing=v, stall=s))):+,}" for s in STALLS]) for v in (FIXED, DELAYED)}
    count = lambda of: f"{sum(x < 0 for x in of)} of {len(of)}"
    behind = {v: count(saved(found, "online", "young", valuing=v)) for v in (FIXED, DELAYED)}
    made_behind = {c: count(saved(made, "online", "young", valuing=DELAYED, curve=c)) for c in ("made-smooth", "made-noisy")}
    out = ["**checkfreq** knows no failure rate. It begins with a checkpoint at every iteration, as nothing is written in the background here, and adds two "
           f"iterations while stalls exceed 5 % of an interval. Its overhead against young's, at stalls of {listed([f'1/{s:,}' for s in STALLS])}: {few[FIXED]} % (fixed "
           f"price), {few[DELAYED]} % (delayed progress, which charges most for the many at the start), medians.",
           f"**online** is behind young in {behind[FIXED]} cases at a fixed price and {behind[DELAYED]} of delayed progress. That is the noise, which it cannot foresee "
           f"and exact can: on the made curve, by delayed progress, it is behind young in {made_behind['made-smooth']} cases without noise and {made_behind['made-noisy']} with it.",
           "**The runs** are replayed, not trained. An iteration takes the curve's median time, measured on a shared machine, which matters for COCI's minutes alone. "
           "Failures are of constant rate for a worker; nothing is written in the background, and nobody stops a job early, which COCI counts among its reasons."]
    if worst:
        c, often = found[worst], sum(k.failures == FAILURES[-1] for _, k in bad)
        out.insert(0, "**sqrt-density** takes intervals for short: it knows neither restarts nor stalls that are taken again, and where the loss hardly falls "
                   f"any more it leaves gaps of many mean times to failure. It is behind young in {len(bad)} cases at a fixed price, {often} of them at "
                   f"{FAILURES[-1]} failures; at worst ({place(worst)}) it comes to {whole(c['sqrt-density']['expected'])} % instead of "
                   f"{whole(c['young']['expected'])} %.")
    return out


def reasons(found, stretched, made):
    return [f"- {s}" for s in of_coci(found, stretched) + of_valuing(found, made) + of_others(found, made)]
