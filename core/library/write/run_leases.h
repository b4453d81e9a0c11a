#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "library/write/run_lease.h"

namespace stepvault {

/// Hands out the leases of a vault's runs: one for each run in a process, for as long as anyone holds it.
/// Thread-safe.
class RunLeases {
 public:
    /// Nothing is owned but the tips.
    RunLeases(const Vault& vault, Catalog& catalog, ThreadPool& pool, std::shared_ptr<TipStore> tips)
        : vault_(vault), catalog_(catalog), pool_(pool), tips_(std::move(tips)) {}

    /// ErrorCode::locked if another process writes the run.
    Result<std::shared_ptr<RunLease>> acquire(const std::string& run_id);

 private:
    const Vault& vault_;
    Catalog& catalog_;
    ThreadPool& pool_;
    std::shared_ptr<TipStore> tips_;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<RunLease>> leases_;
    std::map<std::string, std::shared_ptr<SoundSteps>> sound_;
};

}  // namespace stepvault
