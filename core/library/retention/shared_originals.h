#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "run/completeness.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Which files in a run's folder are of several of its stored checkpoints: files that are one checkpoint by
/// their names are filed once more when another one comes to them.
class SharedOriginals {
 public:
    /// Opens all step files. `metas` must outlive this.
    SharedOriginals(const RunRecord& run, std::filesystem::path steps, std::span<const StepMeta> metas);

    /// Of an original's files, below the run's folder.
    using Paths = std::set<std::string>;
    static Paths paths_of(const OpenCheckpoint& original);

    /// The other checkpoints that have one of these files and whose originals are still there as a whole.
    [[nodiscard]] std::vector<const StepMeta*> others_of(const StepMeta& meta, const Paths& paths) const;

 private:
    const RunRecord& run_;
    std::filesystem::path steps_;
    std::multimap<std::string, const StepMeta*> by_path_;  ///< below the run's folder
};

}  // namespace stepvault
