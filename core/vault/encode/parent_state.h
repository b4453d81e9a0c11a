#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "vault/chain/chain.h"
#include "vault/chain/tip_store.h"
#include "vault/encode/compared_state.h"

namespace stepvault {

/// The step after a base that is coded anew.
struct NextStep {
    const OpenCheckpoint& checkpoint;
    StepLayout layout;
};

/// The state that a new checkpoint is coded against: the restored state of its parent, read from the tip if
/// that is complete, else from the chain. Also writes the new state to the tip. Thread-safe for different
/// chunks.
class ParentState {
 public:
    /// `chain`: the parent's, null for a base. `before`: the chain of the step before, null if that is the
    /// parent. `next`: the step after, of a base that is coded anew, else null. `is_tip`: the step before is
    /// the newest step, whose state the tip holds; its chain reads from the tip (Chain::use_tip()). `tips`:
    /// not owned; null if the new state is not to be kept in it, under the name `run`. Each process of a
    /// group keeps the chunks that it codes itself.
    ParentState(std::unique_ptr<Chain> chain, std::unique_ptr<Chain> before, std::unique_ptr<NextStep> next,
                bool is_tip, TipStore* tips, std::string run, const StepLayout& layout);

    [[nodiscard]] const Chain* chain() const { return chain_.get(); }
    /// The training step of the state that changes are measured against; nullopt for an exact base.
    [[nodiscard]] std::optional<std::int64_t> step_before() const { return step_before_; }
    /// True if the state that changes are measured against has a counterpart of the payload.
    [[nodiscard]] bool knows(std::uint32_t payload) const {
        const auto& newest = before_.map ? before_ : parent_;
        return newest.map != nullptr && newest.map->payload(payload) != LayoutMap::none;
    }
    /// True if changes are measured against another state than the parent's.
    [[nodiscard]] bool has_before() const { return before_.map != nullptr; }
    /// Reads a chunk's base, see gather_base(); empty without a parent. Every failure is ErrorCode::corrupt.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// Does the same for the state that changes are measured against; has_before() must be true.
    Status read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const;
    /// Writes a chunk of the new state to the tip. Failures do not matter, since the chain has all data. Read
    /// the chunk of the step before first: it may be overwritten.
    void keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
              std::uint64_t hash);
    /// Call it when the new step is published: forgets a tip that does not hold the step's state.
    void finish();

 private:
    struct State {
        ComparedState state;
        std::unique_ptr<LayoutMap> map;  ///< null for no state
    };
    Status read_state(const State& state, std::uint32_t stream, std::uint64_t chunk, Bytes& out) const;

    std::unique_ptr<Chain> chain_;
    std::unique_ptr<Chain> chain_before_;
    std::unique_ptr<NextStep> next_;
    State parent_;
    State before_;
    std::optional<std::int64_t> step_before_;
    const StepLayout* layout_;
    TipStore* tips_;
    std::string run_;
    std::shared_ptr<Tip> tip_;  ///< destination of the new state; null if it cannot be kept
    std::atomic<bool> incomplete_ = false;
};

}  // namespace stepvault
