#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "base/progress.h"

namespace stepvault::cli {

/// A progress line on standard error: item, bytes, rate and time left, redrawn a few times a second. Prints
/// nothing if standard error is not a terminal. Thread-safe.
class TerminalProgress : public ProgressSink {
 public:
    TerminalProgress();
    ~TerminalProgress() override;
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    void on_progress(const Progress& progress) override;
    /// Clears the line, so that other output can be written.
    void clear();

 private:
    using Clock = std::chrono::steady_clock;

    bool enabled_;
    std::mutex mutex_;
    bool drawn_ = false;
    std::string item_;
    Clock::time_point started_;
    Clock::time_point last_;
};

}  // namespace stepvault::cli
