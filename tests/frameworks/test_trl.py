"""TRL: supervised fine-tuning."""

import unittest

from framework_case import EVERY, RESUMED, STEPS, FrameworkCase

try:
    import datasets
    import tokenizers
    import transformers
    import trl
except ImportError:
    trl = None


def word_tokenizer():
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"<end>": 0, **{str(i): i + 1 for i in range(97)}}, "<end>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<end>", pad_token="<end>")


def texts():
    """Each number follows from the one before."""
    found = []
    for start in range(97):
        row = [start]
        while len(row) < 24:
            row.append((row[-1] * 5 + 3) % 97)
        found.append({"text": " ".join(map(str, row))})
    return datasets.Dataset.from_list(found)


@unittest.skipUnless(trl, "trl is not installed")
class TestTrl(FrameworkCase):
    def train(self, output, resume=None):
        transformers.set_seed(7)
        model = transformers.GPT2LMHeadModel(transformers.GPT2Config(
            vocab_size=98, n_positions=64, n_embd=128, n_layer=2, n_head=4, use_cache=False, bos_token_id=0, eos_token_id=0))
        arguments = trl.SFTConfig(output_dir=output, max_steps=STEPS, save_steps=EVERY, logging_steps=1, report_to=[],
                                  per_device_train_batch_size=8, learning_rate=1e-3, use_cpu=True, disable_tqdm=True,
                                  gradient_checkpointing=False, bf16=False)
        trainer = trl.SFTTrainer(model=model, args=arguments, train_dataset=texts(), processing_class=word_tokenizer())
        trainer.train(resume_from_checkpoint=resume)
        return [line["loss"] for line in trainer.state.log_history if "loss" in line and line["step"] > RESUMED]

    def test_fine_tuning(self):
        unbroken = self.train(self.run_folder)
        self.compare("trl", unbroken, "checkpoint-%d")


if __name__ == "__main__":
    unittest.main()
