#include "remote/copy/copy_store.h"

#include "base/xxh3_wide.h"

namespace stepvault {

Result<ContentName> CopyStore::content(const std::string& key, std::uint64_t expected_bytes,
                                       const JobContext& job) {
    Xxh3Wide hash;
    Progress progress{.done = 0, .total = expected_bytes, .item = {}};
    STEPVAULT_TRY(get(
        key, 0,
        [&](ByteView part) -> Status {
            hash.update(part);
            progress.done += part.size();
            job.report(progress);
            return job.check();
        },
        job));
    return ContentName{hash.digest(), progress.done};
}

Result<std::string> get_text(CopyStore& store, const std::string& key, std::uint64_t most,
                             const JobContext& job) {
    std::string text;
    STEPVAULT_TRY(store.get(
        key, 0,
        [&](ByteView bytes) -> Status {
            if (bytes.size() > most - text.size())
                return Error{ErrorCode::limit, key + " in " + store.name() + " is too large"};
            text += as_text(bytes);
            return {};
        },
        job));
    return text;
}

}  // namespace stepvault
