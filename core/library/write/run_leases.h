#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "library/write/run_lease.h"

namespace stepvault {

/// Hands out the leases of a vault's runs: one for each run in a process, for as long as anyone holds it.
/// Thread-safe.
class RunLeases {
 public:
    /// Nothing is owned.
    RunLeases(const Vault& vault, Catalog& catalog, ThreadPool& pool)
        : vault_(vault), catalog_(catalog), pool_(pool) {}

    /// ErrorCode::locked if another process writes the run.
    Result<std::shared_ptr<RunLease>> acquire(const std::string& run_id);

 private:
    const Vault& vault_;
    Catalog& catalog_;
    ThreadPool& pool_;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<RunLease>> leases_;
    std::map<std::string, std::shared_ptr<SoundSteps>> sound_;
};

}  // namespace stepvault
