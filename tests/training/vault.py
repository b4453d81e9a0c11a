"""The stepvault command line as this evaluation uses it: file() stores a folder of checkpoints in a new
vault, restored() loads a checkpoint back, and match() searches the --error at which scheme adaptive reaches a
given size or error."""
import json, math, os, shutil, subprocess


def must(exe, vault, *args):
    r = subprocess.run([exe, *map(str, args), "--vault", vault], capture_output=True, text=True)
    if r.returncode:
        raise RuntimeError(f"stepvault {' '.join(map(str, args))}: exit {r.returncode}: {r.stderr.strip()}")
    return r.stdout


def listed(exe, vault):
    """The vault's only run: (name, its checkpoints by step)."""
    r = json.loads(must(exe, vault, "list", "--json"))["runs"][0]
    return r["name"], sorted(r["checkpoints"], key=lambda c: c["step"])


def file(exe, folder, vault, options):
    """Files a folder into a new vault: (run, its checkpoints, figures of its delta steps)."""
    shutil.rmtree(vault, ignore_errors=True)
    must(exe, vault, "watch", folder, "--once", *options)
    name, rows = listed(exe, vault)
    if len(rows) != sum(f.endswith(".pt") for f in os.listdir(folder)):
        raise RuntimeError(f"{len(rows)} checkpoints filed of {folder}")
    deltas = [r for r in rows if not r["key"]]
    mean = lambda what: sum(r[what] for r in deltas) / len(deltas)
    least = min(deltas, key=lambda r: r["stored_bytes"])
    return name, rows, {"options": list(map(str, options)), "deltas": len(deltas), "stored_bytes": mean("stored_bytes"),
                        "relative_error": mean("relative_error"), "most_stored": max(r["stored_bytes"] for r in deltas),
                        "least_stored": least["stored_bytes"], "least_stored_error": least["relative_error"]}


def restored(exe, vault, name, step, load):
    """The result of load() for the restored file, which is written beside the vault and deleted
    afterwards."""
    output = vault + "-restored.pt"
    must(exe, vault, "restore", "--run", name, "--step", step, "--output", output, "--force")
    try:
        return load(output)
    finally:
        os.remove(output)


def match(exe, folder, vault, what, target, within=0.03, tries=12):
    """Files by adaptive so that its mean `what` (stored_bytes or relative_error) is at most `target` and less
    than `within` below it, or as close below it as `tries` attempts get; returns file()'s result for the
    filing that stays in `vault`."""
    aim = target * (1 - within / 2)
    # relative_error rises with --error; stored_bytes falls
    rising = what == "relative_error"
    low, high = math.log(0.001), math.log(0.999)
    error, best, seen = (target if rising else 0.5), None, []
    for _ in range(tries):
        figures = file(exe, folder, vault, ["--scheme", "adaptive", "--error", f"{error:.5f}"])[2]
        at, value = math.log(error), figures[what]
        seen.append((at, math.log(value)))
        if value <= target and (best is None or value > best[1]):
            best = (error, value)
        if target * (1 - within) < value <= target:
            break
        low, high = (at, high) if (value < aim) == rising else (low, at)
        slope = (seen[-1][1] - seen[-2][1]) / (seen[-1][0] - seen[-2][0]) if len(seen) > 1 and seen[-1][0] != seen[-2][0] else 1.0 if rising else -0.7
        guess = at + (math.log(aim) - math.log(value)) / slope if slope else low
        error = math.exp(guess if low < guess < high else (low + high) / 2)
    error = best[0] if best else math.exp(low if rising else high)
    return file(exe, folder, vault, ["--scheme", "adaptive", "--error", f"{error:.5f}"])
