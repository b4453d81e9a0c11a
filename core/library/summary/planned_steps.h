#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace stepvault {

/// Series by which frameworks, and the training hook, say how far a run is to go.
inline bool is_planned_steps_tag(std::string_view tag) {
    static constexpr std::array<std::string_view, 4> tags{"max_steps", "total_steps", "num_train_steps",
                                                          "stepvault/total_steps"};
    return std::ranges::find(tags, tag) != tags.end();
}

/// What the training hook writes of itself stands for no loss.
inline bool is_hook_tag(std::string_view tag) {
    return tag.starts_with("stepvault/");
}

}  // namespace stepvault
