#!/usr/bin/env python3
"""Files the folders that make_layouts.py wrote by the command line, and compares the restored files with
them.

usage: check_layouts.py STEPVAULT LAYOUTS LINES   (LINES: the output of make_layouts.py)

Each folder must become one run with exactly the named steps, each restored to the byte from scheme exact."""
import filecmp, json, os, subprocess, sys, tempfile


def run(*args):
    r = subprocess.run([str(a) for a in args], capture_output=True, text=True)
    if r.returncode:
        raise SystemExit(f"{' '.join(map(str, args))}: exit {r.returncode}\n{r.stderr[-2000:]}")
    return r.stdout


def check_layout(exe, folder, expected):
    problems = []
    with tempfile.TemporaryDirectory() as work:
        vault = os.path.join(work, "vault")
        run(exe, "watch", folder, "--once", "--vault", vault, "--scheme", "exact")
        runs = json.loads(run(exe, "list", "--vault", vault, "--json"))["runs"]
        if len(runs) != 1:
            return [f"{len(runs)} runs: {[r['name'] for r in runs]}"]
        rows = runs[0]["checkpoints"]
        steps = sorted(r["step"] for r in rows)
        if steps != sorted(map(int, expected)):
            problems.append(f"steps {steps}")
        for row in rows:
            files = expected.get(str(row["step"]), [])
            target = os.path.join(work, "out", str(row["step"]))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            run(exe, "restore", "--vault", vault, "--run", runs[0]["name"], "--id", row["id"], "--output", target)
            if os.path.isfile(target):
                pairs = [(target, os.path.join(folder, files[0]))] if len(files) == 1 else []
            else:
                restored = [os.path.join(d, f) for d, _, fs in os.walk(target) for f in fs]
                if len(restored) != len(files):
                    problems.append(f"step {row['step']}: {len(restored)} of {len(files)} files")
                # A folder is restored with its subfolders; single files of a folder only under their own
                # names.
                pairs = [(p, next((os.path.join(folder, f) for f in files if f.endswith(os.path.relpath(p, target))), None)) for p in restored]
            if not pairs:
                problems.append(f"step {row['step']}: nothing to compare")
            problems += [f"step {row['step']}: {p} differs" for p, f in pairs if f is None or not filecmp.cmp(p, f, shallow=False)]
    return problems


if __name__ == "__main__":
    exe, layouts, lines = sys.argv[1:]
    failed = False
    with open(lines) as f:
        for line in map(json.loads, f):
            problems = check_layout(exe, os.path.join(layouts, line["layout"]), line["steps"])
            print(line["layout"], "; ".join(problems) or "ok", flush=True)
            failed = failed or bool(problems)
    sys.exit(failed)
