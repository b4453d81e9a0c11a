#include "vault/originals/file_copying.h"

#include <array>
#include <cerrno>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "base/access_rights.h"
#include "base/checksum.h"
#include "base/file.h"

namespace stepvault {

Status read_through(const File& file,
                    const std::function<Status(std::uint64_t offset, ByteView bytes)>& take) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    Bytes buffer(at_once);
    for (std::uint64_t offset = 0;;) {
        STEPVAULT_ASSIGN(n, file.read_some(offset, buffer));
        if (n == 0) return {};
        STEPVAULT_TRY(take(offset, ByteView(buffer).first(n)));
        offset += n;
    }
}

Status copy_content(const File& from, File& to) {
    return read_through(from,
                        [&](std::uint64_t offset, ByteView bytes) { return to.write_all(offset, bytes); });
}

Result<std::uint64_t> hash_of_file(const File& file,
                                   const std::function<Status(std::uint64_t bytes)>& progress) {
    Xxh3 hash;
    STEPVAULT_TRY(read_through(file, [&](std::uint64_t, ByteView bytes) {
        hash.update(bytes);
        return progress(bytes.size());
    }));
    return hash.digest();
}

Result<FileCopy> copy_file(const File& file, const std::filesystem::path& to,
                           const std::function<Status(std::uint64_t bytes)>& progress) {
    STEPVAULT_ASSIGN(size, file.size());
    STEPVAULT_TRY(check_space(to.parent_path(), size));
    STEPVAULT_ASSIGN(copy, AtomicFile::create(to, FileAccess::owner));
    Xxh3 hash;
    STEPVAULT_TRY(read_through(file, [&](std::uint64_t offset, ByteView bytes) -> Status {
        hash.update(bytes);
        STEPVAULT_TRY(copy.file().write_all(offset, bytes));
        return progress(bytes.size());
    }));
    struct stat s {};
    if (::fstat(file.descriptor(), &s) != 0) return system_error(errno, "examine", file.path().native());
    STEPVAULT_TRY(take_rights(copy.file(), file));
    const std::array<timespec, 2> times{s.st_atim, s.st_mtim};
    if (::futimens(copy.file().descriptor(), times.data()) != 0)
        return system_error(errno, "set the time of", to.native());
    return FileCopy{std::move(copy), hash.digest()};
}

Status link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code ec;
    std::filesystem::create_hard_link(from, to, ec);
    if (!ec) return {};
    STEPVAULT_ASSIGN(file, File::open_read(from));
    STEPVAULT_ASSIGN(copy, copy_file(file, to, [](std::uint64_t) { return Status(); }));
    return copy.file.publish(AtomicFile::Existing::keep);
}

}  // namespace stepvault
