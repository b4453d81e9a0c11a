#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/atomic_file.h"
#include "base/crew.h"
#include "vault/format/step_content.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// Byte ranges of a step file that is in no place yet, ascending.
struct StepPiece {
    struct Part {
        std::uint64_t offset = 0;
        Bytes bytes;
    };
    std::vector<Part> parts;
    std::uint64_t file_size = 0;
};

/// Writes a step file: chunks as they come, the rest at the end, then publishes it. Dropped without finish(),
/// it leaves nothing. Not thread-safe. Format: FORMAT.md.
class StepFileWriter {
 public:
    /// `rights`: to make it with, see rights_like().
    static Result<StepFileWriter> create(const std::filesystem::path& target, std::uint32_t rights = 0666);
    /// Several processes write one file: each its own chunks, rank 0 all the rest, and that one publishes it.
    /// To be called on all ranks, as finish() is. `crew`: not owned, null for one process.
    static Result<StepFileWriter> create_together(const std::filesystem::path& target, Crew* crew,
                                                  std::uint32_t rights = 0666);

    /// As create_together(), but nothing is written: each process's share of the file goes into its `piece`,
    /// which must outlive the writer.
    static Result<StepFileWriter> create_in_pieces(StepPiece& piece, Crew* crew);

    /// No one may read it who may not read `original`, of which it holds something. Before the first chunk;
    /// not for pieces.
    Status restrict_like(const File& original);

    /// Returns the entry for `coded`, which is written behind the chunks before it.
    Result<ChunkEntry> add_chunk(const CodedChunk& coded, std::uint64_t content_hash);
    /// The same for bytes whose entry is made but for its place. Without bytes room is left, which another
    /// process fills.
    Result<ChunkEntry> add_coded(ChunkEntry entry, ByteView bytes);

    /// Takes up a whole step file, or one that is a link of another, with its restrictions.
    Result<LinkEntry> add_link(const std::filesystem::path& step_file);
    Result<LinkEntry> add_link_of(const StepFile& step, std::size_t link);

    /// Durable under its name afterwards; its size. With Existing::keep ErrorCode::already_exists if the name
    /// is taken.
    Result<std::uint64_t> finish(const StepContent& content,
                                 AtomicFile::Existing existing = AtomicFile::Existing::keep);

 private:
    /// `file`: published in the end; or `joined`: another process publishes it.
    StepFileWriter(std::optional<AtomicFile> file, File joined, Crew* crew)
        : file_(std::move(file)), joined_(std::move(joined)), crew_(crew) {}
    [[nodiscard]] File& file() { return file_ ? file_->file() : joined_; }
    [[nodiscard]] bool leads() const { return crew_ == nullptr || crew_->rank() == 0; }
    void begin();
    Status flush();
    Status publish(AtomicFile::Existing existing);
    Result<LinkEntry> copy_link(std::uint64_t size,
                                const std::function<Status(std::uint64_t, MutableByteView)>& read);

    std::optional<AtomicFile> file_;
    File joined_;
    Crew* crew_;
    StepPiece* piece_ = nullptr;  ///< instead of a file
    std::uint64_t flushed_ = 0;
    ByteWriter pending_;
};

}  // namespace stepvault
