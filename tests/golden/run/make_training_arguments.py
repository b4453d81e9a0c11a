#!/usr/bin/env python3
"""Makes training_args.bin as the Trainer of Hugging Face writes it.

Made with transformers 5.24.0 and torch 2.13.0.

Usage: make_training_arguments.py [FOLDER]
"""

import os
import sys

import torch
from transformers import TrainingArguments

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
arguments = TrainingArguments(
    output_dir="out",
    learning_rate=3e-4,
    weight_decay=0.1,
    warmup_steps=100,
    lr_scheduler_type="cosine",
    per_device_train_batch_size=16,
    max_steps=1000,
    seed=7,
    use_cpu=True,
    report_to=[],
    label_names=["labels"],
    hub_token="hf_for_nobody_else",
)
torch.save(arguments, os.path.join(folder, "training_args.bin"))
