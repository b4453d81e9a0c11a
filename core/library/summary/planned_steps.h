#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace stepvault {

/// True for the series in which frameworks and the training hook record the planned number of steps.
inline bool is_planned_steps_tag(std::string_view tag) {
    static constexpr std::array<std::string_view, 4> tags{"max_steps", "total_steps", "num_train_steps",
                                                          "stepvault/total_steps"};
    return std::ranges::find(tags, tag) != tags.end();
}

/// True for series that the training hook writes about itself; they are never losses.
inline bool is_hook_tag(std::string_view tag) {
    return tag.starts_with("stepvault/");
}

}  // namespace stepvault
