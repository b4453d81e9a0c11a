#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/atomic_file.h"
#include "base/communicator.h"
#include "vault/format/step_content.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// Byte ranges of a step file that is not on disk yet, ascending.
struct StepPiece {
    struct Part {
        std::uint64_t offset = 0;
        Bytes bytes;
    };
    std::vector<Part> parts;
    std::uint64_t file_size = 0;
};

/// Writes a step file: chunks as they arrive, all else at the end, then publishes the file. Destroyed before
/// finish(), the writer leaves nothing behind. Not thread-safe. Format: FORMAT.md.
class StepFileWriter {
 public:
    static Result<StepFileWriter> create(const std::filesystem::path& target);
    /// Several processes write one file: each writes its own chunks; rank 0 also writes everything else and
    /// publishes the file. All ranks must call this and finish(). `communicator`: the processes; not owned,
    /// null for a single process.
    static Result<StepFileWriter> create_together(const std::filesystem::path& target,
                                                  Communicator& communicator);

    /// Like create_together(), but writes no file: each process's share goes into its `piece`, which must
    /// outlive the writer.
    static Result<StepFileWriter> create_in_pieces(StepPiece& piece, Communicator& communicator);

    /// Appends the chunk `coded` and returns its entry.
    Result<ChunkEntry> add_chunk(const CodedChunk& coded, std::uint64_t content_hash);
    /// Does the same for bytes whose entry is complete except for its offset. Empty `bytes` reserve room that
    /// another process fills.
    Result<ChunkEntry> add_coded(ChunkEntry entry, ByteView bytes);

    /// Embeds a whole step file, or a link of one, and takes over its access restrictions.
    Result<LinkEntry> add_link(const std::filesystem::path& step_file);
    Result<LinkEntry> add_link_of(const StepFile& step, std::size_t link);

    /// Makes the file durable under its name and returns its size. With Existing::keep,
    /// ErrorCode::already_exists if the name is taken.
    Result<std::uint64_t> finish(const StepContent& content,
                                 AtomicFile::Existing existing = AtomicFile::Existing::keep);

 private:
    /// Either `file`, which this process publishes, or `joined`, which another process publishes.
    StepFileWriter(std::optional<AtomicFile> file, File joined, Communicator* communicator)
        : file_(std::move(file)), joined_(std::move(joined)), communicator_(communicator) {}
    [[nodiscard]] File& file() { return file_ ? file_->file() : joined_; }
    [[nodiscard]] bool leads() const { return communicator_ == nullptr || communicator_->rank() == 0; }
    static Result<StepFileWriter> create(const std::filesystem::path& target, Communicator* communicator);
    /// See all_reduce_status().
    [[nodiscard]] Status of_all(const Status& mine) const {
        return communicator_ == nullptr ? mine : all_reduce_status(*communicator_, mine);
    }
    void begin();
    Status flush();
    Status publish(AtomicFile::Existing existing);
    Result<LinkEntry> copy_link(std::uint64_t size,
                                const std::function<Status(std::uint64_t, MutableByteView)>& read);

    std::optional<AtomicFile> file_;
    File joined_;
    Communicator* communicator_;  ///< null for a single process
    StepPiece* piece_ = nullptr;  ///< destination instead of a file
    std::uint64_t flushed_ = 0;
    ByteWriter pending_;
};

}  // namespace stepvault
