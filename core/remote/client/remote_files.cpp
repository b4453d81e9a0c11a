#include "remote/client/remote_files.h"

#include "remote/client/pieces.h"
#include "remote/client/remote_call.h"

namespace stepvault {

std::string RemoteFiles::name() const {
    return link_.name();
}

Status RemoteFiles::fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                          const JobContext& job) {
    return in_pieces(
        offset, file.content.bytes,
        [&](std::uint64_t at, std::uint64_t bytes) {
            return call<&StoredFiles::piece>(link_, file.path, at, bytes, JobContext{job.stop});
        },
        [&](const Result<Bytes>& content, std::uint64_t bytes) -> Status {
            if (!content) return content.error();
            if (content->size() != bytes)
                return Error{ErrorCode::corrupt, name() + " sent another part of " + file.path};
            STEPVAULT_TRY(sink(*content));
            return job.check();
        });
}

}  // namespace stepvault
