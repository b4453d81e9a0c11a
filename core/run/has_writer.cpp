#include <algorithm>
#include <sys/stat.h>

#include "run/open_descriptors.h"
#include "run/stability_tracker.h"

namespace stepvault {

bool has_writer(const Fingerprint& fingerprint) {
    return find_descriptor([&](const OpenDescriptor& open) {
        struct stat s {};
        if (::fstatat(open.folder, open.name.c_str(), &s, 0) != 0) return false;
        const bool ours = std::ranges::any_of(fingerprint.files, [&](const FileIdentity& f) {
            return f.device == s.st_dev && f.inode == s.st_ino;
        });
        return ours && is_open_for_writing(open);
    });
}

}  // namespace stepvault
