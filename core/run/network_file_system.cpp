#include <algorithm>
#include <array>
#include <cstdint>
#include <sys/vfs.h>

#include "run/stability_tracker.h"

namespace stepvault {

namespace {

/// f_type of statfs(2); linux/magic.h has only some of them.
constexpr std::array<std::uint32_t, 16> magic = {
    0x00006969,  // NFS
    0x0000517B,  // SMB
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB2
    0x65735546,  // FUSE: sshfs, s3fs, GlusterFS
    0x0BD00BD0,  // Lustre
    0x00C36400,  // Ceph
    0x47504653,  // GPFS
    0x19830326,  // BeeGFS
    0x20030528,  // OrangeFS
    0x5346414F,  // AFS
    0x73757245,  // Coda
    0x01021997,  // 9P
    0x01161970,  // GFS2
    0x7461636F,  // OCFS2
    0x786F4256,  // VirtualBox shared folders
};

}  // namespace

bool is_network_file_system(const std::filesystem::path& path) {
    struct statfs s {};
    if (::statfs(path.c_str(), &s) != 0) return false;
    return std::ranges::find(magic, static_cast<std::uint32_t>(s.f_type)) != magic.end();
}

}  // namespace stepvault
