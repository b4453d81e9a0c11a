#include "base/log_file.h"

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace stepvault {

void bound_log(int descriptor, std::uint64_t most) {
    struct stat now {};
    if (::fstat(descriptor, &now) != 0 || !S_ISREG(now.st_mode)) return;
    if (static_cast<std::uint64_t>(now.st_size) <= most) return;
    if ((::fcntl(descriptor, F_GETFL) & O_APPEND) == 0) return;
    std::string kept(most / 2, '\0');
    const auto size = ::pread(descriptor, kept.data(), kept.size(),
                              static_cast<off_t>(static_cast<std::uint64_t>(now.st_size) - kept.size()));
    if (size < 0 || ::ftruncate(descriptor, 0) != 0) return;
    kept.resize(static_cast<std::size_t>(size));
    kept.erase(0, kept.find('\n') + 1);
    // A log that cannot be written loses lines, as the next ones would be lost.
    (void)!::write(descriptor, kept.data(), kept.size());
}

}  // namespace stepvault
