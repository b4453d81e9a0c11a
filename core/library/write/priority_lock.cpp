#include "library/write/priority_lock.h"

namespace stepvault {

Result<PriorityLock::Held> PriorityLock::wait(const JobContext& job) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    const bool is_free = released_.wait(lock, job.stop, [this] { return !taken_; });
    --waiting_;
    if (!is_free) return job.check().error();
    taken_ = taken_for_long_ = true;
    return Held(this);
}

PriorityLock::Held PriorityLock::try_take() {
    const std::scoped_lock lock(mutex_);
    if (taken_ || waiting_ > 0) return nullptr;
    taken_ = true;
    return Held(this);
}

bool PriorityLock::is_claimed() const {
    const std::scoped_lock lock(mutex_);
    return taken_for_long_ || waiting_ > 0;
}

void PriorityLock::release() {
    {
        const std::scoped_lock lock(mutex_);
        taken_ = taken_for_long_ = false;
    }
    released_.notify_all();
}

}  // namespace stepvault
