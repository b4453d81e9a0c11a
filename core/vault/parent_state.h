#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "vault/chain.h"
#include "vault/tip.h"

namespace stepvault {

/// What a new checkpoint is coded against: the state that its parent restores to, from the tip where that is
/// whole, else from the chain. Takes up the new state into the tip as well. Thread-safe for different chunks.
class ParentState {
 public:
    /// `chain`: of the parent, null for a base. `is_tip`: the parent is the newest step, whose state the tip
    /// holds.
    ParentState(std::unique_ptr<Chain> chain, bool is_tip, std::filesystem::path tip_path,
                const StepLayout& layout);

    [[nodiscard]] const Chain* chain() const { return chain_.get(); }
    /// True where the parent has a payload of that name.
    [[nodiscard]] bool knows(std::uint32_t payload) const {
        return chain_ != nullptr && map_->payload(payload) != LayoutMap::none;
    }
    /// See gather_base(). Without a parent: empty. Every failure is ErrorCode::corrupt.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// Failures do not matter: the chain has it all. The chunk's base must have been read before.
    void keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
              std::uint64_t hash);
    /// To be called when the new step is published: drops a tip that does not hold its state.
    void finish();

 private:
    Status read_parent(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const;

    std::unique_ptr<Chain> chain_;
    const StepLayout* layout_;
    std::unique_ptr<LayoutMap> map_;
    std::filesystem::path tip_path_;
    std::unique_ptr<Tip> old_;  ///< state of the parent
    Tip* new_ = nullptr;        ///< where the new state goes: old_, or made_
    std::unique_ptr<Tip> made_;
    std::atomic<bool> incomplete_ = false;
};

}  // namespace stepvault
