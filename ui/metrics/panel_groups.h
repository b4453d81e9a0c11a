// How the metrics of a run are grouped in panels.
#pragma once

#include <string>
#include <vector>

#include <QString>

namespace stepvault::ui {

struct PanelGroup {
    std::string prefix;             ///< "train" of "train/loss"; empty for metrics without a prefix
    std::vector<std::string> tags;  ///< whole names, losses first

    bool operator==(const PanelGroup&) const = default;
};

/// Groups by the part before the first slash. Metrics without a slash come first, and the other groups by
/// name. `filter`: words that a name must hold, in any order and case.
std::vector<PanelGroup> panelGroups(std::vector<std::string> tags, const QString& filter);

}  // namespace stepvault::ui
