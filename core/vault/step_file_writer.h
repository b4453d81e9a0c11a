#pragma once

#include <filesystem>

#include "base/atomic_file.h"
#include "vault/step_content.h"
#include "vault/step_file.h"

namespace stepvault {

/// Writes a step file: chunks as they come, the rest at the end, then publishes it. Dropped without finish(),
/// it leaves nothing. Not thread-safe. Format: FORMAT.md.
class StepFileWriter {
 public:
    static Result<StepFileWriter> create(const std::filesystem::path& target);

    /// Returns the entry for `coded`, which is written behind the chunks before it.
    Result<ChunkEntry> add_chunk(const CodedChunk& coded, std::uint64_t content_hash);

    /// Takes up a whole step file, or one that is a link of another.
    Result<LinkEntry> add_link(const std::filesystem::path& step_file);
    Result<LinkEntry> add_link_of(const StepFile& step, std::size_t link);

    /// Durable under its name afterwards; its size. With Existing::keep ErrorCode::already_exists if the name
    /// is taken.
    Result<std::uint64_t> finish(const StepContent& content,
                                 AtomicFile::Existing existing = AtomicFile::Existing::keep);

 private:
    explicit StepFileWriter(AtomicFile file) : file_(std::move(file)) {}
    Status flush();
    Result<LinkEntry> copy_link(std::uint64_t size,
                                const std::function<Status(std::uint64_t, MutableByteView)>& read);

    AtomicFile file_;
    std::uint64_t flushed_ = 0;
    ByteWriter pending_;
};

}  // namespace stepvault
