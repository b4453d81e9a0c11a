#!/usr/bin/env python3
"""Repeats the evaluation of LC-Checkpoint (ICML 2020) with the real command line; writes RESULTS.md and
results.csv beside the published figures.

usage: run_all.py STEPVAULT DATA OUT [--only TEXT] [--minutes 60] [--small]
STEPVAULT is the executable; DATA has mnist/, fashion-mnist/ and jester/ as their authors pack them. Needs
numpy and torch (Debian's python3-torch, with libopenblas0), so run it with Debian's own python3.

Pieces, one at a time: `train-*` trains without a failure and leaves its checkpoints in OUT/work; `stages-*`
measures the stages of the compression; `buckets-*` omits one bucket; `rework-*` restores after failures and
continues training; `saving` trains while `stepvault watch` files. Each finished piece is a JSON file in OUT
and is not repeated; the next start repeats failed pieces, and continues after a kill. No piece starts after
--minutes. --only: pieces whose name contains TEXT, and the training they need. --small: tiny sizes, to see in
minutes that everything works; use a separate OUT for it. OUT/work may be deleted at any time between starts.
"""
import argparse, hashlib, importlib, json, os, subprocess, sys, time, traceback

# before importing numpy and torch; the watcher uses the other core
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")


def pieces():
    """[(name, module, function, arguments)] in the order of execution, quick pieces first."""
    from models import PAIRS
    from rework import BUDGETS, SCHEMES
    by_size = sorted(PAIRS, key=lambda p: ["mlr", "mf", "lenet5", "alexnet"].index(p[0]))
    out = [(f"train-{m}-{d}", "baseline", "train", (m, d)) for m, d in by_size]
    out += [(f"{what}-{m}-{d}", what, "measure", (m, d)) for what in ("stages", "buckets") for m, d in by_size]
    out += [("saving", "saving", "measure", ())]
    return out + [(f"rework-{m}-{d}-{s}-{b}", "rework", "measure", (m, d, s, b))
                  for m, d in by_size for s, b in [("exact", 0)] + [(s, b) for b in BUDGETS for s in SCHEMES]]


def run_piece(module, function, arguments, exe, tool, data, work):
    begin = time.time()
    try:
        result = getattr(importlib.import_module(module), function)(exe, data, work, *arguments)
    except Exception as e:
        result = {"failed": f"{type(e).__name__}: {e}", "traceback": traceback.format_exc()}
    return {**result, "seconds": round(time.time() - begin, 1), "tool": tool}


def save(path, result):
    with open(path + ".tmp", "w") as f:
        json.dump(result, f, indent=1)
    os.replace(path + ".tmp", path)


def main(a):
    import baseline, models, report, saving
    if a.small:
        models.use_small_sizes()
        saving.use_small_sizes()
    exe, data, out = (os.path.abspath(p) for p in (a.stepvault, a.data, a.out))
    work, deadline = os.path.join(out, "work"), time.time() + 60 * a.minutes
    os.makedirs(work, exist_ok=True)
    version = subprocess.run([exe, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with open(exe, "rb") as f:
        tool = f"{version} (SHA-256 {hashlib.sha256(f.read()).hexdigest()[:8]})"
    results, path = {}, lambda name: os.path.join(out, name + ".json")
    for name, *_ in pieces():
        if os.path.exists(path(name)):
            with open(path(name)) as f:
                results[name] = json.load(f)
    todo = [p for p in pieces() if a.only in p[0] and "failed" in results.get(p[0], {"failed": ""})]
    needed = {p[3][:2] for p in todo} - {p[3] for p in pieces() if p[2] == "train" and baseline.is_there(work, *p[3])}
    todo = [p for p in pieces() if p in todo or (p[2] == "train" and p[3] in needed)]
    print(f"{len(todo)} of {len(pieces())} pieces to do", flush=True)
    for name, *piece in todo:
        if time.time() > deadline:
            print(f"{name}: no time left; start again to go on", flush=True)
            continue
        results[name] = run_piece(*piece, exe, tool, data, work)
        save(path(name), results[name])
        print(f"{name}: {results[name].get('failed', 'done')} ({results[name]['seconds']} s)", flush=True)
    report.write(results, out, a.small)
    print(os.path.join(out, "RESULTS.md"))
    return 1 if any("failed" in r for r in results.values()) else 0


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("stepvault"); p.add_argument("data"); p.add_argument("out"); p.add_argument("--only", default="")
    p.add_argument("--minutes", type=float, default=60); p.add_argument("--small", action="store_true")
    sys.exit(main(p.parse_args()))
