#pragma once

#include <filesystem>

#include "base/atomic_file.h"
#include "vault/step_content.h"

namespace stepvault {

/// Writes a step file: chunks as they come, the rest at the end, then publishes it. Dropped without finish(),
/// it leaves nothing. Not thread-safe. Format: FORMAT.md.
class StepFileWriter {
 public:
    static Result<StepFileWriter> create(const std::filesystem::path& target);

    /// Returns the entry for `coded`, which is written behind the chunks before it.
    Result<ChunkEntry> add_chunk(const CodedChunk& coded, std::uint64_t content_hash);

    struct Finished {
        std::uint64_t bytes = 0;   ///< of the whole file
        std::uint64_t digest = 0;  ///< StepFile::digest()
    };
    /// Durable under its name afterwards. ErrorCode::already_exists if the name is taken.
    Result<Finished> finish(const StepContent& content);

 private:
    explicit StepFileWriter(AtomicFile file) : file_(std::move(file)) {}
    Status flush();

    AtomicFile file_;
    std::uint64_t flushed_ = 0;
    ByteWriter pending_;
};

}  // namespace stepvault
