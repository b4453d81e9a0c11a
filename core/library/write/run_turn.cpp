#include "library/write/run_turn.h"

namespace stepvault {

Result<RunTurn::Held> RunTurn::wait(const JobContext& job) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    const bool is_free = freed_.wait(lock, job.stop, [this] { return !taken_; });
    --waiting_;
    if (!is_free) return job.check().error();
    taken_ = taken_for_long_ = true;
    return Held(this);
}

RunTurn::Held RunTurn::try_take() {
    const std::scoped_lock lock(mutex_);
    if (taken_ || waiting_ > 0) return nullptr;
    taken_ = true;
    return Held(this);
}

bool RunTurn::is_claimed() const {
    const std::scoped_lock lock(mutex_);
    return taken_for_long_ || waiting_ > 0;
}

void RunTurn::give_back() {
    {
        const std::scoped_lock lock(mutex_);
        taken_ = taken_for_long_ = false;
    }
    freed_.notify_all();
}

}  // namespace stepvault
