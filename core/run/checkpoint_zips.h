// Finds the .zip files that are checkpoints, as Stable-Baselines3 saves them. All others (data, archives) are
// not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepvault {

/// True for a .zip whose first member does not belong to a checkpoint: it is neither Stable-Baselines3's
/// "data", nor torch.save's data.pkl, nor a file with a checkpoint's name. Reads the first bytes of the file.
bool is_other_zip(const std::filesystem::path& file);

/// Returns `names`, files in `folder`, without such zips.
std::vector<std::string> without_other_zips(const std::filesystem::path& folder,
                                            std::vector<std::string> names);

}  // namespace stepvault
