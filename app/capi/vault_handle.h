#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>

#include "base/communicator.h"
#include "library/cluster/shared_vault.h"
#include "library/restore/checkpoint_reader.h"
#include "stepvault.h"

/// The object behind a C caller's handle.
struct stepvault_vault : stepvault::ProgressSink {
    std::unique_ptr<stepvault::Communicator> communicator;
    std::unique_ptr<stepvault::SharedVault> library;
    std::vector<stepvault::RankWork> work;  ///< of the last save that succeeded

    void on_progress(const stepvault::Progress& progress) override {
        done = progress.done;
        total = progress.total;
    }
    /// Resets cancellation and progress, and returns the context of a new call.
    stepvault::JobContext begin() {
        const std::scoped_lock lock(mutex);
        stop = std::stop_source();
        done = 0;
        total = 0;
        return {stop.get_token(), this};
    }
    void cancel() {
        const std::scoped_lock lock(mutex);
        stop.request_stop();
    }

    std::mutex mutex;  ///< guards `stop`
    std::stop_source stop;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0;
};

/// The object behind a C caller's checkpoint.
struct stepvault_checkpoint {
    stepvault_checkpoint(stepvault::CheckpointReader opened, unsigned threads)
        : reader(std::move(opened)), pool(threads) {}

    stepvault::CheckpointReader reader;
    stepvault::ThreadPool pool;
};
