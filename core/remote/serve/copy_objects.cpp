#include "remote/serve/copy_objects.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/file_lock.h"
#include "base/text.h"

namespace stepvault {

namespace {

/// False for a key that could lead out of the folder.
Status check_key(std::string_view key) {
    const bool is_plain = std::ranges::all_of(key, [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '.' ||
               c == '_' || c == '/';
    });
    bool has_names = true;
    for (std::size_t at = 0; at <= key.size();) {
        const auto end = std::min(key.find('/', at), key.size());
        const auto name = key.substr(at, end - at);
        has_names = has_names && !name.empty() && name != "." && name != "..";
        at = end + 1;
    }
    if (is_plain && has_names) return {};
    return Error{ErrorCode::invalid_argument, "a request names something that is not an object of a copy"};
}

Status upload_ended() {
    return Error{ErrorCode::not_found, "a request continues an upload that has ended"};
}

std::filesystem::path uploads_folder(const std::filesystem::path& folder) {
    return folder / "uploads";
}

}  // namespace

CopyObjects::CopyObjects(std::filesystem::path folder) : store_(std::move(folder)) {
    remove_unheld(uploads_folder(store_.folder()), "", std::chrono::hours(24 * 7));
}

Result<std::vector<CopyStore::Object>> CopyObjects::list(const std::string& prefix, const JobContext& job) {
    if (!prefix.empty()) STEPVAULT_TRY(check_key(prefix.ends_with('/') ? prefix + "x" : prefix));
    return store_.list(prefix, job);
}

Result<ContentName> CopyObjects::content(const std::string& key, std::uint64_t expected_bytes,
                                         const JobContext& job) {
    STEPVAULT_TRY(check_key(key));
    return store_.content(key, expected_bytes, job);
}

Result<ObjectPiece> CopyObjects::piece(const std::string& key, std::uint64_t offset, std::uint64_t bytes,
                                       const JobContext& job) {
    STEPVAULT_TRY(job.check());
    STEPVAULT_TRY(check_key(key));
    STEPVAULT_ASSIGN(file, File::open_read(store_.folder() / key));
    STEPVAULT_ASSIGN(identity, file.identity());
    ObjectPiece piece{.bytes = {}, .object_bytes = identity.size, .version = identity.modified_ns};
    if (offset >= identity.size) return piece;
    piece.bytes.resize(std::min({bytes, largest_piece, identity.size - offset}));
    STEPVAULT_TRY(file.read_exact(offset, piece.bytes));
    return piece;
}

Status CopyObjects::put(const std::string& key, const Bytes& bytes, const JobContext& job) {
    STEPVAULT_TRY(check_key(key));
    return store_.put_bytes(key, as_text(bytes), job);
}

Result<BegunUpload> CopyObjects::begin(const std::string& key, const ContentName& content,
                                       const JobContext& job) {
    STEPVAULT_TRY(check_key(key));
    if (!is_content_hash(content.hash) || content.bytes > ContentName::most_bytes)
        return Error{ErrorCode::invalid_argument, "a request begins an upload without a valid content"};
    const auto uploads = uploads_folder(store_.folder());
    STEPVAULT_TRY(make_folders(uploads, FileAccess::owner));
    STEPVAULT_ASSIGN(file, PartialFile::open(uploads, content, job));
    BegunUpload begun{.upload = 0, .present_bytes = file.size(), .stays = file.stays()};
    STEPVAULT_TRY(check_space(uploads, content.bytes - begun.present_bytes));
    auto upload = std::make_shared<ObjectUpload>(std::move(file), store_.folder() / key);
    const std::scoped_lock lock(mutex_);
    if (uploads_.size() >= most_uploads)
        return Error{ErrorCode::limit, "too many files are sent at the same time"};
    begun.upload = ++last_;
    uploads_.emplace(begun.upload, std::move(upload));
    return begun;
}

std::shared_ptr<ObjectUpload> CopyObjects::find(std::uint64_t upload) {
    const std::scoped_lock lock(mutex_);
    const auto at = uploads_.find(upload);
    return at != uploads_.end() ? at->second : nullptr;
}

Status CopyObjects::write(std::uint64_t upload, std::uint64_t offset, const Bytes& bytes,
                          const JobContext& job) {
    STEPVAULT_TRY(job.check());
    const auto found = find(upload);
    return found ? found->write(offset, bytes) : upload_ended();
}

Status CopyObjects::finish(std::uint64_t upload, const JobContext& job) {
    STEPVAULT_TRY(job.check());
    const auto found = find(upload);
    STEPVAULT_TRY(abandon(upload));
    return found ? found->finish() : upload_ended();
}

Status CopyObjects::abandon(std::uint64_t upload) {
    const std::scoped_lock lock(mutex_);
    uploads_.erase(upload);
    return {};
}

Status CopyObjects::remove(const std::string& key, const JobContext& job) {
    STEPVAULT_TRY(check_key(key));
    return store_.remove(key, job);
}

}  // namespace stepvault
