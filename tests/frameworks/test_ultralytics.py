"""Ultralytics: a small YOLO, its checkpoints of every few epochs, and resume=True."""

import csv
import json
import os
import tempfile
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

# Ultralytics makes its settings and looks for a network when it is imported.
SETTINGS = tempfile.TemporaryDirectory()
os.environ.update(YOLO_CONFIG_DIR=SETTINGS.name, YOLO_OFFLINE="1", YOLO_VERBOSE="false")
try:
    import numpy
    import ultralytics
    from PIL import Image
except ImportError:
    ultralytics = None

IMAGES = 16
MODEL = {"nc": 1,
         "backbone": [[-1, 1, "Conv", [16, 3, 2]], [-1, 1, "Conv", [32, 3, 2]], [-1, 1, "C2f", [32, True]]],
         "head": [[-1, 1, "Conv", [64, 3, 2]], [[2, 3], 1, "Detect", ["nc"]]]}


def write_images(folder):
    """Makes images with one bright square each, and the YAML file that names them. JSON is YAML."""
    random = numpy.random.default_rng(7)
    for kind in ("images", "labels"):
        os.makedirs(os.path.join(folder, kind))
    for index in range(IMAGES):
        image = random.integers(0, 100, (64, 64, 3), numpy.uint8)
        x, y = random.integers(0, 40, 2)
        image[y:y + 24, x:x + 24] += 150
        Image.fromarray(image).save(os.path.join(folder, "images", "%d.png" % index))
        with open(os.path.join(folder, "labels", "%d.txt" % index), "w") as file:
            file.write("0 %f %f 0.375 0.375\n" % ((x + 12) / 64, (y + 12) / 64))
    with open(os.path.join(folder, "data.yaml"), "w") as file:
        json.dump({"path": folder, "train": "images", "val": "images", "names": {0: "square"}}, file)


@unittest.skipUnless(ultralytics, "ultralytics is not installed")
class TestUltralytics(FrameworkCase):
    def setUp(self):
        super().setUp()
        # Otherwise it looks for the font of its plots in the network, and for other loggers on this machine.
        font = os.path.join(SETTINGS.name, "Ultralytics", "Arial.ttf")
        os.makedirs(os.path.dirname(font), exist_ok=True)
        with open(font, "w"):
            ultralytics.settings.update({name: False for name, value in ultralytics.settings.items() if value is True})

    def train(self, folder, resume=None):
        data, model, losses = os.path.join(self.folder, "data", "data.yaml"), os.path.join(self.folder, "model.yaml"), []
        if not resume:
            write_images(os.path.dirname(data))
            with open(model, "w") as file:
                json.dump(MODEL, file)

        def note(trainer):
            if trainer.epoch > RESUMED:
                losses.append(sum(float(loss) for loss in trainer.tloss.values()))

        yolo = ultralytics.YOLO(resume or model)
        yolo.add_callback("on_train_epoch_end", note)
        if resume:
            yolo.train(resume=True, save_dir=folder)
        else:
            # Epochs are counted from 0. All images are one batch: they are shuffled anew when it resumes.
            yolo.train(data=data, save_dir=folder, epochs=STEPS + 1, save_period=EVERY, imgsz=64, batch=IMAGES, nbs=IMAGES,
                       optimizer="AdamW", lr0=1e-3, warmup_epochs=0, device="cpu", amp=False, plots=False, val=False,
                       workers=0, patience=0, mosaic=0, hsv_h=0, hsv_s=0, hsv_v=0, translate=0, scale=0, fliplr=0, erasing=0)
        return losses

    def test_checkpoints(self):
        self.train(self.run_folder)
        # Ultralytics saves the moving average of the weights alone, and everything in half precision; its own
        # resuming changes the loss.
        source = os.path.join(self.run_folder, "weights", "epoch%d.pt" % RESUMED)
        resumed = self.train(os.path.join(self.folder, "original"), source)
        # Beside them lie "last" and "best".
        self.compare("ultralytics", resumed, "epoch%d.pt", steps=(0, 20, 40, 60), series="weights/epoch")

    def test_losses(self):
        self.train(self.run_folder)
        self.scheme, self.vault = "adaptive", os.path.join(self.folder, "vault")
        self.watch((0, 20, 40, 60), "weights/epoch")
        # Its table counts epochs from 1, its checkpoints from 0.
        with open(os.path.join(self.run_folder, "results.csv")) as file:
            losses = {int(row["epoch"]) - 1: float(row["train/box_loss"]) for row in csv.DictReader(file)}
        self.assertEqual([one["loss"] for one in self.series], [losses[one["step"]] for one in self.series])


if __name__ == "__main__":
    unittest.main()
