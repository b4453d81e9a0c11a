#include "metrics/hyperparameter_comparison.h"

#include <algorithm>

namespace stepvault {

HyperparameterRows hyperparameter_rows(const std::vector<const std::vector<Hyperparameter>*>& runs) {
    HyperparameterRows rows;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const auto& parameter : *runs[i])
            rows.try_emplace(parameter.key, runs.size()).first->second[i] = &parameter.value;
    }
    return rows;
}

bool is_different(const std::vector<const HyperparameterValue*>& values) {
    return std::ranges::any_of(values, [&](const auto* value) {
        return (value == nullptr) != (values.front() == nullptr) ||
               (value != nullptr && *value != *values.front());
    });
}

const Hyperparameter* find_hyperparameter(const std::vector<Hyperparameter>& values, std::string_view key) {
    const auto whole = std::ranges::lower_bound(values, key, {}, &Hyperparameter::key);
    if (whole != values.end() && whole->key == key) return &*whole;
    const auto suffix = "." + std::string(key);
    const auto ends_so = [&](const Hyperparameter& p) { return p.key.ends_with(suffix); };
    const auto found = std::ranges::find_if(values, ends_so);
    if (found == values.end()) return nullptr;
    const bool is_only_one = std::find_if(found + 1, values.end(), ends_so) == values.end();
    return is_only_one ? &*found : nullptr;
}

}  // namespace stepvault
