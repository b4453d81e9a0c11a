"""The parts of RESULTS.md for each model and dataset: functions that turn results (by piece) into lines of
Markdown. good() and similar functions select results, and raw_rows() is results.csv."""
import numpy as np
from buckets import RANKS
from models import PAIRS
from rework import BUDGETS, SCHEMES


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(map(str, r)) + " |" for r in rows] + [""]


def good(results, name):
    """A piece's result, or None if it was not run or failed."""
    r = results.get(name)
    return None if r is None or "failed" in r else r


def of_pairs(results, what, tail=""):
    """[(model/dataset, result)] of the pairs with a result."""
    return [(f"{m}/{d}", r) for m, d in PAIRS for r in [good(results, f"{what}-{m}-{d}{tail}")] if r]


def raw_rows(results):
    """[piece, model, dataset, scheme, budget, quantity, value] for every number."""
    def numbers(at, value):
        if isinstance(value, (dict, list)):
            for k, v in value.items() if isinstance(value, dict) else enumerate(value):
                yield from numbers(f"{at}.{k}" if at else str(k), v)
        elif isinstance(value, (int, float)) or at.startswith("failed"):
            yield at, f"{value:.6g}" if isinstance(value, float) else value
    out = []
    for name, result in sorted(results.items()):
        model, dataset = next(((m, d) for m, d in PAIRS if f"-{m}-{d}" in name), ("", ""))
        rest = name.split(f"-{model}-{dataset}", 1) if model else [name, ""]
        scheme, budget = rest[1][1:].split("-") if rest[1] else ("", "")
        out += [[rest[0], model, dataset, scheme, budget, at, value] for at, value in numbers("", result)]
    return out


def runs(results):
    return table(["model/dataset", "parameters", "learning rate", "batch", "interval", "checkpoints", "loss: first, middle, last"],
                 [[p, f"{r['parameters']:,}", r["rate"] if isinstance(r["rate"], float) else "/".join(map(str, r["rate"])), r["batch"], r["every"],
                   r["checkpoints"], " → ".join(f"{v:.3f}" for v in r["loss"])] for p, r in of_pairs(results, "train")])


def compression(results):
    rows, have = [], of_pairs(results, "stages")
    for p, r in have:
        row = [p, f"{r['2']['buckets']:.0f}", f"{(r['2']['removed']['e'] + r['3']['removed']['e']) / 2:.1f}"]
        for x in ("2", "3"):
            k = r[x]["removed"]
            row += [f"{k['p']:.2f}", f"{k['h']:.2f} ({k['h_payload']:.2f})", f"{k['lc']:.2f}",
                    f"{k['adaptive']:.2f} at {r[x]['lc']['relative_error']:.2f}"]
        rows.append(row)
    if have:
        mean = lambda x, stage: f"{np.mean([r[x]['removed'][stage] for _, r in have]):.2f}"
        rows.append(["**mean**", "", f"{np.mean([r[x]['removed']['e'] for _, r in have for x in '23']):.1f}"]
                    + [t for x in "23" for t in (mean(x, "p"), f"{mean(x, 'h')} ({mean(x, 'h_payload')})", mean(x, "lc"), mean(x, "adaptive"))])
    return table(["model/dataset", "buckets", "E"] + [f"x={x}: {t}" for x in (2, 3) for t in ("E+P", "E+P+H", "lc stored", "adaptive stored")], rows)


def ratios(results, other, budget, to="lc"):
    """[(model/dataset, rework(other) / rework(to), whether it is a lower bound)]; a ratio is None if the mean
    rework of `to` is 0."""
    base = dict(of_pairs(results, "rework", f"-{to}-{budget}"))
    return [(p, r["mean"] / base[p]["mean"] if base[p]["mean"] else None, r["capped"] > base[p]["capped"])
            for p, r in of_pairs(results, "rework", f"-{other}-{budget}") if p in base]


COMPARED = (("scar", "lc"), ("topn", "lc"), ("adaptive", "lc"), ("scar", "widelc"), ("topn", "widelc"))


def rework(results):
    rows = []
    for budget in BUDGETS:
        found = {s: dict(of_pairs(results, "rework", f"-{s}-{budget}")) for s in SCHEMES}
        times = [{p: (q, low) for p, q, low in ratios(results, s, budget, to)} for s, to in COMPARED[:3]]
        for p in (f"{m}/{d}" for m, d in PAIRS):
            row = [f"{budget} %", p]
            for s in SCHEMES:
                r = found[s].get(p)
                row.append("not run" if not r else f"{'≥ ' if r['capped'] else ''}{r['mean']:.1f} ± {r['deviation']:.1f} ({r['stored_percent']:.1f} %, "
                           + (f"x = {r['options'][-1]}, " if s == "widelc" else "") + f"{r['relative_error']:.2f})")
            for pair in times:
                q, low = pair.get(p, ("", False))
                row.append("" if q == "" else "lc is 0" if q is None else f"{'≥ ' if low else ''}{q:.2f}")
            rows.append(row)
    return table(["budget", "model/dataset", *SCHEMES, *(f"{s}/{to}" for s, to in COMPARED[:3])], rows)


def buckets(results):
    have, rows = of_pairs(results, "buckets"), []
    percent = lambda r, change: np.mean([100 * change(s) / s["loss"] for s in r["steps"]])
    for rank in range(8):
        rows.append([str(rank + 1)] + [f"{percent(r, lambda s: s['buckets'][rank]['loss_change']):.3f}" for _, r in have])
    rows.append([f"9 to {RANKS}, each (largest)"] + [f"{max((percent(r, lambda s: s['buckets'][k]['loss_change']) for k in range(8, RANKS)), key=abs):.3f}"
                                                     for _, r in have])
    rows.append(["all smaller, at once"] + [f"{percent(r, lambda s: s['rest_change']):.3f}" for _, r in have])
    rows.append(["the whole delta"] + [f"{percent(r, lambda s: s['loss_without_delta'] - s['loss']):.3f}" for _, r in have])
    return table(["bucket, by magnitude"] + [p for p, _ in have], rows)


def saving(r):
    alone, rows = r["median"]["neither"]["seconds"], []
    for mode, label in (("neither", "no saving"), ("saving", "saving"), ("watching", "saving, `stepvault watch` filing")):
        k, fastest = r["median"][mode], min(t["seconds"] for t in r["turn_figures"][mode])
        row = [label, f"{k['seconds']:.2f}", f"{fastest:.2f}", f"{k['cpu']:.2f}", "", "", ""]
        if mode != "neither":
            row[4:6] = f"{1000 * k['inside'] / r['saves']:.1f}", f"{k['seconds'] - alone:+.2f} s ({100 * (k['seconds'] / alone - 1):+.1f} %)"
        if mode == "watching":
            row[6] = f"{k['filed']:.0f} of {r['saves']}, the last {k['filed_after']:.1f} s after the end; {k['watcher_cpu'] / r['saves']:.2f} s of CPU each"
        rows.append(row)
    return table(["loop", "seconds, median", "fastest", "its CPU seconds", "stall per checkpoint, ms", "overhead", "filed"], rows)
