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

/// Finds files in a run's folder that belong to several of its stored checkpoints: files that form one
/// checkpoint by their names are stored again when another file joins them.
class SharedOriginals {
 public:
    /// Opens all step files. `metas` must outlive this.
    SharedOriginals(const RunRecord& run, std::filesystem::path steps, std::span<const StepMeta> metas);

    /// Paths of an original's files, relative to the run's folder.
    using Paths = std::set<std::string>;
    static Paths paths_of(const OpenCheckpoint& original);

    /// The other checkpoints that include one of these files and whose originals are still complete.
    [[nodiscard]] std::vector<const StepMeta*> others_of(const StepMeta& meta, const Paths& paths) const;

 private:
    const RunRecord& run_;
    std::filesystem::path steps_;
    std::multimap<std::string, const StepMeta*> by_path_;  ///< relative to the run's folder
};

}  // namespace stepvault
