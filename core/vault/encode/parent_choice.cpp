#include "vault/encode/parent_choice.h"

#include <algorithm>

#include "vault/records/step_choice.h"

namespace stepvault {

const StepMeta* newest_base(const std::vector<StepMeta>& steps) {
    const auto base =
        std::find_if(steps.rbegin(), steps.rend(), [](const StepMeta& m) { return m.parent.empty(); });
    return base != steps.rend() ? &*base : nullptr;
}

ParentChoice choose_parent(const std::vector<StepMeta>& steps, const std::string& source) {
    if (steps.empty()) return {};
    const auto series = series_of(source);
    const auto newest = std::find_if(steps.rbegin(), steps.rend(),
                                     [&](const StepMeta& m) { return series_of(m.source) == series; });
    const auto* before = newest != steps.rend() ? &*newest : &steps.back();
    if (before->deltas < most_deltas) return {before, before, 0};

    // The series' key steps since the base, newest first. A level's eighth key step goes to the level below.
    const auto* base = newest_base(steps);
    std::vector<const StepMeta*> keys;
    for (auto m = steps.rbegin(); m != steps.rend() && &*m != base; ++m) {
        if (m->key_level > 0 && series_of(m->source) == series) keys.push_back(&*m);
    }
    for (auto level = highest_key_level;; --level) {
        std::uint32_t siblings = 0;
        const StepMeta* below = base;
        for (const auto* key : keys) {
            if (key->key_level < level) {
                below = key;
                break;
            }
            siblings += key->key_level == level ? 1 : 0;
        }
        if (level == 1 || siblings + 1 < keys_of_level) return {below, before, level};
    }
}

}  // namespace stepvault
