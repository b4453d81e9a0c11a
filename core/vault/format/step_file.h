#pragma once

#include <filesystem>
#include <functional>

#include "base/file.h"
#include "vault/format/step_content.h"
#include "vault/format/step_file_format.h"

namespace stepvault {

/// An open step file. Its description is checked and in memory; chunks are read and checked on demand, by any
/// number of threads. The file stays readable even if it is deleted meanwhile.
class StepFile {
 public:
    /// Errors name the file: ErrorCode::corrupt, unsupported (newer version or unknown critical section),
    /// not_found, io, or limit if its description, together with those of the steps that it is squashed into,
    /// needs more than memory_budget().
    static Result<StepFile> open(const std::filesystem::path& path);

    [[nodiscard]] const StepMeta& meta() const { return content_.meta; }
    [[nodiscard]] const StepLayout& layout() const { return content_.layout; }
    [[nodiscard]] const StreamContent& stream(std::uint32_t index) const { return content_.streams[index]; }
    [[nodiscard]] const std::vector<PayloadFigures>& figures() const { return content_.figures; }
    /// True if the chunk's original content is no longer kept.
    [[nodiscard]] bool is_dropped(std::uint32_t stream, std::uint64_t chunk) const {
        const auto& dropped = content_.streams[stream].dropped;
        return !dropped.empty() && dropped[chunk];
    }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Approximate memory that the description takes, bytes.
    [[nodiscard]] std::uint64_t memory() const { return memory_; }
    /// Digest of the state that the step restores to, independent of its coding. Steps coded against this one
    /// depend on no more than this digest.
    [[nodiscard]] std::uint64_t state_digest() const { return state_digest_; }
    /// Number of steps squashed into this file; the first is coded against meta().parent.
    [[nodiscard]] std::size_t links() const { return content_.links.size(); }
    Result<StepFile> open_link(std::size_t link) const;
    /// state_digest() of the last link.
    [[nodiscard]] std::uint64_t last_link_digest() const { return content_.last_link_digest; }
    [[nodiscard]] const std::filesystem::path& path() const { return file_.path(); }

    [[nodiscard]] const File& file() const { return file_; }

    /// Reads the file's bytes unchecked.
    Status read_raw(std::uint64_t offset, MutableByteView out) const;

    /// Statistics and samples are read on demand; empty if the scheme keeps none.
    Result<std::vector<BucketStatistics>> statistics() const;
    Result<std::vector<StreamSample>> samples() const;

    /// The coded bytes of a chunk, checked against their checksum.
    Result<Bytes> read_chunk(std::uint32_t stream, std::uint64_t chunk) const;
    /// Decodes a chunk. `base`: the same elements as the parent restores them, if the mode needs them.
    Status decode_chunk(std::uint32_t stream, std::uint64_t chunk, ByteView coded, ByteView base,
                        MutableByteView out) const;
    /// Reads every byte of the file and compares it with its checksum.
    Status check_all(const std::function<Status(std::uint64_t bytes)>& progress) const;
    /// Does the same for everything that a restore reads beyond the description: the chunks, including those
    /// of the links.
    Status check_content(const std::function<Status(std::uint64_t bytes)>& progress) const;
    /// Does the same for the sections, including those of the links.
    Status check_sections() const;

 private:
    friend Result<StepMeta> read_step_meta(const std::filesystem::path& path);
    struct Section {
        SectionKind kind{};
        std::uint16_t flags = 0;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint64_t raw_length = 0;
        std::uint64_t hash = 0;
    };
    StepFile() = default;
    static Result<StepFile> open_at(const std::filesystem::path& path, std::uint64_t offset,
                                    std::uint64_t size, std::uint64_t memory_around);
    /// Counts `bytes` of the description against the memory budget.
    Status take_memory(std::uint64_t bytes);
    Status open_file(const std::filesystem::path& path);
    Status read_table();
    Status read_links();
    Status read_dropped();
    void digest_state();
    Status read_description();
    Status read_chunk_table(ByteView bytes);
    Result<Bytes> read_section(SectionKind kind) const;
    [[nodiscard]] bool has_section(SectionKind kind) const;
    [[nodiscard]] Error damaged(const std::string& what) const;

    File file_;
    std::uint64_t begin_ =
        0;  ///< where the step begins in file_; not 0 for a link, which lies in another step's file
    std::uint64_t size_ = 0;
    std::uint32_t depth_ = 0;          ///< nesting depth as a link
    std::uint64_t memory_around_ = 0;  ///< memory() of the enclosing steps of a link
    std::uint64_t memory_budget_ = 0;
    std::uint64_t memory_ = 0;
    std::uint64_t state_digest_ = 0;
    std::vector<Section> sections_;
    StepContent content_;
};

/// Reads only a stored checkpoint's meta section, without its layout: cheap enough for lists.
Result<StepMeta> read_step_meta(const std::filesystem::path& path);

}  // namespace stepvault
