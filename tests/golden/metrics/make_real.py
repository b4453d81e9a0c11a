#!/usr/bin/env python3
"""Makes the metrics files that the frameworks write themselves, and their points in expected_real.json. What reads
the points is the framework, or Python's csv and json where the framework has no reader.

Made by TensorBoard 2.21.0 with PyTorch 2.13.0, TensorFlow 2.21.0, W&B 0.31.0, MLflow 3.17.2, Lightning 2.6.6,
Ultralytics 8.4.190, timm 1.0.31, Keras 3.15.1, MMEngine 0.10.7, Transformers 5.24.0, and Stable-Baselines3 2.9.2 with
numpy 2.4.6. W&B's reader in Python is older than its writer: WANDB_DATASTORE names the file
wandb/sdk/internal/datastore.py of W&B 0.22.3.

Each maker needs only its own framework, so they may run in several environments: expected_real.json keeps the points of
the others. Times, IDs and speeds differ in each run.

Usage: make_real.py [NAME...], the names of makers (tensorboard, wandb, ...); without names, all
"""

import contextlib
import csv
import importlib.util
import json
import os
import shutil
import struct
import sys
import tempfile

HOME = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(HOME, "expected_real.json")
INF, NAN = float("inf"), float("nan")
DENORMAL, FLOAT_DENORMAL, LARGEST_FLOAT = 5e-324, 2.0**-149, 3.4028234663852886e38
START = 1700000000.25  # seconds since the epoch


def keep(expected, made, name, points):
    """Moves a file here. points: (tag, step, time, value)"""
    path = os.path.join(HOME, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.move(made, path)
    expected[name] = [[tag, int(step), bits(time), bits(value)] for tag, step, time, value in points]


def bits(value):
    return struct.pack(">d", value).hex()


def only_file(folder):
    (name,) = os.listdir(folder)
    return os.path.join(folder, name)


# TensorBoard


def event_points(path, make_ndarray):
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
    for event in EventFileLoader(path).Load():
        for value in event.summary.value:
            # The loader turns every kind of value into a tensor, and names its plugin.
            if value.metadata.plugin_data.plugin_name == "scalars" and value.tag.strip():
                yield value.tag.strip(), event.step, event.wall_time, float(make_ndarray(value.tensor).item())


def make_tensorboard(folder, expected):
    import numpy
    from tensorboard.util.tensor_util import make_ndarray
    from torch.utils.tensorboard import SummaryWriter
    with SummaryWriter(folder) as writer:
        values = [2.5, 0.1, -0.0, 0.0, NAN, INF, -INF, FLOAT_DENORMAL, -FLOAT_DENORMAL, LARGEST_FLOAT]
        for i, value in enumerate(values):
            writer.add_scalar("train/loss", value, i, START + i / 8)
            writer.add_scalar("lr", 1e-3 / (i + 1), i, START + i / 8)
        writer.add_histogram("weights", numpy.arange(3.0), 9, "auto", START + 2)
        writer.add_image("sample", numpy.full((1, 2, 2), 0.5, "f4"), 9, START + 2)
        for step in (9, 10):
            writer.add_text("notes", "hello", step, START + 2)
            writer.add_pr_curve("curve", numpy.array([0, 1]), numpy.array([0.25, 0.75]), step, 3, walltime=START + 2)
        writer.add_scalar("accuracy", 0.1, 9, START + 2, new_style=True)
        writer.add_scalar("accuracy", 0.1, 10, START + 2, new_style=True, double_precision=True)
        writer.add_scalar("zero", 0, 10, START + 2, new_style=True)
        # A resume goes back; negative and huge steps are valid.
        for step in (5, -1, 1 << 40):
            writer.add_scalar("train/loss", 1.5, step, START + 3)
        writer.add_scalar("caf\u00e9", 1, 7, START + 6)
    made = only_file(folder)
    # Its own name ends with this machine's name, the process and a number.
    keep(expected, made, "events.out.tfevents.1700000000.host.1.0", list(event_points(made, make_ndarray)))


def make_tensorflow(folder, expected):
    import tensorflow as tf
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        for step, value in enumerate((2.5, 0.1, -0.0, NAN, INF, FLOAT_DENORMAL)):
            tf.summary.scalar("epoch_loss", value, step)
        tf.summary.text("notes", "hello", 1)
        tf.summary.histogram("weights", [1.0, 2.0], 1, buckets=2)
        scalars = tf.compat.v1.SummaryMetadata(plugin_data={"plugin_name": "scalars"})
        for kind, value in (("float64", DENORMAL), ("int32", -5), ("uint8", 255), ("int16", -300), ("int8", -3),
                            ("int64", -(1 << 40)), ("bool", True), ("bfloat16", 1.5), ("uint16", 65535),
                            ("float16", 0.333251953125), ("uint32", 4294967295), ("uint64", 1 << 63)):
            tf.summary.write(kind, tf.constant(value, kind), 1, scalars)
        tf.summary.write("one", tf.constant([[4.0]]), 1, scalars)
    writer.close()
    made = only_file(folder)
    keep(expected, made, "events.out.tfevents.1700000001.host.2.0.v2", list(event_points(made, tf.make_ndarray)))


# W&B


def flat(name, value):
    """The numbers in a value of W&B, except those of its media."""
    if isinstance(value, dict) and "_type" not in value:
        for key, inner in value.items():
            yield from flat(f"{name}/{key}", inner)
    elif isinstance(value, str) and value in ("NaN", "Infinity", "-Infinity"):
        yield name, float(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield name, float(value)


def wandb_points(path):
    from wandb.proto.wandb_internal_pb2 import Record
    spec = importlib.util.spec_from_file_location("datastore", os.environ["WANDB_DATASTORE"])
    datastore = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(datastore)
    datastore.wandb._assert_is_internal_process = True  # as W&B had it when it had this reader
    store = datastore.DataStore()
    store.open_for_scan(path)
    while (data := store.scan_data()) is not None:
        record = Record.FromString(data)
        row = {}
        for item in record.history.item:
            inner = row
            for key in item.nested_key[:-1]:
                inner = inner.setdefault(key, {})
            # The writer shortens -0.0 to -0.
            inner[item.key or item.nested_key[-1]] = json.loads(item.value_json, parse_int=float)
        for key, value in row.items():
            for name, number in flat(key, value):
                # The Trainer counts its steps in this metric; _step counts calls.
                if not name.startswith("_") and name != "train/global_step":
                    yield name, row.get("train/global_step", row["_step"]), row["_timestamp"], number


def make_wandb(folder, expected):
    import numpy
    import wandb
    # Neither this machine's name, files and packages, nor its network.
    settings = wandb.Settings(mode="offline", root_dir=folder, host="host", silent=True, console="off",
                              disable_git=True, disable_code=True, x_disable_meta=True, x_disable_stats=True,
                              x_save_requirements=False)
    run = wandb.init(project="golden", id="golden", name="golden", config={"lr": 0.001}, settings=settings)
    values = [2.5, 0.1, -0.0, DENORMAL, 1.7976931348623157e308, NAN, INF, -INF]
    for step, value in enumerate(values):
        run.log({"loss": value, "_timestamp": START + step}, step=step)
    run.log({"eval": {"a": 1, "b": {"c": 2.5}}, "flag": True, "text": "hello", "_timestamp": START + 20,
             "weights": wandb.Histogram([1, 2, 3], num_bins=4), "image": wandb.Image(numpy.zeros((2, 2, 3), "u1"))},
            step=20)
    run.log({"train/loss": 0.5, "train/global_step": 500, "_timestamp": START + 22}, step=22)
    run.finish()
    wandb.teardown()  # until then the file may lack its end
    made = os.path.join(os.path.dirname(run.dir), "run-golden.wandb")
    keep(expected, made, "run-golden.wandb", list(wandb_points(made)))


# MLflow


def make_mlflow(folder, expected):
    os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
    from mlflow import MlflowClient
    folder = os.path.join(folder, "mlruns")
    client = MlflowClient(folder)
    run = client.create_run("0", start_time=1700000000000, run_name="golden").info.run_id
    for step, value in enumerate((2.5, 0.1, NAN, INF, -INF, -0.0, DENORMAL)):
        client.log_metric(run, "val/loss", value, 1700000000123 + step, step)
    client.log_metric(run, "val/loss", 3.5, 1700000001000, -2)
    client.log_metric(run, "val/loss", 4.5, 1700000002000, 8, dataset_name="train", dataset_digest="1a2b")
    history = client.get_metric_history(run, "val/loss")
    # MLflow's reader drops the step of a metric with a data set, although its writer wrote it.
    points = [(metric.key, 8 if metric.dataset_name else metric.step, metric.timestamp / 1000, metric.value)
              for metric in history]
    keep(expected, os.path.join(folder, "0", run, "metrics", "val", "loss"), "mlruns/0/run/metrics/val/loss", points)
    with open(os.path.join(folder, "0", run, "meta.yaml")) as source:
        text = source.read().replace(folder, "/home/user/mlruns").replace(run, "run")
    with open(os.path.join(HOME, "mlruns/0/run/meta.yaml"), "w") as file:
        file.write(text)


# Texts


def table_points(path, step, separator=","):
    with open(path, newline="") as file:
        for row in csv.DictReader(file, delimiter=separator):
            for tag, cell in row.items():
                if tag != step and cell:
                    yield tag, row[step], 0, float(cell)


def make_lightning(folder, expected):
    import lightning.pytorch as lightning
    import torch

    class Module(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = torch.nn.Linear(2, 1)

        def training_step(self, batch, index):
            loss = self.net(batch).square().mean()
            self.log("train_loss", loss * (NAN if self.global_step == 5 else 1), on_step=True, on_epoch=True)
            return loss

        def validation_step(self, batch, index):
            self.log("val_loss", self.net(batch).square().mean())

        def configure_optimizers(self):
            return torch.optim.Adam(self.parameters(), 1e-3)

    torch.manual_seed(7)
    data = torch.utils.data.DataLoader(torch.randn(6, 2), batch_size=2)
    logger = lightning.loggers.CSVLogger(folder, name="", version="")
    monitor = lightning.callbacks.LearningRateMonitor("step")
    trainer = lightning.Trainer(max_epochs=2, accelerator="cpu", logger=logger, callbacks=[monitor],
                                log_every_n_steps=2, enable_checkpointing=False, enable_progress_bar=False,
                                enable_model_summary=False)
    trainer.fit(Module(), data, data)
    made = os.path.join(folder, "metrics.csv")
    keep(expected, made, "lightning/metrics.csv", list(table_points(made, "step")))


def make_ultralytics(folder, expected):
    # It makes its settings, a font and a data set's cache where it may, and looks for a network.
    os.environ.update(YOLO_CONFIG_DIR=folder, YOLO_OFFLINE="1", YOLO_VERBOSE="false")
    import numpy
    import ultralytics
    from PIL import Image
    os.makedirs(os.path.join(folder, "Ultralytics"), exist_ok=True)
    open(os.path.join(folder, "Ultralytics", "Arial.ttf"), "w").close()
    ultralytics.settings.update({name: False for name, value in ultralytics.settings.items() if value is True})
    random = numpy.random.default_rng(7)
    for kind in ("images", "labels"):
        os.makedirs(os.path.join(folder, kind))
    for i in range(4):
        image = random.integers(0, 100, (64, 64, 3), numpy.uint8)
        image[20:44, 20:44] += 150
        Image.fromarray(image).save(os.path.join(folder, "images", f"{i}.png"))
        with open(os.path.join(folder, "labels", f"{i}.txt"), "w") as file:
            file.write("0 0.5 0.5 0.375 0.375\n")
    model = {"nc": 1, "backbone": [[-1, 1, "Conv", [16, 3, 2]], [-1, 1, "Conv", [32, 3, 2]]],
             "head": [[-1, 1, "Conv", [32, 3, 2]], [[1, 2], 1, "Detect", ["nc"]]]}
    for name, content in (("model", model), ("data", {"path": folder, "train": "images", "val": "images",
                                                      "names": {0: "square"}})):
        with open(os.path.join(folder, name + ".yaml"), "w") as file:
            json.dump(content, file)  # JSON is YAML.
    ultralytics.YOLO(os.path.join(folder, "model.yaml")).train(
        data=os.path.join(folder, "data.yaml"), save_dir=os.path.join(folder, "run"), epochs=2, imgsz=64, batch=4,
        device="cpu", amp=False, plots=False, workers=0, save=False)
    made = os.path.join(folder, "run", "results.csv")
    # The table counts epochs from 1, Ultralytics' checkpoints and Stepvault from 0.
    points = [(tag, int(step) - 1, time, value) for tag, step, time, value in table_points(made, "epoch")]
    keep(expected, made, "ultralytics/results.csv", points)


def make_timm(folder, expected):
    from timm.utils import update_summary
    made = os.path.join(folder, "summary.csv")
    for epoch, loss, top1, lr in ((0, 6.5, 1.5, 1e-06), (1, NAN, 10.125, 0.2)):
        evaluated = {"loss": loss - 0.25, "top1": top1, "top5": 3 * top1}
        update_summary(epoch, {"loss": loss}, evaluated, made, lr, write_header=epoch == 0)
    keep(expected, made, "timm/summary.csv", list(table_points(made, "epoch")))


def make_keras(folder, expected):
    os.environ.setdefault("KERAS_BACKEND", "torch")
    import keras
    made = os.path.join(folder, "training.csv")
    logger = keras.callbacks.CSVLogger(made, separator=";")
    logger.set_model(keras.Sequential())
    logger.on_train_begin()
    for epoch, accuracy, loss, val_loss in ((0, 0.5, 2.5, 2.25), (1, 0.75, NAN, -INF), (2, 0.1, -0.0, DENORMAL)):
        logger.on_epoch_end(epoch, {"accuracy": accuracy, "loss": loss, "val_loss": val_loss})
    logger.on_train_end()
    keep(expected, made, "keras/training.csv", list(table_points(made, "epoch", ";")))


def make_mmengine(folder, expected):
    from mmengine.visualization import Visualizer
    backend = Visualizer(vis_backends=[{"type": "LocalVisBackend"}], save_dir=folder)
    # LoggerHook writes each line to both files.
    for rows, step in (({"lr": 0.02, "data_time": 0.25, "loss": 1.5, "loss_cls": 0.1, "time": 0.5, "epoch": 1,
                         "iter": 50, "memory": 1024}, 50),
                       ({"coco/bbox_mAP": 0.375, "data_time": 0.5, "time": 0.75}, 1)):
        backend.add_scalars(dict(rows), step, file_path="20240131_120000.json")
    for name in ("scalars.json", "20240131_120000.json"):
        made = os.path.join(folder, "vis_data", name)
        points = []
        with open(made) as file:
            for line in file:
                row = json.loads(line)
                points += [(tag, row["step"], 0, value) for tag, value in row.items() if tag != "step"]
        keep(expected, made, ("20240131_120000/" if name[0] == "2" else "vis_data/") + name, points)


def make_transformers(folder, expected):
    import torch
    from transformers import Trainer, TrainingArguments

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.net = torch.nn.Linear(2, 1)

        def forward(self, x, labels=None):
            loss = self.net(x).square().mean()
            # The last batch's loss is NaN; its gradients are not.
            return {"loss": loss + (NAN if bool((x > 9).any()) else 0)}

    torch.manual_seed(7)
    data = [{"x": torch.randn(2), "labels": torch.zeros(1)} for _ in range(6)] + [
        {"x": torch.full((2,), 10.0), "labels": torch.zeros(1)} for _ in range(2)]
    arguments = TrainingArguments(folder, per_device_train_batch_size=2, num_train_epochs=1, logging_steps=1,
                                  save_steps=4, eval_strategy="epoch", report_to=[], logging_nan_inf_filter=False,
                                  disable_tqdm=True, use_cpu=True)
    trainer = Trainer(Net(), arguments, train_dataset=data, eval_dataset=data[:6], data_collator=None)
    trainer._get_train_sampler = lambda *_: torch.utils.data.SequentialSampler(data)
    trainer.train()
    trainer.save_state()
    made = os.path.join(folder, "trainer_state.json")
    with open(made) as file:
        state = json.load(file)
    # Stepvault takes the planned steps for a point too.
    points = [("max_steps", 0, 0, state["max_steps"])]
    for row in state["log_history"]:
        points += [(tag, row["step"], 0, value) for tag, value in row.items() if tag != "step"]
    keep(expected, made, "trainer/trainer_state.json", points)


def make_stable_baselines(folder, expected):
    import gymnasium
    import numpy
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import EvalCallback

    class Walk(gymnasium.Env):
        """Its episodes differ in length, and the fifth, of the second evaluation, gives NaN."""
        observation_space = gymnasium.spaces.Box(-1, 1, (1,))
        action_space = gymnasium.spaces.Discrete(2)
        episodes = 0

        def reset(self, seed=None, options=None):
            self.episodes += 1
            self.left = 9 + self.episodes
            return numpy.zeros(1, "f4"), {}

        def step(self, action):
            self.left -= 1
            reward = NAN if self.episodes == 5 else 0.1
            return numpy.zeros(1, "f4"), reward, self.left == 0, False, {}

    class Quiet(Walk):
        episodes = 100

    callback = EvalCallback(Walk(), n_eval_episodes=2, eval_freq=1000, log_path=folder, verbose=0, warn=False)
    PPO("MlpPolicy", Quiet(), n_steps=500, batch_size=500, n_epochs=1, seed=7, device="cpu").learn(3000, callback)
    made = os.path.join(folder, "evaluations.npz")
    points = []
    with numpy.load(made) as arrays:
        for step, reward, length in zip(arrays["timesteps"], arrays["results"].mean(1), arrays["ep_lengths"].mean(1)):
            points += [("eval/mean_reward", step, 0, reward), ("eval/mean_ep_length", step, 0, length)]
    keep(expected, made, "sb3/evaluations.npz", points)


def main():
    makers = {name[5:]: make for name, make in globals().items() if name.startswith("make_")}
    expected = {}
    if os.path.exists(EXPECTED):
        with open(EXPECTED) as file:
            expected = json.load(file)
    for name in sys.argv[1:] or makers:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            makers[name](folder, expected)
    with open(EXPECTED, "w") as file:
        rows = [json.dumps(name) + ": " + json.dumps(points) for name, points in sorted(expected.items())]
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
