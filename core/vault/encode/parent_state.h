#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "base/communicator.h"
#include "vault/chain/chain.h"
#include "vault/chain/tip.h"

namespace stepvault {

/// What a new checkpoint is coded against: the state that its parent restores to, from the tip where that is
/// whole, else from the chain. Takes up the new state into the tip as well. Thread-safe for different chunks.
class ParentState {
 public:
    /// `chain`: of the parent, null for a base. `before`: of the previous step, null if that is the parent.
    /// `is_tip`: the tip holds the state of the previous step, whose chain reads from there
    /// (Chain::use_tip()). `tip_path`: empty if the new state is not to be kept. `communicator`: of the
    /// processes that code this checkpoint; all of them call the constructor and finish().
    ParentState(std::unique_ptr<Chain> chain, std::unique_ptr<Chain> before, bool is_tip,
                std::filesystem::path tip_path, const StepLayout& layout, std::uint32_t rights,
                Communicator& communicator);

    [[nodiscard]] const Chain* chain() const { return parent_.chain.get(); }
    /// True where the step before has a payload of that name.
    [[nodiscard]] bool knows(std::uint32_t payload) const {
        const auto& newest = before_.chain ? before_ : parent_;
        return newest.chain != nullptr && newest.map->payload(payload) != LayoutMap::none;
    }
    /// True where the step before is not the parent.
    [[nodiscard]] bool has_before() const { return before_.chain != nullptr; }
    /// See gather_base(). Without a parent: empty. Every failure is ErrorCode::corrupt.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// The same of the step before; has_before() must hold.
    Status read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const;
    /// No one may read the tip who may not read `original`. Before the first chunk is kept.
    void restrict_like(const File& original) {
        if (tip_ && !tip_->restrict_like(original)) incomplete_ = true;
    }
    /// Failures do not matter: the chain has it all. The chunk must have been read of the step before.
    void keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
              std::uint64_t hash);
    /// To be called when the new step is published: drops a tip that does not hold its state.
    Status finish();

 private:
    struct State {
        std::unique_ptr<Chain> chain;
        std::unique_ptr<LayoutMap> map;
    };
    Status read_state(const State& state, std::uint32_t stream, std::uint64_t chunk, Bytes& out) const;

    State parent_;
    State before_;
    const StepLayout* layout_;
    std::filesystem::path tip_path_;
    Communicator& communicator_;
    std::unique_ptr<Tip> tip_;  ///< where the new state goes; null where it cannot
    std::atomic<bool> incomplete_ = false;
};

}  // namespace stepvault
