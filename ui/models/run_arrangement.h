// In which order the runs are listed.
#pragma once

namespace stepvault::ui {

enum class RunOrder {
    name,
    newest,  ///< made last comes first
    loss,    ///< lowest first; runs without one last
    saved,   ///< most bytes saved first
};
enum class RunGrouping { state, folder, none };

struct RunArrangement {
    RunOrder order = RunOrder::name;
    RunGrouping grouping = RunGrouping::state;

    bool operator==(const RunArrangement&) const = default;
};

}  // namespace stepvault::ui
