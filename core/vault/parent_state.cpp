#include "vault/parent_state.h"

#include <system_error>

namespace stepvault {

namespace {

std::unique_ptr<Tip> open_tip(const std::filesystem::path& path, const StepLayout& layout) {
    auto tip = Tip::open(path, layout);
    return tip ? std::make_unique<Tip>(std::move(*tip)) : nullptr;
}

}  // namespace

ParentState::ParentState(std::unique_ptr<Chain> chain, bool is_tip, std::filesystem::path tip_path,
                         const StepLayout& layout)
    : chain_(std::move(chain)), layout_(&layout), tip_path_(std::move(tip_path)) {
    if (chain_) map_ = std::make_unique<LayoutMap>(layout, chain_->top().layout());
    if (chain_ && is_tip) {
        old_ = open_tip(tip_path_, chain_->top().layout());
        // In place only where every chunk of the new state takes the place of the chunk it was coded against.
        if (map_->identical()) new_ = old_.get();
    } else {
        made_ = open_tip(tip_path_, layout);
        new_ = made_.get();
    }
    if (new_ == nullptr) incomplete_ = true;
}

Status ParentState::read_parent(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const {
    if (old_) {
        const auto whole = old_->read_chunk(chain_->top(), stream, chunk, out);
        if (whole && *whole) return {};
    }
    return chain_->read_chunk(stream, chunk, out);
}

Status ParentState::read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const {
    base.clear();
    if (!chain_) return {};
    auto status = gather_base(
        *layout_, stream, chunk, *map_, chain_->top().layout(),
        [this](auto s, auto c, auto out) { return read_parent(s, c, out); }, base);
    // Whatever keeps the parent from being read, a disk's error too, the new step can do without it.
    if (!status) return Error{ErrorCode::corrupt, status.error().message};
    return {};
}

void ParentState::keep(const std::string& step_id, std::uint32_t stream, std::uint64_t chunk, ByteView bytes,
                       std::uint64_t hash) {
    if (incomplete_) return;
    if (!new_->write_chunk(step_id, stream, chunk, bytes, hash)) incomplete_ = true;
}

void ParentState::finish() {
    if (!incomplete_) return;
    std::error_code ec;
    std::filesystem::remove(tip_path_, ec);
}

}  // namespace stepvault
