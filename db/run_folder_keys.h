#pragma once

#include <array>
#include <string_view>

namespace stepvault {

/// Names of the setting that holds a run's own folder, in training scripts and frameworks.
inline constexpr std::array<std::string_view, 12> run_folder_keys{
    "output_dir", "out_dir",          "save_dir", "checkpoint_dir", "checkpoints_dir", "ckpt_dir",
    "dirpath",    "default_root_dir", "run_dir",  "work_dir",       "log_dir",         "logging_dir"};

}  // namespace stepvault
