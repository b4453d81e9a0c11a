#pragma once

#include <set>
#include <string>

namespace stepvault::ui {

/// How the user arranged the panels of a vault.
struct PanelLayout {
    int size = 1;                  ///< see PanelGrid::Size
    std::set<std::string> closed;  ///< prefixes of folded groups

    bool operator==(const PanelLayout&) const = default;
};

}  // namespace stepvault::ui
