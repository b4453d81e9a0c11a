#include "vault/step_reducing.h"

#include <algorithm>
#include <optional>
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

StepReducing::StepReducing(const Chain& chain, const Chain* below, ChunkSet dropped, fs::path scratch,
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

StepReducing::~StepReducing() {
    for (const auto& link : links_)
        discard(link);
}

/// A link that brings the chunks `carried`, by the parent's streams, to what they are in a link below it.
Status StepReducing::add_carrier(std::size_t link, const ChunkSet& carried) {
    const auto& parent = chain_.link(first_own_ - 1);
    const auto& source = chain_.link(link);
    const auto streams = chain_.aligned_streams(first_own_ - 1, link);
    const auto path = next_link();
    STEPVAULT_ASSIGN(out, RewrittenStep::begin(parent, path));
    STEPVAULT_TRY(out.writer.restrict_like(source.file()));
    auto& [meta, layout, contents, figures, statistics, samples, inner, inner_digest] = out.content;
    meta = source.meta();
    meta.weights_only = false;
    meta.parent_digest = digest_;
    figures.clear();
    statistics.clear();
    samples.clear();
    for (std::uint32_t s = 0; s < layout.streams.size(); ++s) {
        auto& stream = layout.streams[s];
        contents[s] = {};
        if (stream.coding != StreamCoding::bytes) stream.coding = StreamCoding::exact;
        if (std::ranges::find(carried[s], true) != carried[s].end()) {
            const auto& from = source.layout().streams[streams[s]];
            stream.coding = from.coding;
            contents[s].tables = source.stream(streams[s]).tables;
            contents[s].model = source.stream(streams[s]).model;
            for (std::size_t p = 0; p < stream.payloads.size(); ++p)
                layout.payloads[stream.payloads[p]].table = source.layout().payloads[from.payloads[p]].table;
        }
        for (std::uint64_t c = 0; c < stream.chunks(); ++c) {
            STEPVAULT_TRY(job_.check());
            if (!carried[s][c]) {
                STEPVAULT_TRY(out.add(s, {ChunkMode::same, {}}, hashes_[s][c]));
                continue;
            }
            STEPVAULT_TRY(out.copy(s, source, streams[s], c));
            hashes_[s][c] = contents[s].chunks.back().content_hash;
        }
    }
    links_.push_back(path);
    STEPVAULT_TRY(out.writer.finish(out.content));
    STEPVAULT_ASSIGN(written, StepFile::open(path));
    digest_ = written.state_digest();
    return {};
}

void StepReducing::look_at_parent() {
    const auto before = hashes_of(chain_.link(first_own_ - 1));
    for (std::uint32_t s = 0; s < before.size(); ++s) {
        lost_.emplace_back(before[s].size());
        for (std::uint64_t c = 0; c < before[s].size(); ++c)
            lost_[s][c] = before[s][c] != hashes_[s][c];
    }
    to_parent_ = chain_.aligned_streams(top_, first_own_ - 1);
    map_.emplace(chain_.top().layout(), chain_.link(first_own_ - 1).layout());
}

/// What of the parent a chunk of this step, or of its own links, is coded against.
std::vector<StepReducing::Place> StepReducing::base_of(std::uint32_t stream, std::uint64_t chunk) const {
    if (first_own_ < top_) return {{to_parent_[stream], chunk}};
    if (!needs_base(chain_.top().stream(stream).chunks[chunk].mode)) return {};
    std::vector<Place> places;
    Bytes unused;
    (void)gather_base(
        chain_.top().layout(), stream, chunk, *map_, chain_.link(first_own_ - 1).layout(),
        [&](auto s, auto c, auto) -> Status {
            places.push_back({s, c});
            return {};
        },
        unused);
    return places;
}

/// Chunks that are coded against what is still there. None where the step's own links come first.
ChunkSet StepReducing::kept_chunks() const {
    ChunkSet kept;
    for (std::uint32_t s = 0; s < dropped_.size() && first_own_ == top_; ++s) {
        kept.emplace_back(dropped_[s].size());
        for (std::uint64_t c = 0; c < dropped_[s].size(); ++c) {
            kept[s][c] = !dropped_[s][c] && std::ranges::none_of(base_of(s, c), [&](const Place& p) {
                return lost_[p.stream][p.chunk];
            });
        }
    }
    return kept;
}

/// Adds links for what the parent no longer restores to, as far as this step needs it. False where that
/// cannot be told by chunks, since those below the parent do not lie on each other.
Result<bool> StepReducing::take_up_dropped() {
    const auto parent = first_own_ - 1;
    ChunkSet open;
    for (const auto& stream : lost_)
        open.emplace_back(stream.size());
    for (std::uint32_t s = 1; s < dropped_.size(); ++s) {
        for (std::uint64_t c = 0; c < dropped_[s].size(); ++c) {
            STEPVAULT_TRY(job_.check());
            if (dropped_[s][c]) continue;
            for (const auto& place : base_of(s, c))
                open[place.stream][place.chunk] = lost_[place.stream][place.chunk];
        }
    }
    std::vector<std::pair<std::size_t, ChunkSet>> carriers;  // the newest first
    for (auto link = parent;; --link) {
        const auto down = chain_.aligned_streams(parent, link);
        ChunkSet carried;
        bool any = false;
        for (std::uint32_t s = 0; s < open.size(); ++s) {
            carried.emplace_back(open[s].size());
            for (std::uint64_t c = 0; c < open[s].size(); ++c) {
                if (!open[s][c]) continue;
                if (down[s] == LayoutMap::none) return false;
                const auto& chunk = chain_.link(link).stream(down[s]).chunks[c];
                const bool is_there = chunk.content_hash == hashes_[s][c];
                carried[s][c] = !is_there;
                any |= !is_there;
                open[s][c] = !is_there && needs_base(chunk.mode);
            }
        }
        if (any) carriers.emplace_back(link, std::move(carried));
        if (!any || link == 0) break;
    }
    for (auto carrier = carriers.rbegin(); carrier != carriers.rend(); ++carrier)
        STEPVAULT_TRY(add_carrier(carrier->first, carrier->second));
    return true;
}

/// True where the chunks that are dropped lie on chunks of the parent: what the others then decode to is
/// known although links were added.
bool StepReducing::finds_what_is_dropped() const {
    for (std::uint32_t s = 0; s < dropped_.size(); ++s) {
        if (to_parent_[s] == LayoutMap::none && std::ranges::find(dropped_[s], true) != dropped_[s].end())
            return false;
    }
    return true;
}

/// One of the step's own links, upon the links so far.
Result<RewrittenStep> StepReducing::without_dropped(std::size_t link, const fs::path& target) {
    const auto& source = chain_.link(link);
    STEPVAULT_ASSIGN(out, RewrittenStep::begin(source, target));
    out.content.meta.parent_digest = digest_;
    out.content.meta.weights_only = false;
    const auto from_top = chain_.aligned_streams(top_, link);
    std::vector<std::uint32_t> to_parent;
    std::optional<LayoutMap> map;
    if (below_ != nullptr) {
        to_parent = chain_.aligned_streams(link, first_own_ - 1);
        map.emplace(source.layout(), below_->top().layout());
    }
    const auto base_hash = [&](std::uint32_t s, std::uint64_t c) -> Result<std::uint64_t> {
        Bytes base(source.layout().streams[s].chunk_bytes(c));
        if (!map) return xxh3(base);
        if (to_parent[s] != LayoutMap::none) return hashes_[to_parent[s]][c];
        STEPVAULT_TRY(gather_base(
            source.layout(), s, c, *map, below_->top().layout(),
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

Status StepReducing::rewrite_own_links() {
    for (auto link = first_own_; link < top_; ++link) {
        const auto path = next_link();
        STEPVAULT_ASSIGN(out, without_dropped(link, path));
        links_.push_back(path);
        STEPVAULT_TRY(out.writer.finish(out.content));
        STEPVAULT_ASSIGN(written, StepFile::open(path));
        // Nothing but what is dropped was in it.
        if (written.state_digest() == digest_) {
            discard(path);
            links_.pop_back();
        }
        digest_ = written.state_digest();
    }
    return {};
}

/// True where the step's own links find what they were coded against, and nothing of them goes.
bool StepReducing::restores_as_before() const {
    return dropped_ == dropped_chunks(chain_.top()) &&
           (below_ == nullptr || digest_ == chain_.link(first_own_ - 1).state_digest());
}

/// The step's own chunks, upon links for what its parent lost.
Result<RewrittenStep> StepReducing::carry(const fs::path& target) {
    const bool as_before = restores_as_before();
    if (!as_before) STEPVAULT_TRY(rewrite_own_links());
    STEPVAULT_ASSIGN(out, without_dropped(top_, target));
    for (const auto& link : links_)
        STEPVAULT_TRY(out.take_link(link));
    if (!links_.empty()) out.content.last_link_digest = digest_;
    for (std::size_t i = 0; as_before && i < chain_.top().links(); ++i) {
        STEPVAULT_TRY(out.take_link(chain_.top(), i));
        out.content.last_link_digest = chain_.top().last_link_digest();
    }
    return std::move(out);
}

Status StepReducing::finish(RewrittenStep& step) const {
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

Status StepReducing::write(const fs::path& target) {
    std::optional<RewrittenStep> best;
    bool can_carry = lies_on_its_parent(chain_);
    std::size_t carriers = 0;
    if (below_ != nullptr) {
        look_at_parent();
        if (can_carry) {
            STEPVAULT_ASSIGN(taken_up, take_up_dropped());
            can_carry = taken_up && (links_.empty() || finds_what_is_dropped());
            carriers = links_.size();
        }
    }
    if (can_carry) {
        STEPVAULT_ASSIGN(carried, carry(target));
        best.emplace(std::move(carried));
    }
    if (below_ != nullptr && (!best || carriers > 0)) {
        STEPVAULT_ASSIGN(anew, RewrittenStep::begin(chain_.top(), target));
        for (std::uint32_t s = 0; s < dropped_.size(); ++s)
            anew.content.streams[s].dropped = dropped_[s];
        STEPVAULT_TRY(anew.code_anew(chain_, *below_, kept_chunks(), pool_, job_));
        if (!best || anew.bytes < best->bytes) best.emplace(std::move(anew));
    }
    if (!best)
        return Error{ErrorCode::unsupported, chain_.top().path().native() + ": holds links without a parent"};
    return finish(*best);
}

}  // namespace stepvault
