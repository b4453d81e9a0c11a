// How other programs' databases name a run's folder.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>

namespace stepvault {

/// Names of the setting that holds a run's own folder, in training scripts and frameworks.
inline constexpr std::array<std::string_view, 12> run_folder_keys{
    "output_dir", "out_dir",          "save_dir", "checkpoint_dir", "checkpoints_dir", "ckpt_dir",
    "dirpath",    "default_root_dir", "run_dir",  "work_dir",       "log_dir",         "logging_dir"};

/// The path that `text` names, a path relative to `base` or a file: URI; empty for URIs of other kinds.
std::filesystem::path named_path(std::string_view text, const std::filesystem::path& base);

}  // namespace stepvault
