#include "container/keras_optimizer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stepvault {

namespace {

constexpr std::string_view variable_prefix = "optimizer.vars.";

/// A member of an object; null if missing. Returns a pointer because deeply nested values must not be copied.
const nlohmann::json* child(const nlohmann::json* parent, const char* key) {
    if (parent == nullptr || !parent->is_object()) return nullptr;
    const auto at = parent->find(key);
    return at == parent->end() ? nullptr : &*at;
}

bool is_text(const nlohmann::json* value, std::string_view text) {
    const auto* found = value == nullptr ? nullptr : value->get_ptr<const std::string*>();
    return found != nullptr && *found == text;
}

/// True for a module of Keras itself: some backends have optimizers of their own, such as PyTorch's
/// "keras.src.backend.torch.optimizers.torch_adam".
bool is_of_keras(const nlohmann::json* module) {
    const auto* name = module == nullptr ? nullptr : module->get_ptr<const std::string*>();
    return name != nullptr && (*name == "keras.optimizers" || name->starts_with("keras.src."));
}

bool is_off(const nlohmann::json* value) {
    return value == nullptr || value->is_null() || *value == false;
}

/// Number of variables before the moments: the step count, and the learning rate where it is a number.
/// Nothing where the optimizer is not plain Adam.
std::optional<std::size_t> variables_before_moments(const nlohmann::json& model) {
    const auto* optimizer = child(child(&model, "compile_config"), "optimizer");
    const auto* name = child(optimizer, "class_name");
    const auto* config = child(optimizer, "config");
    const bool plain = is_of_keras(child(optimizer, "module")) &&
                       (is_text(name, "Adam") || is_text(name, "AdamW")) && config != nullptr &&
                       is_off(child(config, "amsgrad")) && is_off(child(config, "use_ema")) &&
                       is_off(child(config, "gradient_accumulation_steps"));
    if (!plain) return {};
    const auto* rate = child(config, "learning_rate");
    return rate != nullptr && rate->is_number() ? 2 : 1;
}

/// Tensors ordered by number; empty unless the numbers are 0, 1, 2, ...
std::vector<TensorView*> numbered_variables(Layout& layout) {
    std::map<std::size_t, TensorView*> found;
    for (auto& tensor : layout.tensors) {
        if (!tensor.name.starts_with(variable_prefix)) continue;
        std::size_t number = 0;
        const auto* end = tensor.name.data() + tensor.name.size();
        const auto parsed = std::from_chars(tensor.name.data() + variable_prefix.size(), end, number);
        if (parsed.ec != std::errc{} || parsed.ptr != end) return {};
        found[number] = &tensor;
    }
    if (found.empty() || found.rbegin()->first != found.size() - 1) return {};
    std::vector<TensorView*> variables;
    variables.reserve(found.size());
    for (const auto& [number, tensor] : found)
        variables.push_back(tensor);
    return variables;
}

/// True where the shapes allow the moments of variable i at `first(i)` and `second(i)`.
template <class First, class Second>
bool fits(const std::vector<TensorView*>& moments, First first, Second second) {
    for (std::size_t i = 0; i < moments.size() / 2; ++i) {
        const auto& m = *moments[first(i)];
        const auto& v = *moments[second(i)];
        if (m.shape != v.shape || m.dtype != v.dtype) return false;
    }
    return true;
}

}  // namespace

void name_adam_moments(std::string_view config, Layout& layout) {
    const auto before = variables_before_moments(nlohmann::json::parse(config, nullptr, false));
    auto moments = numbered_variables(layout);
    if (!before || moments.size() <= *before || (moments.size() - *before) % 2 != 0) return;
    const bool scalars_first =
        std::all_of(moments.begin(), moments.begin() + static_cast<std::ptrdiff_t>(*before),
                    [](const TensorView* t) { return t->shape.empty(); });
    if (!scalars_first) return;
    moments.erase(moments.begin(), moments.begin() + static_cast<std::ptrdiff_t>(*before));
    const auto count = moments.size() / 2;
    const bool in_turns = fits(
        moments, [](std::size_t i) { return 2 * i; }, [](std::size_t i) { return 2 * i + 1; });
    const bool in_halves = fits(
        moments, [](std::size_t i) { return i; }, [&](std::size_t i) { return count + i; });
    // With one variable, both orders are the same.
    if (count > 1 && in_turns == in_halves) return;
    if (!in_turns && !in_halves) return;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool is_first = in_turns ? i % 2 == 0 : i < count;
        moments[i]->name += is_first ? ".m" : ".v";
    }
}

}  // namespace stepvault
