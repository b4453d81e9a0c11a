// The files of levels in one node's folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "partition/level_file.h"

namespace stepvault {

struct LevelsFound {
    std::vector<LevelFile> files;
    std::vector<std::string> damaged;  ///< one line each
};

/// On which level a step is kept, and since when.
struct LevelSave {
    std::string step_id;
    std::uint32_t level = 1;    ///< 1 to 3
    std::int64_t saved_ns = 0;  ///< since the epoch
};

/// Ids of the steps of which anything is there, in their order.
std::vector<std::string> list_level_steps(const std::filesystem::path& folder, const std::string& run_id);
/// What can be read of one step.
LevelsFound read_level_step(const std::filesystem::path& folder, const std::string& run_id,
                            const std::string& step_id);
/// Of the steps of which a file can be read what its header says, in their order.
std::vector<LevelSave> list_level_saves(const std::filesystem::path& folder, const std::string& run_id);
/// Removes steps up to this level but `kept`, which is newer. A step that cannot be read goes, too.
void drop_levels(const std::filesystem::path& folder, const std::string& run_id, std::uint32_t level,
                 const std::string& kept);

}  // namespace stepvault
