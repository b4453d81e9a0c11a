// Which .zip files are checkpoints, as Stable-Baselines3 saves them. All others (data, archives) are not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepvault {

/// True for a .zip whose first member is none of a checkpoint's: neither Stable-Baselines3's "data", nor
/// torch.save's data.pkl, nor a file that is a checkpoint by its name. Reads the first bytes.
bool is_other_zip(const std::filesystem::path& file);

/// `names`: of files in `folder`.
std::vector<std::string> without_other_zips(const std::filesystem::path& folder,
                                            std::vector<std::string> names);

}  // namespace stepvault
