// Progress and cancellation of long work.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace stepvault {

struct Progress {
    std::uint64_t done = 0;   ///< bytes
    std::uint64_t total = 0;  ///< bytes, 0 while unknown
    std::string item;         ///< current file, or run and step, for people
};

/// Called often, from the working thread; implementations throttle and must not block.
class ProgressSink {
 public:
    virtual ~ProgressSink() = default;
    virtual void on_progress(const Progress& progress) = 0;
};

/// Passed down into every long function. Both members are optional.
struct JobContext {
    std::stop_token stop;
    ProgressSink* sink = nullptr;  ///< not owned

    void report(const Progress& progress) const {
        if (sink != nullptr) sink->on_progress(progress);
    }
    /// ErrorCode::cancelled once a stop was requested.
    [[nodiscard]] Status check() const {
        if (stop.stop_requested()) return Error{ErrorCode::cancelled, "cancelled"};
        return {};
    }
};

}  // namespace stepvault
