#include "vault/records/step_choice.h"

#include <algorithm>
#include <map>
#include <optional>

#include "vault/records/step_list.h"

namespace stepvault {

Error unknown_checkpoint(const std::string& id, const std::string& run) {
    return {ErrorCode::not_found, "there is no checkpoint " + id + " in run " + run};
}

Error only_weights_kept(const std::string& id) {
    return {ErrorCode::not_found,
            "checkpoint " + id + " keeps only its weights; restore these (--weights-only)"};
}

std::string series_of(const std::string& source) {
    std::string series;
    std::copy_if(source.begin(), source.end(), std::back_inserter(series),
                 [](char c) { return c < '0' || c > '9'; });
    return series;
}

Result<std::string> choose_checkpoint(const std::vector<StepName>& names, std::int64_t step) {
    std::map<std::string, std::size_t> sizes;
    for (const auto& n : names)
        ++sizes[series_of(n.source)];
    const StepName* best = nullptr;
    for (const auto& n : names) {
        if (n.step != step) continue;
        const auto rank = [&](const StepName& s) { return std::pair(sizes[series_of(s.source)], s.filed); };
        if (best == nullptr || rank(n) > rank(*best)) best = &n;
    }
    if (best != nullptr) return best->id;
    if (names.empty())
        return Error{ErrorCode::not_found,
                     "there is no step " + std::to_string(step) + "; this run has no stored checkpoints"};
    std::optional<std::int64_t> below;
    std::optional<std::int64_t> above;
    for (const auto& n : names) {
        if (n.step < step) below = std::max(below.value_or(n.step), n.step);
        if (n.step > step) above = std::min(above.value_or(n.step), n.step);
    }
    return Error{ErrorCode::not_found,
                 "there is no step " + std::to_string(step) + "; " +
                     (below && above ? "the nearest are " + std::to_string(*below) + " and "
                      : below        ? "the nearest is the last, "
                                     : "the nearest is the first, ") +
                     (above ? std::to_string(*above) : std::to_string(*below))};
}

Result<StepNames> list_step_names(const std::filesystem::path& steps_folder) {
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder));
    StepNames found;
    for (const auto& m : listed.steps)
        found.names.push_back({m.id, m.step, m.source, static_cast<double>(m.sequence)});
    for (const auto& [name, why] : listed.unreadable) {
        if (const auto step = step_of_id(name)) found.unreadable[*step] = why;
    }
    return found;
}

}  // namespace stepvault
