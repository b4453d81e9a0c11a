#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/file.h"
#include "base/progress.h"
#include "remote/fetch/content_name.h"

namespace stepvault {

/// A place outside the vault that keeps objects by keys, such as a folder or a bucket. Keys are '/'-joined
/// names of letters, digits, '.', '_' and '-'. An object appears complete or not at all. Errors are one line
/// that names the place and the way out. Not thread-safe.
class CopyStore {
 public:
    struct Object {
        std::string key;
        std::uint64_t bytes = 0;
        double modified = 0;  ///< seconds since the epoch, by the clock of the place
    };
    using Sink = std::function<Status(ByteView bytes)>;

    virtual ~CopyStore() = default;

    /// The place as the user named it, for messages.
    [[nodiscard]] virtual std::string name() const = 0;
    /// The objects whose keys begin with `prefix`, in no order. A place that does not exist yet has none.
    virtual Result<std::vector<Object>> list(std::string_view prefix, const JobContext& job) = 0;
    /// Passes the bytes of an object from `offset` on to `sink`, unchecked. ErrorCode::not_found. An error of
    /// `sink` ends it.
    virtual Status get(const std::string& key, std::uint64_t offset, const Sink& sink,
                       const JobContext& job) = 0;
    /// Names the bytes of an object as they are now; reads all of them. ErrorCode::not_found. Reports the
    /// bytes read of `expected_bytes`.
    virtual Result<ContentName> content(const std::string& key, std::uint64_t expected_bytes,
                                        const JobContext& job);
    /// Stores the first `bytes` bytes of a file, and replaces an existing object. Reports the bytes sent.
    virtual Status put(const std::string& key, const File& file, std::uint64_t bytes,
                       const JobContext& job) = 0;
    /// Stores a small object, and replaces an existing one.
    virtual Status put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) = 0;
    /// Succeeds also if there is no such object.
    virtual Status remove(const std::string& key, const JobContext& job) = 0;
};

/// Reads a whole object; ErrorCode::limit if it has more than `most` bytes.
Result<std::string> get_text(CopyStore& store, const std::string& key, std::uint64_t most,
                             const JobContext& job);

}  // namespace stepvault
