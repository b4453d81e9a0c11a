#include "container/tensor_role.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/text.h"

namespace stepvault {

namespace {

struct Slot {
    std::string_view name;
    Role role;
};

/// All second moments are sums or means of squares, or maxima of absolute values: never negative.
constexpr Slot slots[] = {
    {"exp_avg", Role::first_moment},
    {"momentum_buffer", Role::first_moment},
    {"momentum", Role::first_moment},
    {"m", Role::first_moment},
    {"mu", Role::first_moment},
    {"trace", Role::first_moment},
    {"grad_avg", Role::first_moment},
    {"exp_avg_fast", Role::first_moment},
    {"exp_avg_slow", Role::first_moment},
    {"exp_avg_diff", Role::first_moment},
    {"exp_avg_sq", Role::second_moment},
    {"max_exp_avg_sq", Role::second_moment},
    {"exp_avg_sq_row", Role::second_moment},
    {"exp_avg_sq_col", Role::second_moment},
    {"exp_inf", Role::second_moment},
    {"hessian", Role::second_moment},
    {"square_avg", Role::second_moment},
    {"rms", Role::second_moment},
    {"vhat", Role::second_moment},
    {"v", Role::second_moment},
    {"nu", Role::second_moment},
    {"sum", Role::second_moment},
    {"acc_delta", Role::second_moment},
    {"step", Role::counter},
    // Weights that an optimizer keeps beside the model's: averages, and the sequence of schedule-free
    // training.
    {"ax", Role::weight},
    {"z", Role::weight},
    {"slow_param", Role::weight},
    {"slow_buffer", Role::weight},
    // fp32 masters of weights in a smaller type: of Megatron, DeepSpeed, Apex and Transformer Engine.
    {"fp32_param", Role::weight},
    {"fp32_from_fp16_params", Role::weight},
    {"fp32_from_fp16", Role::weight},
    {"shard_fp32_from_float16_groups", Role::weight},
    {"single_partition_of_fp32_groups", Role::weight},
    {"fp32_flat_groups", Role::weight},
    {"fp32_groups_flat", Role::weight},
    {"fp32_groups_flat_partition", Role::weight},
    {"master_param", Role::weight},
    {"master_params", Role::weight},
    {"master_weights", Role::weight},
};

constexpr std::string_view optimizer_folders[] = {
    "optimizer",         "optimizer_states", "optimizer_state_dict", "optim", "optimizers", "opt",
    "optimizer_weights", "opt_state"};
/// Keras 3's optimizers whose "momentum" is a first moment, and those whose "velocity" is a mean of squares.
constexpr std::string_view optimizers_with_momentum[] = {"adam", "adamw", "nadam", "rmsprop", "sgd", "lion"};
constexpr std::string_view optimizers_with_squares[] = {"adam", "adamw", "nadam", "rmsprop"};
constexpr std::string_view embedding_words[] = {"embed", "wte", "wpe", "token", "position"};

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

bool contains(std::span<const std::string_view> list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

/// The slots that Megatron puts before the parameter's name; "m" or "step" may also begin such a name.
bool leads_parameter(std::string_view slot) {
    return slot.starts_with("exp_avg") || slot == "momentum_buffer" || slot == "fp32_param";
}

/// True where a part is `word`, or contains it between underscores or hyphens.
bool has_word(std::span<const std::string_view> parts, std::string_view word) {
    return std::ranges::any_of(parts, [&](std::string_view part) {
        return contains(split(part, '_'), word) || contains(split(part, '-'), word);
    });
}

bool is_slot(std::string_view part) {
    return std::ranges::find(slots, part, &Slot::name) != std::end(slots);
}

/// Index of the slot in "state.<int>.<slot>" at the root, below the optimizer's own levels or one level down,
/// and in Megatron's "state.<slot>.<parameter>"; 0 if there is no slot.
std::size_t slot_after_state(std::span<const std::string_view> parts, bool below_optimizer) {
    std::size_t at = 0;
    if (below_optimizer) {
        while (at < parts.size() && parts[at] != "state")
            ++at;
    }
    // Several optimizers, each under a name that only the training script knows: "opt_g.state.0.exp_avg".
    if (!below_optimizer && parts.size() > 3 && parts[1] == "state" && is_number(parts[2]) &&
        is_slot(parts[3]))
        return 3;
    if (at + 2 >= parts.size() || parts[at] != "state") return 0;
    // The names of parameters may begin with a number as well: "state.0.weight.exp_avg".
    if (is_number(parts[at + 1]))
        return is_slot(parts[at + 2]) || !is_slot(parts.back()) ? at + 2 : parts.size() - 1;
    return below_optimizer && leads_parameter(parts[at + 1]) ? at + 1 : 0;
}

/// torch.distributed.checkpoint flattens an object that holds model and optimizer, so the optimizer lies
/// deeper: "app.optim.state.fc.weight.exp_avg".
bool has_optimizer_state(std::span<const std::string_view> parts) {
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        if (parts[i + 1] == "state" && contains(optimizer_folders, parts[i])) return true;
    }
    return false;
}

/// Removes the position of a chunk: "w" of "w[128,0]".
std::string_view without_chunk(std::string_view tensor) {
    const auto at = tensor.rfind('[');
    const bool chunk = at != std::string_view::npos && tensor.ends_with(']') &&
                       tensor.substr(at).find_first_not_of("[0123456789,]") == std::string_view::npos;
    return chunk ? tensor.substr(0, at) : tensor;
}

/// "kernel" of TensorFlow's "kernel:0".
std::string_view without_output(std::string_view part) {
    const auto colon = part.rfind(':');
    return colon != std::string_view::npos && is_number(part.substr(colon + 1)) ? part.substr(0, colon)
                                                                                : part;
}

/// The slot in Keras' .h5 files. Keras 2: "optimizer_weights.Adam.dense.kernel.m:0", later
/// "optimizer_weights.Adam.m.dense.kernel:0"; Keras 3: "optimizer_weights.adam.dense_kernel_momentum".
std::string_view keras_slot(std::span<const std::string_view> parts) {
    const auto last = without_output(parts.back());
    if (is_slot(last)) return last;
    const auto optimizer = parts.size() > 2 ? parts[1] : std::string_view();
    if (contains(optimizers_with_momentum, optimizer) && last.ends_with("_momentum")) return "m";
    if (contains(optimizers_with_squares, optimizer) &&
        (last.ends_with("_velocity") || last.ends_with("_velocity_hat")))
        return "v";
    return parts.size() > 3 && is_slot(parts[2]) ? parts[2] : last;
}

/// Index of the slot in the states of optax, whose parameters come last: "opt_state.0.mu.dense.kernel",
/// "opt_state.inner_state.1.0.nu.w"; with multi_transform "opt_state.inner_states.LABEL.inner_state.0.mu.w".
/// 0 if there is no slot.
std::size_t optax_slot(std::span<const std::string_view> parts) {
    constexpr std::array<std::string_view, 3> slots_of_optax{"mu", "nu", "trace"};
    constexpr std::array<std::string_view, 2> wrappers{"inner_state", "inner_opt_state"};
    if (parts.front() != "opt_state") return 0;
    std::size_t at = 1;
    while (at < parts.size()) {
        if (parts[at] == "inner_states")
            at += 2;
        else if (is_number(parts[at]) || contains(wrappers, parts[at]))
            ++at;
        else
            break;
    }
    return at < parts.size() && contains(slots_of_optax, parts[at]) ? at : 0;
}

TensorKind optimizer_kind(std::span<const std::string_view> parts, std::size_t slot_at) {
    if (slot_at == 0) slot_at = optax_slot(parts);
    if (slot_at == 0) {
        slot_at = parts.size() - 1;
        while (slot_at > 0 && is_number(parts[slot_at]))
            --slot_at;
    }
    const auto slot = parts.front() == "optimizer_weights" ? keras_slot(parts) : parts[slot_at];
    const auto known = std::ranges::find(slots, slot, &Slot::name);
    Role role = slot.starts_with("acc_sq") ? Role::second_moment : Role::other;
    if (known != std::end(slots)) role = known->role;
    return {.role = role, .optimizer = true, .group = std::string(slot)};
}

/// Matches "layers.dense.vars.0": Keras 3 numbers the variables of a layer.
bool is_numbered_variable(std::span<const std::string_view> parts) {
    return parts.size() > 2 && parts[parts.size() - 2] == "vars" && is_number(parts.back());
}

/// True for parts of a normalization layer; its options determine which of its variables are statistics.
bool belongs_to_normalization(std::span<const std::string_view> parts) {
    return has_word(parts, "bn") || std::ranges::any_of(parts, [](std::string_view part) {
               return part.find("norm") != std::string_view::npos;
           });
}

/// The part that owns the numbers: "wte" of "transformer.wte.weight".
std::string_view owner(std::span<const std::string_view> parts) {
    if (is_numbered_variable(parts)) return parts[parts.size() - 3];
    return parts.size() > 1 && parts.back() == "weight" ? parts[parts.size() - 2] : parts.back();
}

TensorKind model_kind(std::span<const std::string_view> parts, std::size_t dimensions) {
    const auto last = without_output(parts.back());
    if (is_numbered_variable(parts) && parts.front() == "metrics")
        return {.role = Role::other, .group = "metrics"};
    const bool statistic =
        last == "running_mean" || last == "running_var" || last == "moving_mean" ||
        last == "moving_variance" || parts.front() == "batch_stats" ||
        (is_numbered_variable(parts) && dimensions <= 1 && belongs_to_normalization(parts));
    if (statistic) return {.role = Role::norm_statistic, .group = "norm"};
    if (last == "num_batches_tracked") return {.role = Role::counter, .group = "counters"};
    const bool averaged = has_word(parts, "ema");
    const bool embedding =
        dimensions == 2 && std::ranges::any_of(embedding_words, [&](std::string_view word) {
            return owner(parts).find(word) != std::string_view::npos;
        });
    TensorKind kind{.role = embedding ? Role::embedding : Role::weight, .group = {}};
    kind.group = averaged ? "ema" : embedding ? "embeddings" : dimensions >= 2 ? "weights" : "vectors";
    return kind;
}

}  // namespace

std::string_view role_name(Role role) {
    switch (role) {
        case Role::weight:
            return "weight";
        case Role::first_moment:
            return "first moment";
        case Role::second_moment:
            return "second moment";
        case Role::norm_statistic:
            return "norm statistic";
        case Role::embedding:
            return "embedding";
        case Role::counter:
            return "counter";
        case Role::other:
            return "other";
    }
    return "other";
}

std::optional<Role> role_named(std::string_view name) {
    const auto* role = std::ranges::find(all_roles, name, role_name);
    return role != all_roles.end() ? std::optional(*role) : std::nullopt;
}

TensorKind tensor_kind(std::string_view file, std::string_view tensor, std::size_t dimensions,
                       DType /*dtype*/) {
    const auto parts = split(without_chunk(tensor), '.');
    const auto file_name = base_name(file);
    const std::array file_parts = {file_name.substr(0, file_name.rfind('.'))};
    // Files that hold both model and optimizer ("model_optim_rng.pt") are classified by the paths inside.
    const bool mixed_file = file_name.find("model") != std::string_view::npos;
    const bool optimizer_file = file_name.find("optim") != std::string_view::npos && !mixed_file;
    const bool below_optimizer =
        optimizer_file || contains(optimizer_folders, parts.front()) || has_optimizer_state(parts);
    const auto slot_at = slot_after_state(parts, below_optimizer);
    if (below_optimizer || slot_at > 0) return optimizer_kind(parts, slot_at);
    const bool random_file = has_word(file_parts, "rng") || has_word(file_parts, "random");
    if (has_word(parts, "rng") || (random_file && !mixed_file)) return {.role = Role::other, .group = "rng"};
    return model_kind(parts, dimensions);
}

}  // namespace stepvault
