// The level files in one node's folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "partition/level_file.h"

namespace stepvault {

struct LevelsFound {
    std::vector<LevelFile> files;
    std::vector<std::string> damaged;  ///< one line for each file
};

/// The level of a stored step, and the time of its save.
struct LevelSave {
    std::string step_id;
    std::uint32_t level = 1;    ///< 1 to 3
    std::int64_t saved_ns = 0;  ///< since the epoch
};

/// Ids of the steps that have any file, in order.
std::vector<std::string> list_level_steps(const std::filesystem::path& folder, const std::string& run_id);
/// The readable files of one step.
LevelsFound read_level_step(const std::filesystem::path& folder, const std::string& run_id,
                            const std::string& step_id);
/// The header data of each step with a readable file, in the order of steps.
std::vector<LevelSave> list_level_saves(const std::filesystem::path& folder, const std::string& run_id);
/// Removes steps up to this level, except `kept`, which is newer. Removes unreadable steps too.
void drop_levels(const std::filesystem::path& folder, const std::string& run_id, std::uint32_t level,
                 const std::string& kept);

}  // namespace stepvault
