// The folder of a run that keeps step files which can be neither restored nor repaired.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

class Quarantine {
 public:
    explicit Quarantine(const std::filesystem::path& run_folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// A free name that nothing reads, so that users can still examine the file.
    [[nodiscard]] std::filesystem::path free_name_of(const std::string& id) const;

    /// Moves the step files of the keys of `lost` here and returns the ids of those that were moved; a
    /// missing file is skipped. A file that lies here already keeps its name unless `is_usable` says that
    /// the step in `steps` can itself be restored. An interruption leaves every remaining step with all that
    /// it builds on.
    Result<std::vector<std::string>> take(const std::filesystem::path& steps,
                                          const std::map<std::string, std::string>& lost,
                                          const std::function<bool(const std::string& id)>& is_usable) const;

 private:
    std::filesystem::path folder_;
};

}  // namespace stepvault
