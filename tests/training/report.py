"""write(): RESULTS.md, with a table beside the published figures and then each model and dataset, and
results.csv with every number."""
import csv, datetime, os, platform
import numpy as np
import torch
import tables
from published import BEST_RATIO, BETTER, NOTES, STAGES, STALL
from reasons import reasons
from rework import BITS
from tables import good, of_pairs

COMPRESSION = """% of the fp32 bytes removed from delta steps. E, E+P and E+P+H: numpy, with tables, mean of 8 steps; in brackets the code's bits alone.
Stored: whole step files (`stored_bytes`); adaptive's at lc's relative error, which stands behind it."""
REWORK = """Iterations from recovery to the loss before the failure: mean ± standard deviation of {failures}, the same for all schemes (in
brackets: step files in % of the fp32 bytes, relative error). Training fails right after a checkpoint and goes on from what is restored of it,
with the same batches: this is what the compression cost, not the interval. The loss of a fixed subset is noisy; here it is the mean over one
interval from an iteration on, in both runs. ≥: failures at the cap count as the cap. lc: x = 2 for 5 %, x = 3 for 10 %; adaptive: in at most
lc's bytes; widelc: lc by as many bits as fit into topn's bytes. Restored from `exact`, as a check, the rework is """
BUCKETS = """Increase of the loss in % of it (mean of five steps over the run) when one bucket (sign, exponent) is left out of an interval's delta.
Negative: it falls."""


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores (shared with builds); PyTorch {torch.__version__} on one thread"


def spread(values):
    return f"{np.mean(values):.2f} ({min(values):.2f} to {max(values):.2f})" if len(values) else "not run"


def compression_rows(results):
    have = [r for _, r in of_pairs(results, "stages")]
    if not have:
        return []
    get = lambda x, stage: np.array([r[str(x)]["removed"][stage] for r in have])
    rows = [["E: % of the fp32 bytes removed", STAGES["e"], spread((get(2, "e") + get(3, "e")) / 2)]]
    for x in (2, 3):
        p, h, stored = get(x, "p"), get(x, "h"), get(x, "lc")
        rows += [[f"x = {x}: P adds, points", STAGES[x, "p"], spread(p - get(x, "e"))],
                 [f"x = {x}: H adds, points: code and table alone", STAGES[x, "h"], spread(h - p)],
                 [f"x = {x}: H adds, points: whole step files", STAGES[x, "h"], spread(stored - p)],
                 [f"x = {x}: total, %: code and table alone", STAGES[x, "total"], spread(h)],
                 [f"x = {x}: total, %: whole step files", STAGES[x, "total"], spread(stored)],
                 [f"x = {x}: total, %: adaptive's step files at lc's relative error", "", spread(get(x, "adaptive"))]]
    best, error = max((r[x]["float_bytes"] / r[x]["lc"]["least_stored"], r[x]["lc"]["least_stored_error"]) for r in have for x in ("2", "3"))
    return rows + [["best delta step, times smaller", BEST_RATIO, f"{best:.1f}, at a relative error of {error:.2f}"]]


def rework_rows(results):
    rows = []
    for budget, x in BITS.items():
        for s, to in tables.COMPARED:
            all_of, low = tables.ratios(results, s, budget, to), BETTER.get((budget, s))
            known = [q for _, q, _ in all_of if q is not None]
            if not known:
                continue
            mine, base = (dict(of_pairs(results, "rework", f"-{k}-{budget}")) for k in (s, to))
            total = sum(mine[p]["mean"] / mine[p]["interval"] for p, *_ in all_of)
            total /= sum(base[p]["mean"] / base[p]["interval"] for p, *_ in all_of)
            label = f"lc's (x = {x})" if to == "lc" else "that of lc in as many bytes as topn takes"
            published = f"{low[0]} to {low[1]}" if low and to == "lc" else ""
            rows.append([f"rework of {s} {'in lc’s bytes' if s == 'adaptive' else f'at {budget} %'}, times {label}", published,
                         f"{min(known):.2f} to {max(known):.2f}; all together {'≥ ' if any(b for *_, b in all_of) else ''}{total:.2f}"])
    return rows


def other_rows(results):
    rows, steps = [], [s for _, r in of_pairs(results, "buckets") for s in r["steps"]]
    for k in (3, 7) if steps else ():
        gained = [s for s in steps if s["loss_without_delta"] > s["loss"]]
        share = [100 * (s["loss_without_delta"] - s[f"top{k}_loss"]) / (s["loss_without_delta"] - s["loss"]) for s in gained]
        rows.append([f"the {k} largest buckets: % of a step's gain in loss", "nearly all",
                     f"median {np.median(share):.0f}, quartiles {np.percentile(share, 25):.0f} and {np.percentile(share, 75):.0f}"])
    r = good(results, "saving")
    if r:
        alone, watched = r["median"]["neither"]["seconds"], r["median"]["watching"]
        fastest = [min(t["seconds"] for t in r["turn_figures"][mode]) for mode in ("neither", "watching")]
        rows.append(["overhead of saving, seconds", f"{STALL[0]} of {STALL[1]} ({100 * STALL[0] / STALL[1]:.1f} %)",
                     f"{watched['seconds'] - alone:.2f} of {alone:.1f} ({100 * (watched['seconds'] / alone - 1):.1f} %), fastest turns {fastest[1] - fastest[0]:.2f} "
                     f"({100 * (fastest[1] / fastest[0] - 1):.1f} %); stall {1000 * watched['inside'] / r['saves']:.0f} ms a checkpoint"])
    return rows


def failures(results):
    """The number of failures, and the pairs with fewer."""
    counts = {p.split("/")[0]: len(r["rework"]) for p, r in of_pairs(results, "rework", "-lc-5")}
    most = max(counts.values(), default=0)
    return f"{most} failures" + "".join(f" ({n} for {model}, to save time)" for model, n in counts.items() if n < most)


def write(results, out, small):
    tools, missing = sorted({r["tool"] for r in results.values() if "tool" in r}), {n: r["failed"] for n, r in results.items() if "failed" in r}
    exact = [r["mean"] for _, r in of_pairs(results, "rework", "-exact-0")]
    minutes = sum(r["seconds"] for r in results.values()) / 60
    beside = compression_rows(results) + rework_rows(results) + other_rows(results)
    text = ["# LC-Checkpoint's evaluation, repeated", "",
            f"{datetime.date.today()}. {machine()}. {' and '.join(tools)}. `run_all.py STEPVAULT DATA OUT`: {minutes:.0f} minutes of pieces in all."
            + (" **Small sizes: only shows that everything runs.**" if small else ""), "",
            "## Beside the published figures", "", "Mean over models and datasets, in brackets the range.", ""]
    text += tables.table(["quantity", "published", "ours"], beside)
    text += ["## Where ours differs, and why", "", *reasons(results), "", "Of the published figures:", "", *(f"- {n}" for n in NOTES), ""]
    text += ["## Compression", "", COMPRESSION, ""] + tables.compression(results)
    text += ["## Rework", "", REWORK.format(failures=failures(results)) + (f"{max(exact):g} everywhere." if exact else "not run."), ""] + tables.rework(results)
    text += ["## Removing one bucket", "", BUCKETS, ""] + tables.buckets(results)
    r = good(results, "saving")
    if r:
        text += ["## Saving", "", f"AlexNet on Fashion-MNIST, {r['iterations']} iterations, {r['saves']} saves of {r['float_bytes'] / 1e6:.1f} MB; "
                 f"{r['turns']} interleaved turns of each loop. Stall: time inside `torch.save` and rename.", ""] + tables.saving(r)
    text += ["## Runs", "", "Plain SGD; interval: iterations between checkpoints.", ""] + tables.runs(results)
    text += (["## Failed", ""] + [f"- {n}: {why}" for n, why in missing.items()] + [""]) if missing else []
    with open(os.path.join(out, "RESULTS.md"), "w") as f:
        f.write("\n".join(text))
    with open(os.path.join(out, "results.csv"), "w", newline="") as f:
        csv.writer(f).writerows([["experiment", "model", "dataset", "scheme", "budget", "quantity", "value"]] + tables.raw_rows(results))
