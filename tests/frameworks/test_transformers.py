"""Hugging Face's Trainer: full fine-tuning, bfloat16, and LoRA adapters by PEFT."""

import os
import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import torch
    import transformers
except ImportError:
    transformers = None
try:
    import peft
except ImportError:
    peft = None


def tokens():
    """Sequences that a small model learns: each token follows from the one before."""
    generator = torch.Generator().manual_seed(1)
    sequences = []
    for start in torch.randint(0, 97, (256,), generator=generator).tolist():
        row = [start]
        while len(row) < 32:
            row.append((row[-1] * 5 + 3) % 97)
        sequences.append({"input_ids": torch.tensor(row), "labels": torch.tensor(row)})
    return sequences


@unittest.skipUnless(transformers, "transformers is not installed")
class TestTransformers(FrameworkCase):
    def train(self, output, resume=None, lora=False, **options):
        transformers.set_seed(7)
        config = transformers.GPT2Config(vocab_size=97, n_positions=32, n_embd=128, n_layer=2, n_head=4, use_cache=False,
                                         bos_token_id=0, eos_token_id=0)
        model = transformers.GPT2LMHeadModel(config)
        if lora:
            model = peft.get_peft_model(model, peft.LoraConfig(r=8, target_modules=["c_attn"], fan_in_fan_out=True))
        arguments = transformers.TrainingArguments(
            output_dir=output, max_steps=STEPS, save_steps=EVERY, logging_steps=1, per_device_train_batch_size=8,
            learning_rate=1e-3, report_to=[], use_cpu=True, disable_tqdm=True, **options)
        trainer = transformers.Trainer(model=model, args=arguments, train_dataset=tokens())
        trainer.train(resume_from_checkpoint=resume)
        return [line["loss"] for line in trainer.state.log_history if "loss" in line and line["step"] > RESUMED]

    def check(self, what="", **options):
        unbroken = self.train(self.run_folder, **options)
        self.compare("transformers", unbroken, "checkpoint-%d",
                     lambda checkpoint: self.train(os.path.dirname(checkpoint), checkpoint, **options), what)

    def test_full(self):
        self.check()

    def test_bfloat16(self):
        self.check(", bf16", bf16=True)

    @unittest.skipUnless(peft, "peft is not installed")
    def test_lora(self):
        self.check(", LoRA by PEFT", lora=True)


if __name__ == "__main__":
    unittest.main()
