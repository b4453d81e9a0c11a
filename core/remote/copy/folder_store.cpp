#include "remote/copy/folder_store.h"

#include <algorithm>
#include <system_error>

#include "base/atomic_file.h"
#include "base/wall_clock.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr double seconds_of_day = 86400;

Error unlistable(const std::error_code& ec, const fs::path& folder) {
    return system_error(ec.value(), "list", folder.native());
}

}  // namespace

Result<fs::path> folder_of_copy(const fs::path& place) {
    std::error_code ec;
    auto folder = fs::absolute(place, ec).lexically_normal();
    if (place.empty() || ec)
        return Error{ErrorCode::invalid_argument,
                     "the copy's place is empty; name a folder, HOST:FOLDER or s3://BUCKET"};
    if (!folder.has_filename()) folder = folder.parent_path();
    if (fs::exists(folder, ec) && !fs::is_directory(folder, ec))
        return Error{ErrorCode::invalid_argument, folder.native() + " is not a folder; name another place"};
    return folder;
}

Result<std::vector<CopyStore::Object>> FolderStore::list(std::string_view prefix, const JobContext& job) {
    std::vector<Object> objects;
    std::error_code ec;
    if (!fs::exists(folder_, ec) && !ec) return objects;
    const auto below = prefix.substr(0, prefix.rfind('/') + 1);
    const auto start = below.empty() ? folder_ : folder_ / below.substr(0, below.size() - 1);
    if (!below.empty() && !fs::exists(start, ec) && !ec) return objects;
    fs::recursive_directory_iterator it(start, ec);
    for (; !ec && it != fs::recursive_directory_iterator(); it.increment(ec)) {
        STEPVAULT_TRY(job.check());
        std::error_code gone;
        if (!it->is_regular_file(gone)) continue;
        const auto identity = file_identity(it->path());
        if (!identity) continue;  // removed meanwhile
        const auto modified = static_cast<double>(identity->modified_ns) / 1e9;
        if (is_temporary_name(it->path().filename().native())) {
            if (unix_seconds() - modified > seconds_of_day) fs::remove(it->path(), gone);
            continue;
        }
        auto key = it->path().lexically_relative(folder_).native();
        if (key.starts_with(prefix)) objects.push_back({std::move(key), identity->size, modified});
    }
    if (ec) return unlistable(ec, start);
    return objects;
}

Status FolderStore::get(const std::string& key, std::uint64_t offset, const Sink& sink,
                        const JobContext& job) {
    STEPVAULT_ASSIGN(file, File::open_read(folder_ / key));
    Bytes buffer(std::size_t{1} << 20U);
    while (true) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(n, file.read_some(offset, buffer));
        if (n == 0) return {};
        STEPVAULT_TRY(sink(ByteView(buffer).first(n)));
        offset += n;
    }
}

Status FolderStore::put(const std::string& key, const File& file, std::uint64_t bytes,
                        const JobContext& job) {
    const auto path = folder_ / key;
    STEPVAULT_TRY(make_folders(path.parent_path(), FileAccess::owner));
    STEPVAULT_TRY(check_space(path.parent_path(), bytes));
    STEPVAULT_ASSIGN(copy, AtomicFile::create(path, FileAccess::owner));
    Progress progress{.done = 0, .total = bytes, .item = {}};
    Bytes buffer(std::min(bytes, std::uint64_t{1} << 20U));
    while (progress.done < bytes) {
        STEPVAULT_TRY(job.check());
        const auto part =
            MutableByteView(buffer).first(std::min<std::uint64_t>(buffer.size(), bytes - progress.done));
        STEPVAULT_TRY(file.read_exact(progress.done, part));
        STEPVAULT_TRY(copy.file().write_all(progress.done, part));
        progress.done += part.size();
        job.report(progress);
    }
    return copy.publish(AtomicFile::Existing::replace);
}

Status FolderStore::put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) {
    STEPVAULT_TRY(job.check());
    const auto path = folder_ / key;
    STEPVAULT_TRY(make_folders(path.parent_path(), FileAccess::owner));
    return write_file_atomically(path, as_view(bytes), FileAccess::owner);
}

Status FolderStore::remove(const std::string& key, const JobContext& job) {
    STEPVAULT_TRY(job.check());
    std::error_code ec;
    fs::remove(folder_ / key, ec);
    if (ec) return system_error(ec.value(), "remove", (folder_ / key).native());
    return {};
}

}  // namespace stepvault
