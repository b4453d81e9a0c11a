#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "library/catalog/catalog.h"
#include "library/write/priority_lock.h"
#include "vault/records/vault.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// A run whose lock this process holds, and whose rows in the catalog it keeps up to date. Thread-safe.
/// Operations on runs are free functions over it (run_operations.h).
class RunLease {
 public:
    /// The run, for as long as this object lives; no other thread has it meanwhile.
    class Access {
     public:
        explicit Access(const RunLease& lease) : lock_(lease.mutex_), run_(lease.run_.get()) {}
        RunWriter* operator->() const { return run_; }
        RunWriter& operator*() const { return *run_; }

     private:
        std::unique_lock<std::mutex> lock_;
        RunWriter* run_;
    };

    RunLease(std::unique_ptr<RunWriter> run, const Vault& vault, Catalog& catalog, ThreadPool& pool)
        : vault_(vault), run_(std::move(run)), folder_(run_->folder()), catalog_(catalog), pool_(pool) {}

    /// In the vault.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// The watcher holds it for each look at the run, and long operations from begin to end.
    [[nodiscard]] PriorityLock& turn() { return turn_; }
    /// For a short operation.
    [[nodiscard]] Access access() const { return Access(*this); }
    /// For a short operation that a user waits for. ErrorCode::locked while a long operation has the run or
    /// waits for it, which may take hours.
    [[nodiscard]] Result<Access> try_access() const;

    /// Calls `operation(RunWriter&)` after the watcher's current look; the watcher skips the run meanwhile.
    /// ErrorCode::cancelled.
    template <class Operation>
    std::invoke_result_t<Operation, RunWriter&> exclusively(const JobContext& job, Operation&& operation) {
        const auto turn = turn_.wait(job);
        if (!turn) return turn.error();
        const auto run = access();
        return std::forward<Operation>(operation)(*run);
    }
    /// Like exclusively(), for an operation that changes many step files: brings the catalog and the parity
    /// up to date in the end, also after an error.
    template <class Operation>
    std::invoke_result_t<Operation, RunWriter&> rewrite(const JobContext& job, Operation&& operation) {
        return exclusively(job, [&](RunWriter& run) {
            auto result = std::forward<Operation>(operation)(run);
            sync_after_rewrite(job);
            return result;
        });
    }

    [[nodiscard]] RunRow row() const;
    /// Brings the catalog up to date, since a killed process may have left it behind. A catalog that cannot
    /// be written is no error.
    Status reconcile();
    /// Brings the catalog up to date if it could not be written before.
    Status catch_up();
    /// Writes the curves that were read since the last call to the catalog, and returns how they changed.
    std::vector<SeriesChange> show_metrics();

    /// Writes the run's record to the catalog.
    Status put_record(const Access& run);
    /// Writes a new step to the catalog, and its parity to the vault.
    void put_step(const Access& run, const StepFile& step, const JobContext& job);

 private:
    Status sync_catalog();
    void sync_after_rewrite(const JobContext& job);
    void close_catalog(const Access& run);

    PriorityLock turn_;  ///< taken before mutex_
    mutable std::mutex mutex_;
    Vault vault_;
    std::unique_ptr<RunWriter> run_;
    std::filesystem::path folder_;
    Catalog& catalog_;
    ThreadPool& pool_;
    bool behind_ = false;  ///< the catalog lacks something that is stored
    bool is_catalog_closed_ = false;
    std::uint64_t shown_ = 0;  ///< position in the log of metrics that the catalog has reached
};

}  // namespace stepvault
