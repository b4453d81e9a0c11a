#pragma once

#include <atomic>
#include <functional>

#include "base/progress.h"
#include "ui/jobs/job_progress.h"

namespace stepvault::ui {

/// Passes on at most ten reports a second, and every change of item. `deliver` is called from the working
/// threads.
class ThrottledSink : public ProgressSink {
 public:
    explicit ThrottledSink(std::function<void(const JobProgress&)> deliver) : deliver_(std::move(deliver)) {}

    void on_progress(const Progress& progress) override;

 private:
    std::function<void(const JobProgress&)> deliver_;
    std::atomic<std::int64_t> lastNs_{0};
    std::atomic<std::size_t> lastItem_{0};
};

}  // namespace stepvault::ui
