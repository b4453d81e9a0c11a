#include "ui/restore/target_check.h"

#include <system_error>
#include <unistd.h>

#include "base/file.h"

namespace stepvault::ui {

namespace {

namespace fs = std::filesystem;

Status findVolume(TargetCheck& check) {
    std::error_code error;
    fs::path above = check.target.parent_path();
    while (!fs::exists(above, error) && above.has_relative_path())
        above = above.parent_path();
    if (!fs::is_directory(above, error))
        return Error{ErrorCode::invalid_argument, above.native() + " is not a folder; choose another place"};
    if (::access(above.c_str(), W_OK | X_OK) != 0)
        return Error{ErrorCode::permission,
                     "you have no right to write in " + above.native() + "; choose another place"};
    check.volume = above;
    const auto free = free_space(above);
    if (free.ok()) check.freeBytes = *free;
    return {};
}

}  // namespace

Result<TargetCheck> checkTarget(const fs::path& target) {
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
    STEPVAULT_TRY(findVolume(check));
    return check;
}

Result<TargetCheck> checkFolder(const fs::path& folder) {
    if (!folder.is_absolute())
        return Error{ErrorCode::invalid_argument, "choose the whole path of a folder, such as /data/steps"};
    TargetCheck check;
    check.target = folder;
    std::error_code error;
    check.isFolder = fs::is_directory(folder, error);
    if (!check.isFolder && fs::exists(fs::symlink_status(folder, error)))
        return Error{ErrorCode::invalid_argument, folder.native() + " is a file; choose a folder"};
    STEPVAULT_TRY(findVolume(check));
    return check;
}

}  // namespace stepvault::ui
