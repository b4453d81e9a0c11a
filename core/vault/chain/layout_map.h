#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "vault/format/step_layout.h"

namespace stepvault {

/// Where the payloads of one step lie in another: matched by file, name, type and length, since offsets
/// shift; files by their path, or where there is none of it by their path without numbers. Skeleton chunks
/// match by their number.
class LayoutMap {
 public:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    LayoutMap(const StepLayout& from, const StepLayout& to);

    /// Index of the payload in `to`, or none.
    [[nodiscard]] std::uint32_t payload(std::uint32_t from_payload) const { return payloads_[from_payload]; }
    /// The stream of `to` that has the same payloads at the same places, cut into the same chunks, or none.
    [[nodiscard]] std::uint32_t aligned_stream(std::uint32_t from_stream) const {
        return aligned_[from_stream];
    }
    /// True where all streams but the skeleton are aligned with the stream of the same number, and `to` has
    /// no others.
    [[nodiscard]] bool identical() const { return identical_; }

 private:
    std::vector<std::uint32_t> payloads_;
    std::vector<std::uint32_t> aligned_;
    bool identical_ = false;
};

/// A piece of what a chunk is coded against.
struct BasePart {
    std::uint32_t stream = 0;  ///< of the parent
    std::uint64_t chunk = 0;   ///< of that stream
    std::uint64_t from = 0;    ///< byte in that chunk
    std::uint64_t bytes = 0;
    std::uint64_t at = 0;  ///< byte in the base
};

/// Calls `f` for all that gather_base() brings together, in order.
Status for_each_base_part(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                          const LayoutMap& map, const StepLayout& parent,
                          const std::function<Status(const BasePart&)>& f);

/// Reads a chunk of the parent step; `out` has the chunk's size there.
using ParentChunkReader =
    std::function<Status(std::uint32_t stream, std::uint64_t chunk, MutableByteView out)>;

/// Brings together what the parent restores to for the elements of one chunk: zeros where the parent has no
/// counterpart. For the skeleton: the parent's chunk of the same number, whatever its size; empty if there is
/// none.
Status gather_base(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk, const LayoutMap& map,
                   const StepLayout& parent, const ParentChunkReader& read, Bytes& base);

/// Matches the payloads of two sets of files; `first` of both may be unset. none where there is no
/// counterpart.
std::vector<std::uint32_t> match_payloads(const std::vector<StoredFile>& from_files,
                                          const std::vector<StoredPayload>& from,
                                          const std::vector<StoredFile>& to_files,
                                          const std::vector<StoredPayload>& to);

}  // namespace stepvault
