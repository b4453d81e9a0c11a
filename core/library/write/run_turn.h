#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

/// Whose turn it is to work on a run: what takes long goes before who looks again and again, and neither
/// waits for the other longer than for one checkpoint. Thread-safe.
class RunTurn {
 public:
    struct GiveBack {
        void operator()(RunTurn* turn) const { turn->give_back(); }
    };
    /// Given back as it goes; the RunTurn outlives it.
    using Held = std::unique_ptr<RunTurn, GiveBack>;

    /// For what may take long: waits until whoever has the turn gives it back. ErrorCode::cancelled.
    Result<Held> wait(const JobContext& job);
    /// For a look, without waiting: null while anything that takes long has the turn or waits for it, or
    /// another look has it.
    Held try_take();
    /// Something that takes long has it or waits for it.
    [[nodiscard]] bool is_claimed() const;

 private:
    void give_back();

    mutable std::mutex mutex_;
    std::condition_variable_any freed_;
    bool taken_ = false;
    bool taken_for_long_ = false;
    int waiting_ = 0;
};

}  // namespace stepvault
