#include "remote/fetch/partial_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/atomic_file.h"

namespace stepvault {

Result<PartialFile> PartialFile::open(const std::filesystem::path& folder, const ContentName& content,
                                      const JobContext& job) {
    const auto path = folder / content.text();
    auto lock = FileLock::acquire(path);
    if (!lock && lock.error().code != ErrorCode::locked) return lock.error();
    if (!lock) {
        STEPVAULT_ASSIGN(other, File::create(temporary_sibling(path), FileAccess::owner));
        return PartialFile(std::move(other), {}, content);
    }
    STEPVAULT_ASSIGN(file, File::open_write(path, FileAccess::owner));
    PartialFile partial(std::move(file), std::move(*lock), content);
    STEPVAULT_TRY(partial.read_present(job));
    return partial;
}

PartialFile::~PartialFile() {
    // Only an object that was moved from names no content.
    if (!lock_ && !content_.hash.empty()) remove();
}

Status PartialFile::read_present(const JobContext& job) {
    STEPVAULT_ASSIGN(present, file_.size());
    if (present > content_.bytes) return clear();
    Bytes buffer(std::min(present, std::uint64_t{1} << 20U));
    while (size_ < present) {
        const auto part =
            MutableByteView(buffer).first(std::min<std::uint64_t>(buffer.size(), present - size_));
        STEPVAULT_TRY(job.check());
        STEPVAULT_TRY(file_.read_exact(size_, part));
        hash_.update(part);
        size_ += part.size();
    }
    return {};
}

Status PartialFile::append(ByteView bytes) {
    if (bytes.size() > content_.bytes - size_)
        return Error{ErrorCode::corrupt, "the source gives more bytes than the file has"};
    STEPVAULT_TRY(file_.write_all(size_, bytes));
    hash_.update(bytes);
    size_ += bytes.size();
    return {};
}

Status PartialFile::clear() {
    size_ = 0;
    hash_ = Xxh3Wide();
    return file_.truncate(0);
}

Status PartialFile::publish(const std::filesystem::path& target) {
    STEPVAULT_TRY(file_.sync());
    STEPVAULT_TRY(make_folders(target.parent_path(), FileAccess::owner));
    if (std::rename(file_.path().c_str(), target.c_str()) != 0)
        return system_error(errno, "create", target.native());
    return sync_folder(target.parent_path());
}

void PartialFile::remove() {
    std::error_code ec;
    std::filesystem::remove(file_.path(), ec);
}

}  // namespace stepvault
