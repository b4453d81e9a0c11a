#include "library/study/setting_dominance.h"

namespace stepvault {

namespace {

bool dominates(std::span<const SettingOutcome> settings, std::size_t better, std::size_t worse) {
    const auto& a = settings[better];
    const auto& b = settings[worse];
    if (a.size == b.size && a.error == b.error) return better < worse;
    return a.size <= b.size && a.error <= b.error;
}

}  // namespace

std::vector<std::optional<Dominance>> find_dominated(std::span<const SettingOutcome> settings) {
    const auto count = settings.size();
    std::vector<bool> worth_taking(count, true);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < count && worth_taking[i]; ++k)
            worth_taking[i] = !dominates(settings, k, i);
    }
    const auto distance = [](std::size_t a, std::size_t b) { return a < b ? b - a : a - b; };
    std::vector<std::optional<Dominance>> found(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < count; ++k) {
            if (!worth_taking[k] || !dominates(settings, k, i)) continue;
            if (found[i] && distance(found[i]->better, i) <= distance(k, i)) continue;
            found[i] =
                Dominance{k, settings[i].size > settings[k].size, settings[i].error > settings[k].error};
        }
    }
    return found;
}

}  // namespace stepvault
