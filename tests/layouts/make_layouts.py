#!/usr/bin/env python3
"""Writes real checkpoints in the layouts of training frameworks.

usage: make_layouts.py RUN OUT [--bare]

RUN has step_*.pt files, each {"step", "model", "optimizer"}; needs a torch that can read them (made with
Debian's 1.13.1). OUT gets one folder for each framework, with metrics, trackers, links and the other files
beside the checkpoints; --bare writes only checkpoints, so that every entry of a folder is one step.

Prints one line of JSON for each folder: {"layout": name, "steps": {step: [files]}}, paths below the
folder."""
import argparse, glob, io, json, os, pickle, shutil, struct, sys, types
import torch


def write_safetensors(path, tensors):
    header, blob = {"__metadata__": {"format": "pt"}}, b""
    for key in sorted(tensors):
        raw = tensors[key].detach().contiguous().numpy().tobytes()
        header[key] = {"dtype": "F32", "shape": list(tensors[key].shape), "data_offsets": [len(blob), len(blob) + len(raw)]}
        blob += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + blob)


def stand_in(module, name):
    """A class that pickles like torch.distributed.checkpoint's class, which Debian's torch lacks on Python
    3.11."""
    holder = sys.modules.setdefault(module, types.ModuleType(module))
    if not hasattr(holder, name):
        setattr(holder, name, type(name, (), {"__module__": module, "__init__": lambda self, **fields: self.__dict__.update(fields)}))
    return getattr(holder, name)


def save_distributed(folder, tensors):
    """One rank's files in the layout of torch 2.x: torch.save for every tensor, and .metadata written
    last."""
    base = "torch.distributed.checkpoint."
    storage_info = stand_in(base + "filesystem", "_StorageInfo")
    index, tensor_metadata, chunk, metadata = (
        stand_in(base + "metadata", n) for n in ("MetadataIndex", "TensorStorageMetadata", "ChunkStorageMetadata", "Metadata"))
    items, described = {}, {}
    with open(os.path.join(folder, "__0_0.distcp"), "wb") as f:
        for name, tensor in tensors.items():
            item, begin = io.BytesIO(), f.tell()
            torch.save(tensor, item)
            f.write(item.getvalue())
            at = torch.Size([0] * tensor.dim())
            items[index(fqn=name, offset=at, index=0)] = storage_info(relative_path="__0_0.distcp", offset=begin, length=f.tell() - begin)
            described[name] = tensor_metadata(size=tensor.size(), chunks=[chunk(offsets=at, sizes=tensor.size())])
    with open(os.path.join(folder, ".metadata"), "wb") as f:
        pickle.dump(metadata(state_dict_metadata=described, planner_data=None, storage_data=items), f)


class Layout:
    """A run's folder; remembers the files of each step."""

    def __init__(self, out, name, bare):
        self.folder, self.name, self.bare, self.steps = os.path.join(out, name), name, bare, {}
        os.makedirs(self.folder, exist_ok=True)

    def path(self, relative):
        path = os.path.join(self.folder, relative)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def add(self, step, relative, save):
        """Adds a file to a step; save(path) writes it."""
        save(self.path(relative))
        self.steps.setdefault(step, []).append(relative)

    def beside(self, relative, text):
        """Writes a file that is not a checkpoint."""
        if not self.bare:
            with open(self.path(relative), "w") as f:
                f.write(text)

    def link(self, relative, target):
        if not self.bare:
            os.symlink(target, self.path(relative))

    def done(self):
        print(json.dumps({"layout": self.name, "steps": {s: sorted(f) for s, f in self.steps.items()}}))


def saved(value, **options):
    return lambda path: torch.save(value, path, **options)


def text(value):
    def save(path):
        with open(path, "w") as f:
            f.write(value)
    return save


def csv(steps, columns="epoch,step,train_loss"):
    return columns + "\n" + "".join(f"0,{s},{1 / s}\n" for s in steps)


def moments(optimizer):
    return {"state": optimizer["state"], "param_groups": optimizer["param_groups"]}


def trainer(l, runs):
    for s, c in runs:
        d = f"checkpoint-{s}/"
        l.add(s, d + "model.safetensors", lambda p: write_safetensors(p, c["model"]))
        l.add(s, d + "optimizer.pt", saved(c["optimizer"]))
        l.add(s, d + "scheduler.pt", saved({"last_epoch": s, "_step_count": s + 1}))
        l.add(s, d + "rng_state.pth", saved({"cpu": torch.get_rng_state()}))
        l.add(s, d + "config.json", text("{}"))
        l.add(s, d + "trainer_state.json", text(json.dumps({"global_step": s, "log_history": [{"step": s, "loss": float("nan")}]})))
    if not l.bare:
        write_safetensors(l.path("model.safetensors"), runs[-1][1]["model"])
        torch.save({}, l.path("training_args.bin"))


def accelerate(l, runs):
    prefix = "" if l.bare else "checkpoints/"
    for n, (s, c) in enumerate(runs):
        d = f"{prefix}checkpoint_{n}/"
        l.add(n, d + "model.safetensors", lambda p: write_safetensors(p, c["model"]))
        l.add(n, d + "optimizer.bin", saved(c["optimizer"]))
        l.add(n, d + "scheduler.bin", saved({"last_epoch": s}))
        l.add(n, d + "random_states_0.pkl", saved({"cpu": torch.get_rng_state()}))


def lightning(l, runs):
    prefix = "" if l.bare else "lightning_logs/version_0/checkpoints/"
    for s, c in runs:
        state = {"epoch": 0, "global_step": s, "pytorch-lightning_version": "2.1.0", "state_dict": c["model"],
                 "optimizer_states": [c["optimizer"]], "lr_schedulers": []}
        l.add(s, f"{prefix}epoch=0-step={s}.ckpt", saved(state))
    l.link(prefix + "last.ckpt", f"epoch=0-step={runs[-1][0]}.ckpt")
    l.beside("lightning_logs/version_0/metrics.csv", csv(s for s, _ in runs))
    l.beside("lightning_logs/version_0/hparams.yaml", "lr: 0.001\n")


def deepspeed(l, runs):
    for s, c in runs:
        d = f"global_step{s}/"
        l.add(s, d + "mp_rank_00_model_states.pt", saved({"module": c["model"], "global_steps": s}))
        l.add(s, d + "zero_pp_rank_0_mp_rank_00_optim_states.pt", saved({"optimizer_state_dict": c["optimizer"]}))
    l.beside("latest", f"global_step{runs[-1][0]}")
    l.beside("zero_to_fp32.py", "")


def megatron(l, runs):
    for s, c in runs:
        l.add(s, f"iter_{s:07d}/mp_rank_00/model_optim_rng.pt", saved({"iteration": s, "model": c["model"], "optimizer": c["optimizer"]}))
    l.beside("latest_checkpointed_iteration.txt", str(runs[-1][0]))


def distributed(l, runs, prefix, steps_folder):
    for s, c in runs:
        d = f"{prefix}{steps_folder.format(s)}"
        os.makedirs(os.path.join(l.folder, d), exist_ok=True)
        state = {**{f"model.{k}": v for k, v in c["model"].items()},
                 **{f"optim.state.{i}.{k}": v for i, e in c["optimizer"]["state"].items() for k, v in e.items()}}
        save_distributed(os.path.join(l.folder, d), {k: v for k, v in state.items() if torch.is_tensor(v)})
        for f in sorted(os.listdir(os.path.join(l.folder, d))):
            l.steps.setdefault(s, []).append(f"{d}/{f}")


def torchtitan(l, runs):
    distributed(l, runs, "" if l.bare else "checkpoint/", "step-{}")


def fsdp(l, runs):
    distributed(l, runs, "", "checkpoint-{}/pytorch_model_fsdp_0")
    for s, _ in runs:
        l.add(s, f"checkpoint-{s}/trainer_state.json", text(json.dumps({"global_step": s, "log_history": []})))


def keras(l, runs):
    import h5py

    def save(c, step):
        def write(path):
            with h5py.File(path, "w") as f:
                for i, v in enumerate(c["model"].values()):
                    f.create_dataset(f"layers/dense_{i}/vars/0", data=v.numpy())
                f.create_dataset("optimizer/vars/0", data=step)
        return write
    for s, c in runs:
        l.add(s, f"ckpt-{s:04d}.weights.h5", save(c, s))
    l.beside("training.csv", "epoch,loss\n0,1.5\n1,1.25\n")


def ultralytics(l, runs):
    prefix = "" if l.bare else "weights/"
    for s, c in runs:
        l.add(s, f"{prefix}epoch{s}.pt", saved({"epoch": s, "model": c["model"], "optimizer": c["optimizer"]}))
    l.beside("results.csv", "                  epoch,         train/box_loss\n" + "".join(f"{s:>23},{1 / s:>23.5f}\n" for s, _ in runs))
    l.beside("args.yaml", "task: detect\n")


def mmengine(l, runs):
    for s, c in runs:
        l.add(s, f"iter_{s}.pth", saved({"meta": {"iter": s, "epoch": 0}, "state_dict": c["model"], "optimizer": c["optimizer"]}))
    l.beside("last_checkpoint", f"iter_{runs[-1][0]}.pth")
    l.beside("20240101_120000/vis_data/scalars.json", "".join(json.dumps({"iter": s, "loss": 1 / s, "step": s}) + "\n" for s, _ in runs))


def detectron2(l, runs):
    for s, c in runs:
        l.add(s, f"model_{s:07d}.pth", saved({"iteration": s, "model": c["model"], "optimizer": c["optimizer"]}))
    l.beside("last_checkpoint", f"model_{runs[-1][0]:07d}.pth")
    l.beside("metrics.json", "".join(json.dumps({"iteration": s, "total_loss": 1 / s}) + "\n" for s, _ in runs))


def timm(l, runs):
    for s, c in runs:
        l.add(s, f"checkpoint-{s}.pth.tar", saved({"epoch": s, "arch": "gpt", "state_dict": c["model"], "optimizer": c["optimizer"]}))
    l.beside("summary.csv", "epoch,train_loss,eval_loss\n" + "".join(f"{s},{1 / s},{2 / s}\n" for s, _ in runs))


def kohya(l, runs):
    for s, c in runs:
        l.add(s, f"cat-step{s:08d}.safetensors", lambda p: write_safetensors(p, c["model"]))


def parts(l, runs):
    """A generator and a discriminator, each in its own file."""
    for s, c in runs:
        half = len(c["model"]) // 2
        l.add(s, f"netG_step_{s}.pth", saved(dict(list(c["model"].items())[:half])))
        l.add(s, f"netD_step_{s}.pth", saved(dict(list(c["model"].items())[half:])))
    l.beside("loss.jsonl", "".join(json.dumps({"step": s, "loss": 1 / s}) + "\n" for s, _ in runs))


def shards(l, runs):
    for s, c in runs:
        names = sorted(c["model"])
        half = len(names) // 2
        files = [f"model-step{s}-0000{i}-of-00002.safetensors" for i in (1, 2)]
        l.add(s, files[0], lambda p: write_safetensors(p, {k: c["model"][k] for k in names[:half]}))
        l.add(s, files[1], lambda p: write_safetensors(p, {k: c["model"][k] for k in names[half:]}))
        index = {"metadata": {"total_size": sum(v.numel() * 4 for v in c["model"].values())},
                 "weight_map": {k: files[0 if i < half else 1] for i, k in enumerate(names)}}
        l.add(s, f"model-step{s}.safetensors.index.json", text(json.dumps(index)))


layouts = [trainer, accelerate, lightning, deepspeed, megatron, torchtitan, fsdp, keras, ultralytics, mmengine, detectron2, timm, kohya]
not_one_entry_each = [parts, shards]

if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("run"); p.add_argument("out"); p.add_argument("--bare", action="store_true")
    a = p.parse_args()
    runs = [(c["step"], c) for c in (torch.load(f) for f in sorted(glob.glob(os.path.join(a.run, "step_*.pt"))))]
    shutil.rmtree(a.out, ignore_errors=True)
    for make in layouts + ([] if a.bare else not_one_entry_each):
        layout = Layout(a.out, make.__name__, a.bare)
        make(layout, runs)
        layout.done()
