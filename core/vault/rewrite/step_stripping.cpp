#include "vault/rewrite/step_stripping.h"

#include <algorithm>
#include <system_error>

#include "base/checksum.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

std::vector<std::vector<std::uint64_t>> hashes_of(const StepFile& step) {
    std::vector<std::vector<std::uint64_t>> hashes(step.layout().streams.size());
    for (std::uint32_t s = 0; s < hashes.size(); ++s) {
        for (const auto& chunk : step.stream(s).chunks)
            hashes[s].push_back(chunk.content_hash);
    }
    return hashes;
}

void discard(const fs::path& link) {
    std::error_code ec;
    fs::remove(link, ec);
}

}  // namespace

ChunkSet dropped_chunks(const StepFile& step) {
    ChunkSet dropped;
    for (std::uint32_t s = 0; s < step.layout().streams.size(); ++s) {
        dropped.push_back(step.stream(s).dropped);
        dropped.back().resize(step.layout().streams[s].chunks());
    }
    return dropped;
}

bool lies_on_its_parent(const Chain& chain) {
    const auto own = chain.own_links();
    if (own == 1) return true;
    if (chain.length() == own) return false;
    const auto streams = chain.aligned_streams(chain.length() - 1, chain.length() - 1 - own);
    return std::ranges::find(streams.begin() + 1, streams.end(), LayoutMap::none) == streams.end();
}

StepStripping::StepStripping(const Chain& chain, const Chain* below, ChunkSet dropped, fs::path scratch,
                             ThreadPool& pool, const JobContext& job)
    : chain_(chain),
      below_(below),
      dropped_(std::move(dropped)),
      scratch_(std::move(scratch)),
      pool_(pool),
      job_(job),
      top_(chain.length() - 1),
      first_own_(chain.length() - chain.own_links()) {
    if (below_ == nullptr) return;
    hashes_ = hashes_of(below_->top());
    digest_ = below_->top().state_digest();
}

StepStripping::~StepStripping() {
    for (const auto& link : links_)
        discard(link);
}

void StepStripping::look_at_parent() {
    const auto before = hashes_of(chain_.link(first_own_ - 1));
    for (std::uint32_t s = 0; s < before.size(); ++s) {
        lost_.emplace_back(before[s].size());
        for (std::uint64_t c = 0; c < before[s].size(); ++c)
            lost_[s][c] = before[s][c] != hashes_[s][c];
    }
    to_parent_ = chain_.aligned_streams(top_, first_own_ - 1);
    map_.emplace(chain_.top().layout(), chain_.link(first_own_ - 1).layout());
}

/// True if a chunk of this step, or of its own links, is coded against chunks that the parent lost.
bool StepStripping::is_on_lost(std::uint32_t stream, std::uint64_t chunk) const {
    if (first_own_ < top_) return lost_[to_parent_[stream]][chunk];
    if (!needs_base(chain_.top().stream(stream).chunks[chunk].mode)) return false;
    bool is_lost = false;
    (void)for_each_base_part(chain_.top().layout(), stream, chunk, *map_,
                             chain_.link(first_own_ - 1).layout(), [&](const BasePart& part) -> Status {
                                 is_lost |= lost_[part.stream][part.chunk];
                                 return {};
                             });
    return is_lost;
}

/// The chunks whose base is unchanged. None if the step has links of its own.
ChunkSet StepStripping::kept_chunks() const {
    ChunkSet kept;
    for (std::uint32_t s = 0; s < dropped_.size() && first_own_ == top_; ++s) {
        kept.emplace_back(dropped_[s].size());
        for (std::uint64_t c = 0; c < dropped_[s].size(); ++c)
            kept[s][c] = !dropped_[s][c] && !is_on_lost(s, c);
    }
    return kept;
}

/// True if no kept chunk of this step is coded against chunks that the parent lost. False if this cannot be
/// determined chunk by chunk.
bool StepStripping::needs_nothing_lost() const {
    if (!lies_on_its_parent(chain_)) return false;
    for (std::uint32_t s = 1; s < dropped_.size() && below_ != nullptr; ++s) {
        for (std::uint64_t c = 0; c < dropped_[s].size(); ++c) {
            if (!dropped_[s][c] && is_on_lost(s, c)) return false;
        }
    }
    return true;
}

/// Rewrites one of the step's own links, or the step itself, on the links so far.
Result<RewrittenStep> StepStripping::without_dropped(std::size_t link, const fs::path& target) {
    const auto& source = chain_.link(link);
    STEPVAULT_ASSIGN(out, RewrittenStep::begin(source, target));
    out.content.meta.parent_digest = digest_;
    out.content.meta.weights_only = false;
    const auto from_top = chain_.aligned_streams(top_, link);
    const auto to_parent = below_ == nullptr ? from_top : chain_.aligned_streams(link, first_own_ - 1);
    const auto base_hash = [&](std::uint32_t s, std::uint64_t c) -> Result<std::uint64_t> {
        Bytes base(source.layout().streams[s].chunk_bytes(c));
        if (below_ == nullptr) return xxh3(base);
        if (to_parent[s] != LayoutMap::none) return hashes_[to_parent[s]][c];
        // Only the step itself gets here, and only if it has no links of its own.
        STEPVAULT_TRY(gather_base(
            source.layout(), s, c, *map_, below_->top().layout(),
            [&](auto from, auto chunk, auto bytes) { return below_->read_chunk(from, chunk, bytes); }, base));
        return xxh3(base);
    };
    ChunkSet left_out(source.layout().streams.size());
    for (std::uint32_t s = 1; s < dropped_.size(); ++s)
        left_out[from_top[s]] = dropped_[s];
    for (std::uint32_t s = 0; s < left_out.size(); ++s) {
        const auto& stream = source.layout().streams[s];
        out.content.streams[s].dropped.clear();
        for (std::uint64_t c = 0; c < stream.chunks(); ++c) {
            STEPVAULT_TRY(job_.check());
            if (left_out[s].empty() || !left_out[s][c]) {
                STEPVAULT_TRY(out.copy(s, source, s, c));
                continue;
            }
            STEPVAULT_ASSIGN(hash, base_hash(s, c));
            STEPVAULT_TRY(out.add(s, {ChunkMode::same, {}}, hash));
        }
    }
    return std::move(out);
}

Status StepStripping::rewrite_own_links() {
    for (auto link = first_own_; link < top_; ++link) {
        const auto path = next_link();
        STEPVAULT_ASSIGN(out, without_dropped(link, path));
        links_.push_back(path);
        STEPVAULT_TRY(out.writer.finish(out.content));
        STEPVAULT_ASSIGN(written, StepFile::open(path));
        // The link held nothing but dropped chunks.
        if (written.state_digest() == digest_) {
            discard(path);
            links_.pop_back();
        }
        digest_ = written.state_digest();
    }
    return {};
}

/// Copies the step's chunks, except the dropped ones.
Result<RewrittenStep> StepStripping::leave_out(const fs::path& target) {
    STEPVAULT_TRY(rewrite_own_links());
    STEPVAULT_ASSIGN(out, without_dropped(top_, target));
    for (const auto& link : links_)
        STEPVAULT_TRY(out.take_link(link));
    if (!links_.empty()) out.content.last_link_digest = digest_;
    return std::move(out);
}

/// Codes the chunks that build on lost chunks of the parent again, exactly, against the parent's new state.
Result<RewrittenStep> StepStripping::code_anew(const fs::path& target) {
    STEPVAULT_ASSIGN(out, RewrittenStep::begin(chain_.top(), target));
    for (std::uint32_t s = 0; s < dropped_.size(); ++s)
        out.content.streams[s].dropped = dropped_[s];
    STEPVAULT_TRY(out.code_anew(chain_, *below_, kept_chunks(), pool_, job_));
    return std::move(out);
}

Status StepStripping::finish(RewrittenStep& step) const {
    auto& meta = step.content.meta;
    meta.parent_digest = below_ == nullptr ? 0 : below_->top().state_digest();
    for (std::uint32_t s = 0; s < dropped_.size(); ++s) {
        if (std::ranges::find(dropped_[s], true) == dropped_[s].end()) continue;
        step.content.streams[s].dropped = dropped_[s];
        meta.weights_only = true;
    }
    const auto written = step.writer.finish(step.content, AtomicFile::Existing::replace);
    return written ? Status() : Status(written.error());
}

Status StepStripping::write(const fs::path& target) {
    if (below_ != nullptr) look_at_parent();
    const bool can_leave_out = needs_nothing_lost();
    if (!can_leave_out && below_ == nullptr)
        return Error{ErrorCode::unsupported, chain_.top().path().native() + ": holds links without a parent"};
    STEPVAULT_ASSIGN(written, can_leave_out ? leave_out(target) : code_anew(target));
    return finish(written);
}

}  // namespace stepvault
