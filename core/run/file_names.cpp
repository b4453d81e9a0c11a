#include "run/file_names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/atomic_file.h"
#include "base/text.h"
#include "metrics/metric_source.h"
#include "run/name_tokens.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

template <std::size_t N>
using Names = std::array<std::string_view, N>;

template <std::size_t N>
bool ends_with_one_of(std::string_view name, const Names<N>& suffixes) {
    return std::ranges::any_of(suffixes, [&](auto s) { return name.size() > s.size() && name.ends_with(s); });
}

}  // namespace

bool is_unfinished_name(std::string_view name) {
    constexpr Names<6> suffixes = {".tmp", ".part", ".partial", ".incomplete", ".temp", "~"};
    constexpr Names<3> prefixes = {".tmp", "tmp-checkpoint-", ".nfs"};
    if (is_temporary_name(name) || ends_with_one_of(name, suffixes)) return true;
    if (name.find(".orbax-checkpoint-tmp") != std::string_view::npos) return true;
    return std::ranges::any_of(prefixes, [&](auto p) { return name.starts_with(p); });
}

bool is_checkpoint_file_name(std::string_view name) {
    constexpr Names<13> suffixes = {".pt",    ".pth", ".ckpt", ".safetensors", ".pth.tar", ".pt.tar", ".npz",
                                    ".keras", ".h5",  ".hdf5", ".gguf",        ".msgpack", ".zip"};
    // Stable-Baselines3 stores its curves under this name.
    if (name == evaluations_name) return false;
    if (ends_with_one_of(name, suffixes)) return true;
    // Flax's checkpoint_1000 has no extension.
    if (name.find('.') == std::string_view::npos) return is_checkpoint_folder_name(name);
    // Datasets use .bin as well.
    return name.ends_with(".bin") &&
           (is_save_part_name(name) || step_from_name(name) || name.find("model") != std::string_view::npos);
}

bool is_checkpoint_folder_name(std::string_view name) {
    // Under the DeepSpeed and FSDP strategies Lightning writes folders instead of files.
    if (name.size() > 5 && name.ends_with(".ckpt")) return true;
    constexpr Names<6> words = {"checkpoint", "step", "global_step", "iter", "epoch", "ckpt"};
    for (const auto word : words) {
        if (!name.starts_with(word)) continue;
        const auto rest = name.substr(word.size());
        const bool separated = rest.starts_with('-') || rest.starts_with('_');
        if (separated && is_number(rest.substr(1))) return true;
        if (word == "global_step" && is_number(rest)) return true;
    }
    return false;
}

std::optional<std::int64_t> trainer_step(std::string_view name) {
    constexpr std::string_view prefix = "checkpoint-";
    if (!name.starts_with(prefix)) return {};
    const auto digits = name.substr(prefix.size());
    if (!is_number(digits)) return {};
    std::int64_t step = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    if (parsed.ec != std::errc()) return {};
    return step;
}

bool is_save_part_name(std::string_view name) {
    constexpr Names<11> parts = {"model.safetensors",      "pytorch_model.bin", "adapter_model.safetensors",
                                 "adapter_model.bin",      "training_args.bin", "optimizer.pt",
                                 "optimizer.bin",          "scheduler.pt",      "scheduler.bin",
                                 "pytorch_model_fsdp.bin", "scaler.pt"};
    return is_one_of(name, parts) || !unsharded_name(name).empty() ||
           (name.starts_with("rng_state") && name.ends_with(".pth"));
}

bool is_member_folder_name(std::string_view name) {
    return is_one_of(name, Names<5>{"checkpoints", "weights", "ckpts", "checkpoint", "ckpt"});
}

bool is_metrics_file_name(std::string_view name) {
    return is_metrics_name(name) && name != trainer_state_name && name != evaluations_name;
}

}  // namespace stepvault
