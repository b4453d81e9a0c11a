#pragma once

#include <cstdint>

#include <QString>

namespace stepvault::ui {

using JobId = std::uint64_t;  ///< never 0

struct JobProgress {
    std::uint64_t done = 0;   ///< bytes, unless its job counts something else
    std::uint64_t total = 0;  ///< 0 while unknown
    QString item;
};

}  // namespace stepvault::ui
