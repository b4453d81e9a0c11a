#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/file.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// The newest reconstructed state of a run, so that storing a delta need not decode its chain: in memory, or
/// in a file outside of the vault (FORMAT.md, "Tip"). The tip is a cache: each chunk carries the id of its
/// step and the XXH3 of its bytes, and is used only if both agree with the step file; otherwise the chain is
/// decoded. Only the holder of the run's lock writes the tip. Chunks may be read and written by several
/// threads at once.
class Tip {
 public:
    /// An empty tip in memory.
    static Result<Tip> in_memory(const StepLayout& layout);
    /// Opens the file for the layout of `step`. A tip that is missing or has another geometry becomes a new,
    /// empty one.
    static Result<Tip> open(const std::filesystem::path& path, const StepLayout& layout);
    /// Opens the file for reading only; ErrorCode::not_found if it is not for that layout.
    static Result<Tip> open_existing(const std::filesystem::path& path, const StepLayout& layout);

    /// Bytes of a tip for that layout.
    static std::uint64_t size_for(const StepLayout& layout);
    /// True if this tip has the geometry of that layout.
    [[nodiscard]] bool fits(const StepLayout& layout) const;
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// False if the tip does not hold the chunk of `step` (stale, torn or never written).
    Result<bool> read_chunk(const StepFile& step, std::uint32_t stream, std::uint64_t chunk,
                            MutableByteView out) const;
    /// `hash`: XXH3-64 of `bytes`.
    Status write_chunk(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                       std::uint64_t hash);

 private:
    explicit Tip(const StepLayout& layout);
    [[nodiscard]] std::uint64_t offset_of(std::uint32_t stream, std::uint64_t chunk) const;
    [[nodiscard]] Result<std::size_t> read_some(std::uint64_t offset, MutableByteView out) const;
    Status write_all(std::uint64_t offset, ByteView bytes);

    Bytes header_;
    std::uint64_t size_ = 0;
    File file_;  ///< not open for a tip in memory
    std::unique_ptr<std::byte[]> memory_;
    struct Place {
        std::uint64_t offset = 0;  ///< of the first chunk's record
        std::uint64_t stride = 0;
    };
    std::vector<Place> places_;  ///< by stream
};

}  // namespace stepvault
