#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/bytes.h"
#include "base/progress.h"
#include "remote/fetch/content_name.h"

namespace stepvault {

/// A file of a vault that lies elsewhere.
struct FetchFile {
    std::string path;     ///< below the vault, '/'-joined
    ContentName content;  ///< the version to fetch
};

/// Fetches the files of a vault from elsewhere. The caller checks them. Not thread-safe.
class FileSource {
 public:
    using Sink = std::function<Status(ByteView bytes)>;

    virtual ~FileSource() = default;

    /// The place, for messages.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Passes the bytes of that version of the file from `offset` on to `sink`; `offset` is less than its
    /// size. An error of `sink` ends it. ErrorCode::not_found if the source has no such version.
    virtual Status fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                         const JobContext& job) = 0;
};

}  // namespace stepvault
