#include "vault/restore/weights_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "base/text.h"

namespace stepvault {

namespace {

constexpr std::array<std::string_view, 14> model_keys = {
    "model",  "state_dict", "model_state_dict", "model_state", "module",    "net",       "network",
    "params", "weights",    "model_weights",    "ema",         "model_ema", "ema_model", "state_dict_ema"};
/// Keys of a training's state, for containers that hold only single numbers. "scaler" and "stats" must not be
/// added: they normalize inputs.
constexpr std::array<std::string_view, 12> training_keys = {
    "callbacks",  "loops",       "hyper_parameters", "lr_schedulers", "scheduler",      "lr_scheduler",
    "schedulers", "grad_scaler", "train_state",      "trainer_state", "training_state", "metrics"};
/// Names of single numbers at the root, beside "best_loss" and the like.
constexpr std::array<std::string_view, 29> training_numbers = {
    "step",        "steps",      "global_step", "current_step", "train_step",    "num_steps",
    "total_steps", "epoch",      "epochs",      "global_epoch", "current_epoch", "start_epoch",
    "last_epoch",  "num_epochs", "iter",        "iters",        "iter_num",      "n_iter",
    "iteration",   "iterations", "num_updates", "tokens_seen",  "samples_seen",  "loss",
    "train_loss",  "val_loss",   "acc",         "accuracy",     "val_acc"};
constexpr std::string_view best_so_far = "best_";
/// Lightning's keys, dropped whatever they hold: modules that were arguments of the model are also in its
/// "state_dict".
constexpr std::array<std::string_view, 2> lightning_keys = {"loops", "hyper_parameters"};
constexpr std::string_view lightning_mark = "pytorch-lightning_version";
constexpr std::string_view all_below = "app.";  ///< torchtitan's key above everything that it saves

struct Found {
    std::uint32_t tensor;
    std::string_view name;
    std::string_view key;  ///< key of the container at the root that holds the tensor; empty: at the root
};

std::string_view first_part(std::string_view name) {
    const auto dot = name.find('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

/// The longest of `keys` that begins the name, since keys may contain dots.
std::string_view key_above(std::string_view name, const std::set<std::string_view>& keys) {
    if (keys.contains(name)) return {};
    for (auto dot = name.rfind('.'); dot != std::string_view::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
        if (keys.contains(name.substr(0, dot))) return name.substr(0, dot);
    }
    return {};
}

bool holds_several(const StoredTensor& tensor) {
    return std::ranges::any_of(tensor.shape, [](auto n) { return n > 1; });
}

std::string without_module_levels(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const auto part = name.substr(0, name.find('.'));
        if (part != "_modules" && part != "_parameters" && part != "_buffers")
            out += (out.empty() ? "" : ".") + std::string(part);
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return out;
}

/// The keys of the top-level object in the file.
std::set<std::string_view> root_keys(const std::vector<ObjectLine>& objects) {
    std::set<std::string_view> keys;
    for (const auto& line : objects) {
        if (line.depth == 1 && !line.key.empty()) keys.insert(line.key);
    }
    return keys;
}

/// True for text like "f32 [0, 3]".
bool is_tensor_text(std::string_view text) {
    for (auto t = static_cast<int>(DType::f64); t <= static_cast<int>(DType::f8); ++t) {
        const auto name = dtype_name(static_cast<DType>(t));
        if (text.starts_with(name) && text.substr(name.size()).starts_with(" [")) return true;
    }
    return false;
}

/// True for a state dict: tensors under their names, beside an OrderedDict's own state.
bool is_state_dict(const std::vector<ObjectLine>& objects) {
    bool tensors = false;
    for (const auto& line : objects) {
        if (line.depth != 1 || line.key.empty() || line.key == "state") continue;
        if (!is_tensor_text(line.text)) return false;
        tensors = true;
    }
    return tensors;
}

/// Drops the tensors that certainly belong to the training alone; tensors that may be the model's stay.
void drop_training(std::vector<Found>& found, const StepLayout& layout, bool lightning) {
    std::map<std::string_view, bool> several;
    for (const auto& f : found)
        several[f.key] |= holds_several(layout.tensors[f.tensor]);
    const auto is_of_training = [&](const Found& f) {
        const bool numbers = !several[f.key];
        // A root with more than numbers may be a state dict, and its "step" a buffer of the model.
        if (f.key.empty())
            return numbers && (is_one_of(f.name, training_numbers) || f.name.starts_with(best_so_far));
        return (numbers && is_one_of(f.key, training_keys)) ||
               (lightning && is_one_of(f.key, lightning_keys));
    };
    const bool nested =
        std::ranges::any_of(found, [&](const Found& f) { return !f.key.empty() && !is_of_training(f); });
    if (nested) std::erase_if(found, is_of_training);
}

}  // namespace

bool belongs_to_model(const StoredPayload& payload) {
    return !payload.optimizer && payload.role != Role::other;
}

ModelTensors model_tensors(const StepLayout& layout, const std::vector<std::uint32_t>& candidates,
                           const std::vector<ObjectLine>& objects) {
    const auto keys = root_keys(objects);
    const bool below = std::ranges::all_of(
        candidates, [&](auto t) { return std::string_view(layout.tensors[t].name).starts_with(all_below); });
    std::vector<Found> found;
    bool others = false;
    for (const auto t : candidates) {
        const auto& tensor = layout.tensors[t];
        if (!belongs_to_model(layout.payloads[tensor.payload])) {
            others = true;
            continue;
        }
        const auto name = std::string_view(tensor.name).substr(below ? all_below.size() : 0);
        found.push_back({t, name, objects.empty() ? first_part(name) : key_above(name, keys)});
    }
    ModelTensors chosen;
    if (objects.empty()) {
        // The names do not show whether their first part is a container's key. Only a known key does, if
        // there are also tensors that are not the model's.
        const bool told =
            others && std::ranges::any_of(found, [](const Found& f) { return is_one_of(f.key, model_keys); });
        chosen.alone = !others;
        if (!told) {
            for (auto& f : found)
                f.key = {};
        }
    } else {
        chosen.alone = !others && is_state_dict(objects);
    }
    drop_training(found, layout, keys.contains(lightning_mark));
    const bool one_key = std::ranges::all_of(
        found, [&](const Found& f) { return !f.key.empty() && f.key == found.front().key; });
    for (const auto& f : found)
        chosen.tensors.emplace_back(
            f.tensor, without_module_levels(one_key ? f.name.substr(f.key.size() + 1) : f.name));
    return chosen;
}

}  // namespace stepvault
