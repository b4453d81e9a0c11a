"""A training that follows a plan, is killed, and continues from the checkpoint that the vault restores.

`follow_plan.py STEPVAULT DATA [--kills 5] [--seed 1] [--seconds 60]`: LeNet-5 on Fashion-MNIST with the hook
in its loop, and `stepvault watch --plan` beside it. SIGKILL ends the training at random moments; each time
the script removes the newest checkpoint's original and restores the checkpoint from the vault, and the
training continues from there. The script checks, and exits with 1 if a check fails: every save of the hook is
filed; each save was made within one iteration of a step of the plan at that time; each training began at the
step after the newest save; the losses continue like those of a training without kills.
"""
import argparse, json, os, random, signal, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "resources", "python")]


def train(data, run, start, total):
    import torch
    from models import Task
    from stepvault import Hook, atomic_save
    task = Task("lenet5", os.path.join(data, "fashion-mnist"))
    begin = 1
    if start:
        saved = torch.load(start)
        task.model.load_state_dict(saved["model"])
        begin = saved["step"] + 1
    with Hook(run, total_steps=total) as hook:
        for step in range(begin, total + 1):
            task.step(step)
            if hook.should_save(step, task.loss() if step % 10 == 0 else None):
                begun = time.perf_counter()
                atomic_save({"model": task.model.state_dict(), "step": step}, os.path.join(run, f"step_{step:06d}.pt"))
                hook.saved(os.path.join(run, f"step_{step:06d}.pt"), time.perf_counter() - begun)


def records(run):
    try:
        with open(os.path.join(run, "stepvault.jsonl")) as f:
            return [json.loads(line) for line in f if line.endswith("\n")]
    except FileNotFoundError:
        return []


def saves(run):
    return [r for r in records(run) if "saved" in r]


class Vault:
    def __init__(self, exe, folder):
        self.exe, self.folder = exe, folder

    def filed(self):
        done = subprocess.run([self.exe, "list", "--json", "--vault", self.folder], capture_output=True, text=True)
        return {c["step"] for r in json.loads(done.stdout)["runs"] for c in r["checkpoints"]} if done.returncode == 0 else set()

    def wait_for(self, steps, seconds=60):
        until = time.time() + seconds
        while time.time() < until and not steps <= self.filed():
            time.sleep(0.3)
        return steps - self.filed()

    def restore(self, run, step, path):
        subprocess.run([self.exe, "restore", "--run", run, "--step", str(step), "--output", path, "--vault", self.folder], check=True, stdout=subprocess.DEVNULL)


def plans_of(log):
    """(time of creation, plan) for every plan that the watcher wrote."""
    with open(log) as f:
        events = [json.loads(line) for line in f if line.startswith("{")]
    return [(e["plan"]["made"], e["plan"]) for e in events if e["event"] == "planned"]


def follows(save, before, plans):
    """Whether a plan that the hook may have had required a save at this step, or at an earlier step since the
    last save that could not be met any more."""
    for made, plan in plans:
        newer = [m for m, _ in plans if m > made]
        # The hook checks the plan once a second; all times are from one machine.
        if made > save["time"] + 0.1 or (newer and min(newer) < save["time"] - 1.5):
            continue
        step, steps = save["step"], plan["steps"]
        due = [s for s in steps if before < s <= step] or [s for s in range(steps[-1] if steps else 0, step + 1, plan["then_every"])[1:] if before < s]
        if due and (max(due) in (step, step - 1) or made > save["time"] - 2.5):
            return True
    return False


def main(a):
    rng, root = random.Random(a.seed), tempfile.mkdtemp(prefix="follow-plan-")
    run, vault, log = os.path.join(root, "run"), Vault(a.stepvault, os.path.join(root, "vault")), os.path.join(root, "watch.log")
    os.makedirs(run)
    total = int(a.seconds / 0.012)
    with open(log, "w") as out:
        watch = subprocess.Popen([a.stepvault, "watch", run, "--plan", "--json", "--vault", vault.folder, "--mtbf", f"{a.seconds / (a.kills + 1)}s", "--restart", "2s"],
                                 stdout=out, stderr=subprocess.STDOUT)
    problems, start, begun_at = [], "", []
    try:
        for n in range(a.kills + 1):
            training = subprocess.Popen([sys.executable, __file__, "--train", a.data, run, start, str(total)])
            if n == a.kills:
                if training.wait() != 0:
                    problems.append("the training failed")
                break
            before = len(saves(run))
            deadline = time.time() + a.seconds
            while time.time() < deadline and len(saves(run)) <= before and training.poll() is None:
                time.sleep(0.05)
            time.sleep(rng.uniform(0, 1.2 * a.seconds / (a.kills + 1)))
            if training.poll() is not None:
                problems.append(f"the training ended before kill {n + 1}")
                break
            training.send_signal(signal.SIGKILL)
            training.wait()
            on_disk = {int(f[5:11]) for f in os.listdir(run) if f.startswith("step_") and f.endswith(".pt")}
            missing = vault.wait_for(on_disk)
            if missing:
                problems.append(f"not filed: {sorted(missing)}")
            last = max(on_disk)
            os.rename(os.path.join(run, f"step_{last:06d}.pt"), os.path.join(root, f"original_{last}_{n}.pt"))
            start = os.path.join(root, f"restored_{n}.pt")
            vault.restore("run", last, start)
            begun_at.append(last)
            print(f"kill {n + 1}: goes on from step {last}", flush=True)
        on_disk = {int(f[5:11]) for f in os.listdir(run) if f.startswith("step_") and f.endswith(".pt")}
        missing = vault.wait_for(on_disk | {r["step"] for r in saves(run)})
        if missing:
            problems.append(f"not filed: {sorted(missing)}")
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait()
    plans, all_saves = plans_of(log), saves(run)
    planned = [r for r in all_saves if r["reason"] == "plan"]
    for i, r in enumerate(all_saves):
        earlier = [b for b in begun_at if b < r["step"]] + [s["step"] for s in all_saves[:i] if s["step"] < r["step"]]
        if r["reason"] == "plan" and not follows(r, max(earlier, default=0), plans):
            problems.append(f"no plan called for the save at step {r['step']}")
    starts = [r["step"] for r in records(run) if "starts" in r.get("stepvault", {})]
    if starts != [0] + begun_at:
        problems.append(f"trainings began after steps {starts}, not {[0] + begun_at}")
    losses = {r["step"]: r["loss"] for r in records(run) if "loss" in r}
    print(f"{len(all_saves)} saves, {len(planned)} of them planned, by {len(plans)} plans; {len(starts) - 1} restarts")
    if a.compare:
        reference = os.path.join(root, "unkilled")
        os.makedirs(reference)
        subprocess.run([sys.executable, __file__, "--train", a.data, reference, "", str(total)], check=True)
        whole = {r["step"]: r["loss"] for r in records(reference) if "loss" in r}
        tail = [s for s in whole if s > 0.9 * total and s in losses]
        ours, theirs = (sum(l[s] for s in tail) / len(tail) for l in (losses, whole))
        print(f"mean loss over the last tenth: {ours:.4f}, without a failure {theirs:.4f} ({100 * (ours / theirs - 1):+.2f} %)")
        if abs(ours / theirs - 1) > 0.05:
            problems.append("the losses do not go on")
    print("\n".join(problems) or "all of it held", flush=True)
    print(root)
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--train"]:
        sys.exit(train(*sys.argv[2:5], int(sys.argv[5])))
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("stepvault"); p.add_argument("data"); p.add_argument("--kills", type=int, default=5); p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=60); p.add_argument("--compare", action="store_true")
    sys.exit(main(p.parse_args()))
