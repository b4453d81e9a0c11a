#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Bytes of a stored checkpoint's file, and where to put them.
struct WantedBytes {
    std::string file;  ///< StoredFile::path
    std::uint64_t offset = 0;
    MutableByteView to;
};

/// A stored checkpoint, open for reading parts of its files. Reads step files, never the catalog, and goes on
/// reading them if they are removed meanwhile.
class CheckpointReader {
 public:
    /// Without a step: the newest. ErrorCode::not_found, corrupt.
    static Result<CheckpointReader> open(const std::filesystem::path& vault, const std::string& run,
                                         std::optional<std::int64_t> step);

    [[nodiscard]] const StepMeta& meta() const { return chain_.top().meta(); }
    [[nodiscard]] const std::vector<StoredFile>& files() const { return chain_.top().layout().files; }
    /// Decodes the chunks that the bytes need, and no others. Takes about the memory of the bytes, and of the
    /// chunks at their ends, besides the bytes themselves. ErrorCode::not_found for another file.
    Status read(const std::vector<WantedBytes>& wanted, ThreadPool& pool, const JobContext& job) const;

 private:
    explicit CheckpointReader(Chain chain) : chain_(std::move(chain)) {}

    Chain chain_;
};

}  // namespace stepvault
