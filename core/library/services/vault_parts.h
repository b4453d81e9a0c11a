#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/thread_pool.h"
#include "library/catalog/backends.h"
#include "library/summary/run_info.h"
#include "library/write/run_leases.h"
#include "run/training_processes.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

/// The parts that the services of a local vault share.
struct VaultParts {
    VaultParts(Vault v, std::unique_ptr<Catalog> c, MetricSourceFactory m, unsigned threads)
        : vault(std::move(v)),
          catalog(std::move(c)),
          open_metrics(std::move(m)),
          pool(threads),
          tips(std::make_shared<TipStore>(tip_cache_folder(vault.folder()), TipStore::Place::cache)),
          leases(vault, *catalog, pool, tips),
          losses(*catalog) {}

    [[nodiscard]] const std::filesystem::path& folder() const { return vault.folder(); }
    [[nodiscard]] std::filesystem::path file_of(const std::string& run_id,
                                                const std::string& checkpoint_id) const {
        return step_path(steps_folder(vault.run_folder(run_id)), checkpoint_id);
    }

    Vault vault;
    std::unique_ptr<Catalog> catalog;
    MetricSourceFactory open_metrics;
    ThreadPool pool;
    std::shared_ptr<TipStore> tips;
    RunLeases leases;
    LossDigests losses;
    TrainingProcesses processes;
};

}  // namespace stepvault
