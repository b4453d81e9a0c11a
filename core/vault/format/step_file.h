#pragma once

#include <filesystem>
#include <functional>

#include "base/file.h"
#include "vault/format/step_content.h"
#include "vault/format/step_file_format.h"

namespace stepvault {

/// An open step file. Its description is checked and in memory; chunks are read and checked on demand, by any
/// number of threads. Stays readable although the file may be removed meanwhile.
class StepFile {
 public:
    /// ErrorCode::corrupt, unsupported (newer version or unknown critical section), not_found, io, or limit
    /// where its description, with those of the steps that it is folded into, needs more than
    /// memory_budget(); naming the file.
    static Result<StepFile> open(const std::filesystem::path& path);

    [[nodiscard]] const StepMeta& meta() const { return content_.meta; }
    [[nodiscard]] const StepLayout& layout() const { return content_.layout; }
    [[nodiscard]] const StreamContent& stream(std::uint32_t index) const { return content_.streams[index]; }
    [[nodiscard]] const std::vector<PayloadFigures>& figures() const { return content_.figures; }
    /// True where what was filed of the chunk is no longer kept.
    [[nodiscard]] bool is_dropped(std::uint32_t stream, std::uint64_t chunk) const {
        const auto& dropped = content_.streams[stream].dropped;
        return !dropped.empty() && dropped[chunk];
    }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Bytes that the description takes up, about.
    [[nodiscard]] std::uint64_t memory() const { return memory_; }
    /// Stands for all that the step restores to, however it is coded: what is coded against it needs no more.
    [[nodiscard]] std::uint64_t state_digest() const { return state_digest_; }
    /// Steps folded into this file, the one that meta().parent carries first.
    [[nodiscard]] std::size_t links() const { return content_.links.size(); }
    Result<StepFile> open_link(std::size_t link) const;
    /// state_digest() of the last link.
    [[nodiscard]] std::uint64_t last_link_digest() const { return content_.last_link_digest; }
    [[nodiscard]] const std::filesystem::path& path() const { return file_.path(); }

    [[nodiscard]] const File& file() const { return file_; }

    /// Bytes of the file as they are, unchecked.
    Status read_raw(std::uint64_t offset, MutableByteView out) const;

    /// Statistics and samples are read on demand; empty where the scheme keeps none.
    Result<std::vector<BucketStatistics>> statistics() const;
    Result<std::vector<StreamSample>> samples() const;

    /// The coded bytes of a chunk, checked.
    Result<Bytes> read_chunk(std::uint32_t stream, std::uint64_t chunk) const;
    /// Undoes the coding. `base`: what the parent restores to for the same elements, where the mode needs it.
    Status decode_chunk(std::uint32_t stream, std::uint64_t chunk, ByteView coded, ByteView base,
                        MutableByteView out) const;
    /// Reads every byte of the file and holds it against its checksum.
    Status check_all(const std::function<Status(std::uint64_t bytes)>& progress) const;
    /// The same of all that a restore reads beyond the description: the chunks, with those of links.
    Status check_content(const std::function<Status(std::uint64_t bytes)>& progress) const;
    /// The same of the rest, with that of links.
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
    /// Counts what is read into memory.
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
    std::uint64_t begin_ = 0;  ///< where it begins in file_, which is another step's if it is a link
    std::uint64_t size_ = 0;
    std::uint32_t depth_ = 0;          ///< of links in links
    std::uint64_t memory_around_ = 0;  ///< memory() of those that it is a link of
    std::uint64_t memory_budget_ = 0;
    std::uint64_t memory_ = 0;
    std::uint64_t state_digest_ = 0;
    std::vector<Section> sections_;
    StepContent content_;
};

/// Only the identity of a stored checkpoint, without its layout: cheap, for lists.
Result<StepMeta> read_step_meta(const std::filesystem::path& path);

}  // namespace stepvault
