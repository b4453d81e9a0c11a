#include "remote/fetch/fetched_vault.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/lock_wait.h"
#include "base/part_progress.h"
#include "base/paths.h"
#include "base/text.h"
#include "remote/fetch/partial_file.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t cache_share_of_disk = 10;

fs::path partial_folder(const fs::path& folder) {
    return folder / "fetching";
}

struct FetchedFile {
    fs::path path;
    std::uint64_t bytes = 0;
    fs::file_time_type used;
};

/// The step files, and the files that are not complete yet.
std::vector<FetchedFile> fetched_files(const fs::path& folder) {
    std::vector<FetchedFile> files;
    std::error_code ec;
    fs::recursive_directory_iterator it(folder, ec);
    for (; !ec && it != fs::recursive_directory_iterator(); it.increment(ec)) {
        std::error_code gone;
        const bool is_partial = it->path().parent_path() == partial_folder(folder);
        if ((!is_partial && it->path().extension() != ".svstep") || !it->is_regular_file(gone)) continue;
        const FetchedFile file{it->path(), it->file_size(gone), it->last_write_time(gone)};
        if (!gone) files.push_back(file);
    }
    return files;
}

std::uint64_t bytes_of_files(const std::vector<FetchedFile>& files) {
    std::uint64_t bytes = 0;
    for (const auto& file : files)
        bytes += file.bytes;
    return bytes;
}

/// Does nothing while any process uses the folder.
void evict(const fs::path& folder, std::uint64_t most_bytes) {
    const auto alone = FileLock::acquire_existing(folder);
    if (!alone) return;
    auto files = fetched_files(folder);
    std::ranges::sort(files, {}, &FetchedFile::used);
    auto bytes = bytes_of_files(files);
    for (const auto& file : files) {
        if (bytes <= most_bytes) return;
        std::error_code ec;
        fs::remove(file.path, ec);
        if (!ec) bytes -= file.bytes;
    }
}

/// True for a path that stays below the folder, in the parts of a vault that may be fetched.
bool is_inside_vault(const std::string& path) {
    const fs::path named(path);
    if (named.is_absolute() || named.lexically_normal().native() != path || !named.has_filename())
        return false;
    const auto first = *named.begin();
    const bool is_plain = std::ranges::none_of(path, [](char c) { return is_control(c); });
    return is_plain && (first == "runs" || first == "bases");
}

/// True if the file is there in that version. Marks it as used.
bool has_version(const fs::path& path, const ContentName& content, const JobContext& job) {
    const auto file = File::open_read(path);
    if (!file) return false;
    const auto size = file->size();
    if (!size || *size != content.bytes) return false;
    const auto present = name_content(*file, content.bytes, [&](std::uint64_t) { return job.check(); });
    if (!present || *present != content) return false;
    std::error_code ec;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ec);
    return true;
}

}  // namespace

fs::path FetchedVault::folder_for(std::string_view source_name) {
    const auto cache = user_cache_folder();
    if (cache.empty()) return {};
    return cache / "stepvault" / "fetched" / hex_digits(xxh3(as_view(source_name)));
}

Result<FetchedVault> FetchedVault::open(fs::path folder, std::optional<std::uint64_t> most_bytes) {
    if (folder.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "there is no folder to keep fetched files in; set XDG_CACHE_HOME to an absolute path"};
    }
    STEPVAULT_TRY(make_folders(folder, FileAccess::owner));
    if (!most_bytes) {
        STEPVAULT_ASSIGN(free, free_space(folder));
        most_bytes = (free + bytes_of_files(fetched_files(folder))) / cache_share_of_disk;
    }
    evict(folder, *most_bytes);
    // Another process holds the lock while it looks for files to remove.
    STEPVAULT_ASSIGN(in_use,
                     await_lock([&] { return FileLock::acquire_shared(folder); }, std::chrono::seconds(30)));
    STEPVAULT_TRY(Vault::open(folder, true));
    STEPVAULT_TRY(make_folders(partial_folder(folder), FileAccess::owner));
    return FetchedVault(std::move(folder), *most_bytes, std::move(in_use));
}

FetchedVault::~FetchedVault() {
    if (folder_.empty()) return;  // moved from
    in_use_.reset();
    evict(folder_, most_bytes_);
}

Status FetchedVault::fetch(std::span<const FetchFile> files, FileSource& source, const JobContext& job) {
    std::vector<const FetchFile*> missing;
    std::uint64_t bytes = 0;
    for (const auto& file : files) {
        STEPVAULT_TRY(job.check());
        const auto& content = file.content;
        // The hash becomes part of a file's name.
        if (!is_inside_vault(file.path) || !is_content_hash(content.hash) ||
            content.bytes > ContentName::most_bytes - bytes) {
            return Error{ErrorCode::invalid_argument,
                         source.name() + " names a file \"" + file.path + "\" that no vault has"};
        }
        if (has_version(folder_ / file.path, content, job)) continue;
        missing.push_back(&file);
        bytes += content.bytes;
    }
    STEPVAULT_TRY(check_space(folder_, bytes));
    PartProgress progress(job, "from " + source.name());
    progress.expect(bytes);
    for (const auto* file : missing) {
        progress.begin(file->content.bytes);
        STEPVAULT_TRY(fetch_one(*file, source, progress.job()));
    }
    if (!missing.empty()) progress.end();
    return {};
}

Status FetchedVault::fetch_one(const FetchFile& file, FileSource& source, const JobContext& job) {
    STEPVAULT_ASSIGN(partial, PartialFile::open(partial_folder(folder_), file.content, job));
    const auto fetch_rest = [&]() -> Status {
        if (partial.size() == file.content.bytes) return {};
        return source.fetch(
            file, partial.size(),
            [&](ByteView bytes) -> Status {
                STEPVAULT_TRY(partial.append(bytes));
                job.report({.done = partial.size(), .total = file.content.bytes, .item = {}});
                return job.check();
            },
            job);
    };
    const bool is_resumed = partial.size() > 0;
    auto status = fetch_rest();
    // The beginning may be damaged, as after a loss of power.
    if (is_resumed && (status ? !partial.is_whole() : status.error().code == ErrorCode::corrupt)) {
        STEPVAULT_TRY(partial.clear());
        status = fetch_rest();
    }
    if (status && partial.is_whole()) return partial.publish(folder_ / file.path);
    if (!status && status.error().code != ErrorCode::corrupt) return status;
    partial.remove();
    return Error{ErrorCode::corrupt, file.path + " in " + source.name() +
                                         " is damaged: it is not the file that was copied; look for damage "
                                         "with `stepvault verify`, in a copy with `stepvault verify --copy`"};
}

}  // namespace stepvault
