#include "library/write/run_leases.h"

namespace stepvault {

Result<std::shared_ptr<RunLease>> RunLeases::acquire(const std::string& run_id) {
    const std::scoped_lock lock(mutex_);
    auto& lease = leases_[run_id];
    if (auto present = lease.lock()) return present;
    auto& sound = sound_[run_id];
    if (!sound) sound = std::make_shared<SoundSteps>();
    STEPVAULT_ASSIGN(run, RunWriter::open(vault_.run_folder(run_id), sound, tips_));
    auto acquired = std::make_shared<RunLease>(std::move(run), vault_, catalog_, pool_);
    STEPVAULT_TRY(acquired->reconcile());
    lease = acquired;
    return acquired;
}

}  // namespace stepvault
