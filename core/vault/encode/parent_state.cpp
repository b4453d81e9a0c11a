#include "vault/encode/parent_state.h"

namespace stepvault {

ParentState::ParentState(std::unique_ptr<Chain> chain, std::unique_ptr<Chain> before,
                         std::unique_ptr<NextStep> next, bool is_tip, TipStore* tips, std::string run,
                         const StepLayout& layout)
    : chain_(std::move(chain)),
      chain_before_(std::move(before)),
      next_(std::move(next)),
      layout_(&layout),
      tips_(tips),
      run_(std::move(run)) {
    const auto with_map = [&](ComparedState state) {
        auto map = std::make_unique<LayoutMap>(layout, *state.layout);
        return State{std::move(state), std::move(map)};
    };
    if (chain_) parent_ = with_map(ComparedState::of(*chain_));
    if (chain_before_) before_ = with_map(ComparedState::of(*chain_before_));
    if (next_) before_ = with_map(ComparedState::of(next_->checkpoint, next_->layout));
    const auto* newest = chain_before_ ? chain_before_.get() : chain_.get();
    if (newest != nullptr) step_before_ = newest->top().meta().step;
    if (next_) step_before_ = next_->checkpoint.step;
    // The tip is updated in place only if every chunk of the new state replaces the chunk that it was coded
    // against.
    const auto& map = before_.map ? before_.map : parent_.map;
    if (tips_ != nullptr && (!map || !is_tip || map->identical())) tip_ = tips_->open(run_, layout);
    incomplete_ = tip_ == nullptr;
}

Status ParentState::read_state(const State& state, std::uint32_t stream, std::uint64_t chunk,
                               Bytes& out) const {
    auto status =
        gather_base(*layout_, stream, chunk, *state.map, *state.state.layout, state.state.read, out);
    // The new step can do without the stored step, so every read error counts as corrupt, even a disk error.
    if (!status) return Error{ErrorCode::corrupt, status.error().message};
    return {};
}

Status ParentState::read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const {
    base.clear();
    if (!chain_) return {};
    return read_state(parent_, stream, chunk, base);
}

Status ParentState::read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const {
    return read_state(before_, stream, chunk, before);
}

void ParentState::keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                       std::uint64_t hash) {
    if (incomplete_) return;
    if (!tip_->write_chunk(step_id, stream, chunk, bytes, hash)) incomplete_ = true;
}

void ParentState::finish() {
    if (incomplete_ && tips_ != nullptr) tips_->drop(run_);
}

}  // namespace stepvault
