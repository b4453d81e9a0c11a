#include "partition/proportional_fill.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "base/apportion.h"

namespace stepvault {

namespace {

constexpr std::uint64_t slack_parts = 128;

/// A tensor, or the remaining part of one.
struct Piece {
    std::uint64_t bytes = 0;
    TensorSlice slice;

    /// By size; among equal ones the last comes first, so that the largest that fits is the first of its
    /// size.
    bool operator<(const Piece& other) const {
        return std::tie(bytes, other.slice.tensor, other.slice.first) <
               std::tie(other.bytes, slice.tensor, slice.first);
    }
};

class Filler {
 public:
    Filler(const PartitionTree& tree, const ProcessGroup& group, std::span<const std::uint32_t> weights,
           std::span<ProcessShare> shares)
        : tree_(tree), weights_(weights), shares_(shares) {
        for (auto t = group.first_tensor; t < group.first_tensor + group.tensors; ++t) {
            const auto& tensor = tree.tensors()[t];
            pieces_.insert({tensor.bytes(), {t, 0, tensor.elements}});
            left_.bytes += tensor.bytes();
        }
        for (std::size_t i = 0; i < weights.size(); ++i) {
            left_.bytes += shares[i].load.bytes;
            taken_tensors_ += shares[i].load.tensors;
            weight_left_ += weights[i];
        }
        left_.tensors = group.tensors + taken_tensors_;
        all_bytes_ = left_.bytes;
        all_weight_ = weight_left_;
    }

    void fill() {
        for (std::size_t i = 0; i + 1 < shares_.size(); ++i) {
            begin_share(i);
            slice_the_largest();
            take_whole_ones();
            make_up_bytes();
            // Later processes share what this one took beyond its number, or left of it.
            taken_tensors_ -= share_->load.tensors;
            left_.tensors = pieces_.size() + taken_tensors_;
            left_.bytes -= dealt_;
            weight_left_ -= weights_[i];
        }
        for (const auto& piece : pieces_)
            shares_.back().slices.push_back(piece.slice);
    }

 private:
    using Iterator = std::set<Piece>::iterator;

    void begin_share(std::size_t i) {
        share_ = &shares_[i];
        weight_ = weights_[i];
        dealt_ = share_->load.bytes;
        const auto bytes = share_of(left_.bytes, weight_, weight_left_);
        slack_ = bytes / slack_parts;
        room_ = bytes - std::min(bytes, share_->load.bytes);
        const auto tensors = rounded_share_of(left_.tensors, weight_, weight_left_);
        slots_ = std::min<std::uint64_t>(tensors - std::min(tensors, share_->load.tensors), pieces_.size());
        smallest_.assign(1, 0);
        auto piece = pieces_.begin();
        for (std::uint64_t n = 0; n < slots_; ++n, ++piece)
            smallest_.push_back(smallest_.back() + piece->bytes);
    }

    void deal(std::uint64_t bytes, const TensorSlice& slice) {
        share_->slices.push_back(slice);
        dealt_ += bytes;
        room_ -= std::min(room_, bytes);
    }
    void take(Iterator piece) {
        deal(piece->bytes, piece->slice);
        pieces_.erase(piece);
    }

    [[nodiscard]] std::uint64_t item_size_of(Iterator piece) const {
        return tree_.tensors()[piece->slice.tensor].item_size;
    }

    void take_elements(Iterator piece, std::uint64_t count) {
        if (count == 0) return;
        if (count == piece->slice.count) return take(piece);
        const auto bytes = count * item_size_of(piece);
        auto rest = *piece;
        pieces_.erase(piece);
        deal(bytes, {rest.slice.tensor, rest.slice.first, count});
        rest.slice.first += count;
        rest.slice.count -= count;
        rest.bytes -= bytes;
        pieces_.insert(rest);
    }

    /// Splits a tensor that no process can take whole early, while small ones are left to go with its slices.
    void slice_the_largest() {
        if (slots_ == 0 || smallest_[slots_] + slack_ >= room_) return;
        const auto largest = std::prev(pieces_.end());
        if (largest->bytes + smallest_[slots_ - 1] <= room_ + slack_) return;
        take_elements(largest, (room_ - smallest_[slots_]) / item_size_of(largest));
    }

    void take_whole_ones() {
        const auto most = room_;
        std::uint64_t taken = 0;
        for (; slots_ > 0 && !pieces_.empty(); --slots_) {
            const auto reserved = taken + smallest_[slots_ - 1];
            if (reserved > most) continue;
            const auto fits = pieces_.upper_bound({most - reserved, {0, 0, 0}});
            if (fits == pieces_.begin()) continue;
            taken += std::prev(fits)->bytes;
            take(std::prev(fits));
        }
    }

    /// False where later processes would otherwise get out of balance.
    [[nodiscard]] bool may_stay_short() const {
        if (room_ > slack_) return false;
        return Wide{left_.bytes - dealt_} * all_weight_ * slack_parts <=
               Wide{all_bytes_} * (weight_left_ - weight_) * (slack_parts + 1);
    }

    void make_up_bytes() {
        while (room_ > 0 && !pieces_.empty() && !may_stay_short()) {
            const auto enough = room_ > slack_ ? room_ - slack_ : room_;
            const auto covers = pieces_.lower_bound({enough, {UINT32_MAX, UINT64_MAX, 0}});
            if (covers == pieces_.end()) {
                take(std::prev(pieces_.end()));
            } else if (covers->bytes <= room_ + slack_) {
                take(covers);
            } else {
                const auto size = item_size_of(covers);
                return take_elements(covers, (room_ + size / 2) / size);
            }
        }
    }

    const PartitionTree& tree_;
    std::span<const std::uint32_t> weights_;
    std::span<ProcessShare> shares_;
    std::set<Piece> pieces_;
    std::uint64_t all_bytes_ = 0;
    std::uint64_t all_weight_ = 0;
    RankLoad left_;                    ///< pieces, and the existing loads of later shares
    std::uint64_t taken_tensors_ = 0;  ///< tensors in those loads
    std::uint64_t weight_left_ = 0;
    // State of the current process:
    ProcessShare* share_ = nullptr;
    std::uint64_t weight_ = 0;
    std::uint64_t dealt_ = 0;              ///< bytes, including earlier ones
    std::uint64_t room_ = 0;               ///< bytes
    std::uint64_t slack_ = 0;              ///< bytes
    std::uint64_t slots_ = 0;              ///< tensors still to take
    std::vector<std::uint64_t> smallest_;  ///< bytes of the smallest 0, 1, 2, ... pieces
};

}  // namespace

void fill_in_proportion(const PartitionTree& tree, const ProcessGroup& group,
                        std::span<const std::uint32_t> weights, std::span<ProcessShare> shares) {
    Filler(tree, group, weights, shares).fill();
}

}  // namespace stepvault
