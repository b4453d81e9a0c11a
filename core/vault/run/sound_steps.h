#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "vault/format/step_meta.h"

namespace stepvault {

/// Remembers which step files of a run were read and found sound, so that they are not read again until they
/// change. Outlives the run's writers. Not thread-safe.
class SoundSteps {
 public:
    /// True if every byte of the step's file, and of all files that it builds on, has its checksum. `steps`:
    /// of the run, in `folder`.
    bool check(const std::filesystem::path& folder, const std::vector<StepMeta>& steps, const StepMeta& step);
    /// `id` was published just now.
    void add(const std::filesystem::path& folder, const std::string& id);
    [[nodiscard]] bool contains(const std::string& id) const { return identities_.contains(id); }
    void clear() { identities_.clear(); }

 private:
    std::map<std::string, FileIdentity> identities_;  ///< by id, as the file was then
};

}  // namespace stepvault
