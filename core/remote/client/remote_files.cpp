#include "remote/client/remote_files.h"

#include <algorithm>
#include <deque>
#include <future>

#include "remote/client/remote_call.h"

namespace stepvault {

namespace {

constexpr std::uint64_t asked_bytes = std::uint64_t{1} << 20;
/// A link of a gigabit with 50 ms there and back carries six pieces at a time.
constexpr std::size_t pieces_at_once = 6;

}  // namespace

std::string RemoteFiles::name() const {
    return link_.place().host + ":" + link_.vault().native();
}

Status RemoteFiles::fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                          const JobContext& job) {
    struct Piece {
        std::uint64_t bytes = 0;
        std::future<Result<Bytes>> content;
    };
    std::deque<Piece> coming;
    auto asked = offset;
    while (asked < file.content.bytes || !coming.empty()) {
        while (asked < file.content.bytes && coming.size() < pieces_at_once) {
            const auto bytes = std::min(asked_bytes, file.content.bytes - asked);
            coming.push_back({bytes, std::async(std::launch::async, [this, &file, asked, bytes] {
                                  return call<&StoredFiles::piece>(link_, file.path, asked, bytes);
                              })});
            asked += bytes;
        }
        const auto content = coming.front().content.get();
        if (!content) return content.error();
        if (content->size() != coming.front().bytes)
            return Error{ErrorCode::corrupt, name() + " sent another part of " + file.path};
        coming.pop_front();
        STEPVAULT_TRY(sink(*content));
        STEPVAULT_TRY(job.check());
    }
    return {};
}

}  // namespace stepvault
