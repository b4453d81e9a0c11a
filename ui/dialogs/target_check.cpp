#include "ui/dialogs/target_check.h"

#include <system_error>

#include "base/file.h"

namespace stepvault::ui {

Result<TargetCheck> checkTarget(const std::filesystem::path& target) {
    namespace fs = std::filesystem;
    if (!target.is_absolute() || !target.has_filename())
        return Error{ErrorCode::invalid_argument,
                     "choose a whole path with a file name, such as /data/step.pt"};
    TargetCheck check;
    check.target = target;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(target, error);
    check.exists = fs::exists(status);
    check.isFolder = fs::is_directory(status);
    if (check.isFolder && !fs::is_empty(target, error))
        return Error{ErrorCode::already_exists,
                     target.native() + " is a folder with files in it; choose a name that is free"};
    fs::path above = target.parent_path();
    while (!fs::exists(above, error) && above.has_relative_path())
        above = above.parent_path();
    if (!fs::is_directory(above, error))
        return Error{ErrorCode::invalid_argument, above.native() + " is not a folder; choose another place"};
    check.volume = above;
    const auto free = free_space(above);
    if (free.ok()) check.freeBytes = *free;
    return check;
}

}  // namespace stepvault::ui
