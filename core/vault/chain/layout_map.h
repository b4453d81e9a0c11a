#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "vault/format/step_layout.h"

namespace stepvault {

/// Finds the payloads of one step in another. Payloads match by file, name, type and length, since offsets
/// shift, or else by name without the parts of wrappers ("module", "_orig_mod", ...), which come and go with
/// data parallelism and torch.compile; files match by path, or else by path without numbers. Roundings match
/// nothing. Skeleton chunks match by number.
class LayoutMap {
 public:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    LayoutMap(const StepLayout& from, const StepLayout& to);

    /// Index of the matching payload in `to`, or none.
    [[nodiscard]] std::uint32_t payload(std::uint32_t from_payload) const { return payloads_[from_payload]; }
    /// The stream of `to` with the same payloads at the same places and the same chunks, or none.
    [[nodiscard]] std::uint32_t aligned_stream(std::uint32_t from_stream) const {
        return aligned_[from_stream];
    }
    /// True if every stream except the skeleton is aligned with the stream of the same number, and `to` has
    /// no further streams.
    [[nodiscard]] bool identical() const { return identical_; }

 private:
    std::vector<std::uint32_t> payloads_;
    std::vector<std::uint32_t> aligned_;
    bool identical_ = false;
};

/// A part of a chunk's base.
struct BasePart {
    std::uint32_t stream = 0;  ///< stream of the parent
    std::uint64_t chunk = 0;   ///< chunk of that stream
    std::uint64_t from = 0;    ///< byte offset in that chunk
    std::uint64_t bytes = 0;
    std::uint64_t at = 0;  ///< byte offset in the base
};

/// Calls `f` for each part that gather_base() needs, in order.
Status for_each_base_part(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                          const LayoutMap& map, const StepLayout& parent,
                          const std::function<Status(const BasePart&)>& f);

/// Reads a chunk of the parent step; `out` has the size of that chunk.
using ParentChunkReader =
    std::function<Status(std::uint32_t stream, std::uint64_t chunk, MutableByteView out)>;

/// Gathers the base of a chunk: the parent's restored elements, and zeros where the parent has no
/// counterpart. The base of a skeleton chunk is the parent's chunk of the same number, whatever its size;
/// empty if there is none.
Status gather_base(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk, const LayoutMap& map,
                   const StepLayout& parent, const ParentChunkReader& read, Bytes& base);

/// Matches the payloads of two sets of files; none where there is no counterpart. StoredPayload::first may be
/// unset in both.
std::vector<std::uint32_t> match_payloads(const std::vector<StoredFile>& from_files,
                                          const std::vector<StoredPayload>& from,
                                          const std::vector<StoredFile>& to_files,
                                          const std::vector<StoredPayload>& to);

}  // namespace stepvault
