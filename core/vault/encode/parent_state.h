#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "vault/chain/chain.h"
#include "vault/chain/tip_store.h"

namespace stepvault {

/// The state that a new checkpoint is coded against: the restored state of its parent, read from the tip if
/// that is complete, else from the chain. Also writes the new state to the tip. Thread-safe for different
/// chunks.
class ParentState {
 public:
    /// `chain`: the parent's, null for a base. `before`: the chain of the step before, null if that is the
    /// parent. `is_tip`: the step before is the newest step, whose state the tip holds; its chain reads from
    /// the tip (Chain::use_tip()). `tips`: not owned; null if the new state is not to be kept in it, under
    /// the name `run`. Each process of a group keeps the chunks that it codes itself.
    ParentState(std::unique_ptr<Chain> chain, std::unique_ptr<Chain> before, bool is_tip, TipStore* tips,
                std::string run, const StepLayout& layout);

    [[nodiscard]] const Chain* chain() const { return parent_.chain.get(); }
    /// Null for a base.
    [[nodiscard]] const StepMeta* step_before() const {
        const auto& newest = before_.chain ? before_ : parent_;
        return newest.chain != nullptr ? &newest.chain->top().meta() : nullptr;
    }
    /// True if the step before has a counterpart of the payload.
    [[nodiscard]] bool knows(std::uint32_t payload) const {
        const auto& newest = before_.chain ? before_ : parent_;
        return newest.chain != nullptr && newest.map->payload(payload) != LayoutMap::none;
    }
    /// True if the step before is not the parent.
    [[nodiscard]] bool has_before() const { return before_.chain != nullptr; }
    /// Reads a chunk's base, see gather_base(); empty without a parent. Every failure is ErrorCode::corrupt.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// Does the same for the step before; has_before() must be true.
    Status read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const;
    /// Writes a chunk of the new state to the tip. Failures do not matter, since the chain has all data. Read
    /// the chunk of the step before first: it may be overwritten.
    void keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
              std::uint64_t hash);
    /// Call it when the new step is published: forgets a tip that does not hold the step's state.
    void finish();

 private:
    struct State {
        std::unique_ptr<Chain> chain;
        std::unique_ptr<LayoutMap> map;
    };
    Status read_state(const State& state, std::uint32_t stream, std::uint64_t chunk, Bytes& out) const;

    State parent_;
    State before_;
    const StepLayout* layout_;
    TipStore* tips_;
    std::string run_;
    std::shared_ptr<Tip> tip_;  ///< destination of the new state; null if it cannot be kept
    std::atomic<bool> incomplete_ = false;
};

}  // namespace stepvault
