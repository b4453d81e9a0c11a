"""Differences from the published figures and their reasons: sentences for RESULTS.md, filled with numbers
from the results."""
import numpy as np
from rework import BITS
from tables import good, of_pairs


def span(values, digits=2):
    low, high = (f"{f(values):.{digits}f}" for f in (min, max))
    return low if low == high else f"{low} to {high}"


def of_stages(results):
    have = of_pairs(results, "stages")
    if not have:
        return []
    rows = [r for _, r in have]
    both = [r[x] for r in rows for x in "23"]
    extra = lambda r: r["2"]["lc"]["stored_bytes"] - r["2"]["h"] / 32 * r["2"]["float_bytes"]
    name, least = min(have, key=lambda h: h[1]["2"]["float_bytes"])
    below = [p for p, r in have if r["2"]["removed"]["lc"] > 100 * 31 / 32]
    above = [extra(r) for p, r in have if p not in below] or [0]
    zeros = [span([r[x]["unchanged_percent"] for r in rows], 1) for x in "23"]
    out = [
        f"**E** removes less here: our deltas fall into {span([r['buckets'] for r in both], 0)} buckets (sign and exponent, over all layers at once), the "
        f"slides' 85.47 % into about 25. With an entropy code E would remove {np.mean([r['removed']['e_entropy'] for r in both]):.1f} %.",
        "**P** only mirrors E: x bits of 32 remove 93.75 % (x = 2) or 90.62 % (x = 3) whatever E was, less the table. The published averages after P, 94.26 "
        "and 91.23 %, are more than x bits can remove, so the paper counts something else there; what is not known.",
        f"**H** finds {zeros[0]} % (x = 2) and {zeros[1]} % (x = 3) of the weights in the zero bucket, so the code is nearer to its floor of 1 bit a weight "
        "(96.87 % removed) than the paper's. Step files also hold skeleton, statistics, tables and checksums, at x = 2 "
        f"{span(above, 0)} bytes: {100 * extra(least) / least['2']['float_bytes']:.1f} % of the smallest model ({name}), less where weights are many."]
    if below:
        out[-1] += (f" Below the floor: {' and '.join(below)} at x = 2, and the best step, because chunks in which nothing is kept take no bits. "
                    "That shows how little x = 2 keeps there, not a better code.")
    share = span([r["adaptive"]["stored_bytes"] / r["lc"]["stored_bytes"] for r in both])
    return out + [f"**adaptive** takes {share} of lc's bytes at lc's relative error: a weight that does not change costs it far less than lc's one bit, and it "
                  "has one step size for all changes instead of 3 or 7 sizes."]


def of_rework(results):
    lc, wide, topn = ({b: of_pairs(results, "rework", f"-{s}-{b}") for b in BITS} for s in ("lc", "widelc", "topn"))
    if not (lc[5] and lc[10] and topn[10]):
        return []
    error = lambda rows: span([r["relative_error"] for _, r in rows])
    ahead = lambda of: [f"{p} at {b} %" for b in BITS for p, r in topn[b] if p in dict(of[b]) and r["mean"] < dict(of[b])[p]["mean"]]
    out = [f"**Rework at 10 %**: lc (x = 3) has a relative error of {error(lc[10])} in {span([r['stored_percent'] for _, r in lc[10]], 1)} % of the bytes, topn "
           f"of {error(topn[10])} in {span([r['stored_percent'] for _, r in topn[10]], 1)} %. What a checkpoint leaves out is still missing at the next, so with "
           "a relative error e a scheme trails by up to e / (1 - e) intervals: 0.5 by 0.35, but 4 by 0.8. That spreads the ratios wider than the published "
           "ones; how much the paper's models change in an interval is not known. Where lc's rework is about one iteration (MLR), the ratio is only an order."]
    steps = [s["buckets"][:3] for _, r in of_pairs(results, "buckets") for s in r["steps"]]
    if steps:
        held, few = (span([sum(b[k] for b in s) for s in steps], n) for k, n in (("squares_percent", 0), ("count_percent", 2)))
        out.append(f"**Rework at 5 %**: the three buckets of x = 2 reach over an octave and a half, the tail of the deltas: {few} % of the weights and {held} % of "
                   f"the squares of one interval's delta. So lc's relative error is {error(lc[5])}.")
    if ahead(lc):
        out.append(f"topn is ahead of lc in {', '.join(ahead(lc))}, where lc takes less than the budget. With as many bits as fit into topn's bytes (widelc) it is "
                   f"ahead in {', '.join(ahead(wide)) or 'none'}.")
    both = [r[x] for _, r in of_pairs(results, "stages") for x in "23"]
    if both:
        behind = [span([r[s]["trail"] for r in both]) for s in ("adaptive", "lc")]
        out.append("**adaptive** has a smaller relative error than lc in the same bytes, but not always a smaller rework, for an error backwards costs more than "
                   f"one sideways: at the same relative error adaptive lies {behind[0]} intervals behind along the way of training, lc {behind[1]}; lc less in "
                   f"{sum(r['lc']['trail'] < r['adaptive']['trail'] for r in both)} of {len(both)} cases. The midrange that lc restores lies above the mean of its "
                   "bucket, which makes up for what it drops.")
    return out


def of_buckets(results):
    steps = [s for _, r in of_pairs(results, "buckets") for s in r["steps"]]
    if not steps:
        return []
    return [f"**Buckets**: all beyond the 16 largest together change the loss by at most {max(abs(100 * s['rest_change'] / s['loss']) for s in steps):.2f} % of "
            "it, as published. Among the largest, rank says little: the first hold too few weights, so that 3 of them are not enough here while 7 are, and an "
            "interval of small batches is partly noise, which is better left out now and then."]


def of_saving(results):
    r = good(results, "saving")
    if not r:
        return []
    n, s, w = (r["median"][mode] for mode in ("neither", "saving", "watching"))
    stall = [1000 * k["inside"] / r["saves"] for k in (s, w)]
    return [f"**Saving**: a checkpoint every {n['seconds'] / r['saves']:.1f} s here, every 91 s in the paper, where our stall would be {stall[1] / 910:.2f} %. The "
            f"stall is `torch.save`: {stall[0]:.0f} ms a checkpoint without a watcher, {stall[1]:.0f} ms with one. The loop's CPU time is {n['cpu']:.1f} s without "
            f"saving, {s['cpu']:.1f} s with it and {w['cpu']:.1f} s with a watcher, whose own is {w['watcher_cpu']:.1f} s: what the median loop takes longer beyond "
            "that is waiting for a core."]


def reasons(results):
    return [f"- {s}" for part in (of_stages, of_rework, of_buckets, of_saving) for s in part(results)]
