#include "run/folder_glance.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace stepvault {

Result<FolderGlance> glance_at(const std::filesystem::path& folder) {
    const auto failed = [&](int error) { return system_error(error, "read folder", folder.native()); };
    std::error_code ec;
    auto real = std::filesystem::canonical(folder, ec);
    if (ec) return failed(ec.value());
    const int opened = ::open(real.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return failed(errno);
    struct stat found {};
    // Uses the name ".", because fstat() does not check whether the folder may be entered.
    const int error = ::fstatat(opened, ".", &found, 0) == 0 ? 0 : errno;
    ::close(opened);
    if (error != 0) return failed(error);
    return FolderGlance{std::move(real), found.st_dev, found.st_ino};
}

}  // namespace stepvault
