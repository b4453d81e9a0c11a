#include "vault/encode/rounded_payloads.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/checksum.h"
#include "codec/rounding.h"

namespace stepvault {

namespace {

/// Smaller payloads cannot be told apart by their elements.
constexpr std::uint64_t fewest_elements = 64;
constexpr std::uint64_t compared_elements = std::uint64_t{1} << 18U;
/// Payloads that begin alike and are compared in full.
constexpr std::size_t most_candidates = 4;

struct Master {
    std::uint32_t payload = 0;
    std::uint64_t first = 0;  ///< element
};

class RoundingFinder {
 public:
    RoundingFinder(const OpenCheckpoint& checkpoint, StepLayout& layout)
        : checkpoint_(checkpoint), layout_(layout) {}

    Status find() {
        STEPVAULT_TRY(index_masters());
        if (by_beginning_.empty()) return {};
        for (std::uint32_t i = 0; i < layout_.payloads.size(); ++i) {
            auto& p = layout_.payloads[i];
            if (p.optimizer || !is_rounded_type(p.dtype) || p.count() < fewest_elements) continue;
            STEPVAULT_ASSIGN(candidates, candidates_for(p));
            for (const auto& master : candidates) {
                STEPVAULT_ASSIGN(rounds, is_rounding_of(p, master));
                if (!rounds) continue;
                p.rounds = master.payload;
                p.rounds_at = master.first;
                // A joined master goes on where this payload ends.
                next_ = {master.payload, master.first + p.count()};
                has_next_ = true;
                break;
            }
        }
        return {};
    }

 private:
    Status index_masters() {
        const bool has_rounded = std::ranges::any_of(layout_.payloads, [](const StoredPayload& p) {
            return !p.optimizer && is_rounded_type(p.dtype);
        });
        Bytes rounded(fewest_elements * 2);
        for (std::uint32_t i = 0; has_rounded && i < layout_.payloads.size(); ++i) {
            const auto& p = layout_.payloads[i];
            if (p.dtype != DType::f32 || p.count() < fewest_elements) continue;
            STEPVAULT_TRY(read(p, 0, fewest_elements, floats_));
            for (const auto dtype : {DType::bf16, DType::f16}) {
                round_floats(floats_, dtype, rounded);
                auto& alike = by_beginning_[{dtype, xxh3(rounded)}];
                if (alike.size() < most_candidates) alike.push_back({i, 0});
            }
        }
        return {};
    }

    Result<std::vector<Master>> candidates_for(const StoredPayload& p) {
        std::vector<Master> candidates;
        if (has_next_) candidates.push_back(next_);
        STEPVAULT_TRY(read(p, 0, fewest_elements, own_));
        const auto alike = by_beginning_.find({p.dtype, xxh3(own_)});
        if (alike != by_beginning_.end())
            candidates.insert(candidates.end(), alike->second.begin(), alike->second.end());
        return candidates;
    }

    Result<bool> is_rounding_of(const StoredPayload& p, const Master& master) {
        const auto& floats = layout_.payloads[master.payload];
        if (master.first > floats.count() || p.count() > floats.count() - master.first) return false;
        for (std::uint64_t at = 0; at < p.count();) {
            const auto n = std::min(at == 0 ? fewest_elements : compared_elements, p.count() - at);
            STEPVAULT_TRY(read(p, at, n, own_));
            STEPVAULT_TRY(read(floats, master.first + at, n, floats_));
            rounded_.resize(own_.size());
            round_floats(floats_, p.dtype, rounded_);
            if (rounded_ != own_) return false;
            at += n;
        }
        return true;
    }

    Status read(const StoredPayload& p, std::uint64_t first, std::uint64_t count, Bytes& out) const {
        const std::uint64_t size = item_size(p.dtype);
        out.resize(count * size);
        return checkpoint_.read_payload(p.file, p.length, p.offset + first * size, out);
    }

    const OpenCheckpoint& checkpoint_;
    StepLayout& layout_;
    std::map<std::pair<DType, std::uint64_t>, std::vector<Master>> by_beginning_;
    Master next_;
    bool has_next_ = false;
    Bytes own_, floats_, rounded_;
};

}  // namespace

Status find_roundings(const OpenCheckpoint& checkpoint, StepLayout& layout) {
    return RoundingFinder(checkpoint, layout).find();
}

}  // namespace stepvault
