#include "vault/encode/parent_state.h"

namespace stepvault {

ParentState::ParentState(std::unique_ptr<Chain> chain, std::unique_ptr<Chain> before, bool is_tip,
                         TipStore* tips, std::string run, const StepLayout& layout)
    : layout_(&layout), tips_(tips), run_(std::move(run)) {
    if (chain) parent_.map = std::make_unique<LayoutMap>(layout, chain->top().layout());
    if (before) before_.map = std::make_unique<LayoutMap>(layout, before->top().layout());
    parent_.chain = std::move(chain);
    before_.chain = std::move(before);
    const auto& newest = before_.chain ? before_ : parent_;
    // The tip is updated in place only if every chunk of the new state replaces the chunk that it was coded
    // against.
    if (tips_ != nullptr && (!newest.chain || !is_tip || newest.map->identical()))
        tip_ = tips_->open(run_, layout);
    incomplete_ = tip_ == nullptr;
}

Status ParentState::read_state(const State& state, std::uint32_t stream, std::uint64_t chunk,
                               Bytes& out) const {
    auto status = gather_base(
        *layout_, stream, chunk, *state.map, state.chain->top().layout(),
        [&](auto s, auto c, auto bytes) { return state.chain->read_chunk(s, c, bytes); }, out);
    // The new step can do without the stored step, so every read error counts as corrupt, even a disk error.
    if (!status) return Error{ErrorCode::corrupt, status.error().message};
    return {};
}

Status ParentState::read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const {
    base.clear();
    if (!parent_.chain) return {};
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
