#include "vault/originals/original_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "codec/element.h"
#include "codec/rounding.h"
#include "vault/encode/stream_planning.h"

namespace stepvault {

namespace {

/// Tolerance for the figures, which are stored as f32.
constexpr double rounding = 1 + 1e-6;

class Comparing {
 public:
    Comparing(const Chain& chain, const OpenCheckpoint& original, const JobContext& job)
        : chain_(chain),
          layout_(chain.top().layout()),
          headline_(headline_payloads(layout_)),
          original_(original),
          job_(job) {
        progress_.total = layout_.total_bytes();
        progress_.item = chain.top().meta().source;
    }

    Status match_files();
    Status compare(ThreadPool& pool);

 private:
    Status compare_skeleton(std::uint64_t first, ByteView restored) const;
    Status compare_payloads(const StoredStream& stream, std::uint64_t chunk, ByteView restored) const;
    Status compare_copies() const;
    Status compare_roundings() const;
    [[nodiscard]] Result<Bytes> read(std::uint32_t file, std::uint64_t offset, std::uint64_t length) const;
    [[nodiscard]] Error differs(std::uint32_t file, std::uint64_t offset) const;
    Status advance(std::uint64_t bytes);

    const Chain& chain_;
    const StepLayout& layout_;
    std::vector<bool> headline_;  ///< headline_payloads()
    const OpenCheckpoint& original_;
    const JobContext& job_;
    std::vector<const OpenCheckpoint::OpenFile*> files_;   ///< by the layout's files
    std::vector<std::pair<RawRange, std::uint64_t>> raw_;  ///< each with its offset in the skeleton
    std::mutex mutex_;
    Progress progress_;
};

Status Comparing::match_files() {
    for (const auto& stored : layout_.files) {
        const auto found = std::ranges::find_if(original_.files, [&](const auto& file) {
            return layout_.files.size() == 1 || file.relative == stored.path;
        });
        if (found == original_.files.end())
            return Error{ErrorCode::corrupt, original_.candidate.path.native() + ": lacks " + stored.path};
        STEPVAULT_ASSIGN(size, found->file.size());
        if (size != stored.size)
            return Error{ErrorCode::corrupt, found->file.path().native() +
                                                 ": the size differs from that of the stored checkpoint"};
        files_.push_back(&*found);
    }
    if (original_.files.size() != layout_.files.size())
        return Error{ErrorCode::corrupt,
                     original_.candidate.path.native() + ": has more files than the stored checkpoint"};
    std::uint64_t begin = 0;
    for (const auto& range : layout_.raw_ranges()) {
        raw_.emplace_back(range, begin);
        begin += range.length;
    }
    return {};
}

Error Comparing::differs(std::uint32_t file, std::uint64_t offset) const {
    return {ErrorCode::corrupt, files_[file]->file.path().native() + ": the stored copy differs at byte " +
                                    std::to_string(offset)};
}

Result<Bytes> Comparing::read(std::uint32_t file, std::uint64_t offset, std::uint64_t length) const {
    Bytes bytes(length);
    STEPVAULT_TRY(files_[file]->file.read_exact(offset, bytes));
    return bytes;
}

Status Comparing::advance(std::uint64_t bytes) {
    const std::scoped_lock lock(mutex_);
    progress_.done += bytes;
    job_.report(progress_);
    return job_.check();
}

Status Comparing::compare_skeleton(std::uint64_t first, ByteView restored) const {
    auto at = std::upper_bound(raw_.begin(), raw_.end(), first,
                               [](std::uint64_t value, const auto& range) { return value < range.second; });
    if (at != raw_.begin()) --at;
    for (std::uint64_t done = 0; done < restored.size() && at != raw_.end(); ++at) {
        const auto inside = first + done - at->second;
        const auto n = std::min<std::uint64_t>(at->first.length - inside, restored.size() - done);
        const auto offset = at->first.offset + inside;
        STEPVAULT_ASSIGN(bytes, read(at->first.file, offset, n));
        // Correct checksums are zeros in the skeleton; a restore computes them again.
        for (const auto& crc : layout_.crcs) {
            if (!crc.holds || crc.file != at->first.file) continue;
            for (std::uint64_t i = 0; i < 4; ++i) {
                if (crc.offset + i >= offset && crc.offset + i < offset + n)
                    bytes[crc.offset + i - offset] = std::byte{};
            }
        }
        const auto part = restored.subspan(done, n);
        if (const auto [a, b] = std::ranges::mismatch(part, bytes); a != part.end())
            return differs(at->first.file, offset + static_cast<std::uint64_t>(a - part.begin()));
        done += n;
    }
    return {};
}

/// Index of the first element that differs by more than `most`; the number of elements if none does.
std::uint64_t first_beyond(DType dtype, ByteView original, ByteView restored, double most) {
    return visit_float(dtype, [&](auto e) {
        using Element = decltype(e);
        const auto count = original.size() / item_size(dtype);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto a = load_element<Element>(original.data(), i);
            const auto b = load_element<Element>(restored.data(), i);
            if (a == b) continue;
            const auto difference =
                std::abs(static_cast<double>(Element::decode(a)) - static_cast<double>(Element::decode(b)));
            if (!(difference <= most)) return i;
        }
        return count;
    });
}

Status Comparing::compare_payloads(const StoredStream& stream, std::uint64_t chunk, ByteView restored) const {
    const auto& figures = chain_.top().figures();
    return for_each_part(
        layout_, stream, stream.chunk_first(chunk), stream.chunk_count(chunk),
        [&](auto p, auto inside, auto n, auto at) -> Status {
            const auto& payload = layout_.payloads[p];
            const auto size = item_size(stream.dtype);
            const auto offset = payload.offset + inside * size;
            STEPVAULT_ASSIGN(bytes, read(payload.file, offset, n * size));
            const auto part = restored.subspan(at, n * size);
            // The recorded error counts for every coding: a squashed or recoded step may hold a loss exactly.
            auto most = p < figures.size() ? static_cast<double>(figures[p].max_abs_error) : 0.0;
            // The loss before recoding is recorded only for the model as a whole.
            if (const auto& meta = chain_.top().meta(); meta.prior_error > 0) {
                most = headline_[p] ? std::max(most, meta.max_abs_error)
                                    : std::numeric_limits<double>::infinity();
            }
            if (is_lossy_float(stream.dtype) && most > 0) {
                most *= rounding;
                const auto beyond = first_beyond(stream.dtype, bytes, part, most);
                return beyond == n ? Status() : Status(differs(payload.file, offset + beyond * size));
            }
            const auto [a, b] = std::ranges::mismatch(part, bytes);
            if (a == part.end()) return {};
            return differs(payload.file, offset + static_cast<std::uint64_t>(a - part.begin()));
        });
}

/// A copy restores to the content of the payload that it copies, so both must be equal in the original.
Status Comparing::compare_copies() const {
    constexpr std::uint64_t at_once = std::uint64_t{1} << 20;
    for (const auto& payload : layout_.payloads) {
        if (payload.same_as == StoredPayload::itself) continue;
        const auto& first = layout_.payloads[payload.same_as];
        for (std::uint64_t done = 0; done < payload.length; done += at_once) {
            STEPVAULT_TRY(job_.check());
            const auto n = std::min(at_once, payload.length - done);
            STEPVAULT_ASSIGN(copy, read(payload.file, payload.offset + done, n));
            STEPVAULT_ASSIGN(original, read(first.file, first.offset + done, n));
            if (copy != original) return differs(payload.file, payload.offset + done);
        }
    }
    return {};
}

/// In the same way a rounding must follow from its payload in the original.
Status Comparing::compare_roundings() const {
    constexpr std::uint64_t at_once = std::uint64_t{1} << 18;  // elements
    for (const auto& payload : layout_.payloads) {
        if (payload.rounds == StoredPayload::itself) continue;
        const auto& floats = layout_.payloads[payload.rounds];
        const auto size = item_size(payload.dtype);
        for (std::uint64_t done = 0; done < payload.count(); done += at_once) {
            STEPVAULT_TRY(job_.check());
            const auto n = std::min(at_once, payload.count() - done);
            STEPVAULT_ASSIGN(rounded, read(payload.file, payload.offset + done * size, n * size));
            STEPVAULT_ASSIGN(values,
                             read(floats.file, floats.offset + (payload.rounds_at + done) * sizeof(float),
                                  n * sizeof(float)));
            if (rounded != rounded_floats(values, 0, n, payload.dtype))
                return differs(payload.file, payload.offset + done * size);
        }
    }
    return {};
}

Status Comparing::compare(ThreadPool& pool) {
    for (std::uint32_t s = 0; s < layout_.streams.size(); ++s) {
        const auto& stream = layout_.streams[s];
        STEPVAULT_TRY(pool.for_each(stream.chunks(), [&](std::size_t chunk) -> Status {
            Bytes restored(stream.chunk_bytes(chunk));
            if (chain_.top().is_dropped(s, chunk)) return advance(restored.size());
            STEPVAULT_TRY(chain_.read_chunk(s, chunk, restored));
            if (s == 0)
                STEPVAULT_TRY(compare_skeleton(stream.chunk_first(chunk), restored));
            else
                STEPVAULT_TRY(compare_payloads(stream, chunk, restored));
            return advance(restored.size());
        }));
    }
    STEPVAULT_TRY(compare_copies());
    return compare_roundings();
}

}  // namespace

Status check_against_original(const Chain& chain, const OpenCheckpoint& original, ThreadPool& pool,
                              const JobContext& job) {
    Comparing comparing(chain, original, job);
    STEPVAULT_TRY(comparing.match_files());
    return comparing.compare(pool);
}

}  // namespace stepvault
