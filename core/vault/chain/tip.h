#pragma once

#include <filesystem>
#include <vector>

#include "base/access_rights.h"
#include "base/file.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// The newest reconstructed state of a run, so that filing a delta does not decode its chain. A cache: each
/// chunk carries the id of its step and the XXH3 of its bytes, and is used only where they agree with the
/// step file; all else comes from the chain. Written by the holder of the run's lock alone. Chunks may be
/// read and written from several threads at once.
class Tip {
 public:
    /// Opens the tip for the layout of `step`; one that is missing or has another geometry is made anew,
    /// empty, and so is one that gives more than `rights`: whoever has it open could go on reading it.
    static Result<Tip> open(const std::filesystem::path& path, const StepLayout& layout,
                            std::uint32_t rights = 0666);

    /// For reading alone; ErrorCode::not_found where there is none for that layout.
    static Result<Tip> open_existing(const std::filesystem::path& path, const StepLayout& layout);

    /// False where the chunk held is not the one of `step` (stale, torn or never written).
    Result<bool> read_chunk(const StepFile& step, std::uint32_t stream, std::uint64_t chunk,
                            MutableByteView out) const;
    /// `hash`: XXH3-64 of `bytes`.
    Status write_chunk(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                       std::uint64_t hash);

    Status restrict_like(const File& original) { return restrict_access(file_, original); }

 private:
    Tip() = default;
    /// Lays out the chunks' places; returns the header of such a file.
    Bytes place(const StepLayout& layout);
    [[nodiscard]] std::uint64_t offset_of(std::uint32_t stream, std::uint64_t chunk) const;

    File file_;
    struct Place {
        std::uint64_t offset = 0;  ///< of the first chunk's record
        std::uint64_t stride = 0;
    };
    std::vector<Place> places_;  ///< for each stream
};

}  // namespace stepvault
