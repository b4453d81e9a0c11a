#include "db/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace stepvault {

namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::create() {
    std::error_code ec;
    const auto place = fs::temp_directory_path(ec);
    if (ec) return system_error(ec.value(), "find", "a folder for temporary files");
    auto name = (place / "stepvault-XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) return system_error(errno, "make a folder in", place.native());
    return TemporaryFolder(std::move(name));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ec;
    if (!path_.empty()) fs::remove_all(path_, ec);
}

}  // namespace stepvault
