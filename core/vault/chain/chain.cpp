#include "vault/chain/chain.h"

#include <algorithm>
#include <numeric>

#include "base/checksum.h"
#include "vault/chain/shared_base.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_chain = 4096;
constexpr int reading_attempts = 5;
/// Memory, out of a budget, that one thread may use while others decode too. A chunk that needs more is
/// decoded alone.
std::uint64_t much_memory(std::uint64_t budget) {
    return std::min(std::uint64_t{64} << 20, budget / 8);
}
/// Approximate memory of a Place in a set and in a map.
constexpr std::uint64_t place_bytes = 128;

Error too_large(const std::filesystem::path& file, const std::string& what) {
    return beyond_memory_budget(file.native() + ": " + what);
}

}  // namespace

Status Chain::admit(const StepFile& file) {
    memory_ += file.memory();
    if (memory_ > budget_) return too_large(file.path(), "what it builds on needs");
    return {};
}

Status Chain::add(StepFile file, std::uint64_t expected) {
    if (links_.size() == longest_chain)
        return Error{ErrorCode::corrupt, file.path().native() + ": its chain never ends"};
    if (!links_.empty() && file.state_digest() != expected) {
        return Error{ErrorCode::corrupt, links_.back().file.path().native() +
                                             ": was coded against another version of " + file.meta().id};
    }
    std::vector<StepFile> squashed;
    for (std::size_t i = 0; i < file.links(); ++i) {
        STEPVAULT_ASSIGN(link, file.open_link(i));
        STEPVAULT_TRY(admit(link));
        squashed.push_back(std::move(link));
    }
    expected = file.last_link_digest();
    links_.push_back({std::move(file), nullptr});
    for (auto link = squashed.rbegin(); link != squashed.rend(); ++link) {
        const auto next = link->meta().parent_digest;
        STEPVAULT_TRY(add(std::move(*link), expected));
        expected = next;
    }
    return {};
}

Result<Chain> Chain::open_once(const std::filesystem::path& steps_folder, const std::string& id,
                               std::uint64_t budget) {
    Chain chain(budget);
    std::string next = id;
    std::uint64_t expected = 0;
    // An id from elsewhere may be empty, and is that of no step.
    do {
        STEPVAULT_ASSIGN(file, StepFile::open(step_path(steps_folder, next)));
        STEPVAULT_TRY(chain.admit(file));
        const auto parent = file.meta().parent;
        const auto parent_digest = file.meta().parent_digest;
        STEPVAULT_TRY(chain.add(std::move(file), expected));
        if (chain.own_links_ == 0) chain.own_links_ = chain.links_.size();
        next = parent;
        expected = parent_digest;
    } while (!next.empty());
    if (expected != 0) {
        STEPVAULT_ASSIGN(shared, open_shared_base(steps_folder, expected));
        STEPVAULT_TRY(chain.admit(shared));
        STEPVAULT_TRY(chain.add(std::move(shared), expected));
    }
    std::reverse(chain.links_.begin(), chain.links_.end());
    for (std::size_t i = 1; i < chain.links_.size(); ++i) {
        chain.links_[i].to_parent =
            std::make_unique<LayoutMap>(chain.links_[i].file.layout(), chain.links_[i - 1].file.layout());
    }
    return chain;
}

Result<Chain> Chain::open(const std::filesystem::path& steps_folder, const std::string& id,
                          std::uint64_t budget) {
    for (int attempt = 1;; ++attempt) {
        auto chain = open_once(steps_folder, id, budget);
        if (chain) return chain;
        // Another process may have replaced steps between two reads.
        if (chain.error().code == ErrorCode::corrupt && attempt < reading_attempts) continue;
        if (chain.error().code != ErrorCode::not_found) return chain;
        if (attempt < reading_attempts) continue;
        std::error_code ec;
        if (!std::filesystem::exists(step_path(steps_folder, id), ec)) return chain;
        return Error{ErrorCode::corrupt,
                     "a step that " + id + " builds on is missing: " + chain.error().message};
    }
}

Result<Chain> Chain::open_shared(const std::filesystem::path& steps_folder, std::uint64_t digest,
                                 std::uint64_t budget) {
    Chain chain(budget);
    STEPVAULT_ASSIGN(shared, open_shared_base(steps_folder, digest));
    STEPVAULT_TRY(chain.admit(shared));
    STEPVAULT_TRY(chain.add(std::move(shared), digest));
    chain.own_links_ = 1;
    return chain;
}

Result<std::unique_ptr<Chain>> Chain::open_parent(const std::filesystem::path& steps_folder,
                                                  const StepMeta& meta, std::uint64_t budget) {
    if (meta.stands_alone()) return std::unique_ptr<Chain>();
    STEPVAULT_ASSIGN(chain, meta.parent.empty() ? open_shared(steps_folder, meta.parent_digest, budget)
                                                : open(steps_folder, meta.parent, budget));
    return std::make_unique<Chain>(std::move(chain));
}

std::vector<std::uint32_t> Chain::aligned_streams(std::size_t from, std::size_t to) const {
    std::vector<std::uint32_t> streams(links_[from].file.layout().streams.size());
    std::iota(streams.begin(), streams.end(), 0U);
    for (auto i = from; i > to; --i) {
        for (auto& s : streams)
            s = s == LayoutMap::none ? s : links_[i].to_parent->aligned_stream(s);
    }
    return streams;
}

Status Chain::read_chunk(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const {
    if (tip_) {
        const auto whole = tip_->read_chunk(top(), stream, chunk, out);
        if (whole && *whole) return {};
    }
    STEPVAULT_TRY(decode(links_.size() - 1, stream, chunk, out));
    if (xxh3(out) != top().stream(stream).chunks[chunk].content_hash) {
        return Error{ErrorCode::corrupt,
                     top().path().native() + ": a chunk does not decode to what was filed"};
    }
    return {};
}

bool Chain::stands_alone(std::size_t link, Place place) const {
    return !needs_base(links_[link].file.stream(place.first).chunks[place.second].mode);
}

Status Chain::decode_on(std::size_t link, Place place, const Bytes& base, MutableByteView out) const {
    const auto& file = links_[link].file;
    STEPVAULT_ASSIGN(coded, file.read_chunk(place.first, place.second));
    return file.decode_chunk(place.first, place.second, coded, base, out);
}

Status Chain::decode(std::size_t link, std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const {
    // Go down to the nearest link that needs no base, as long as streams are aligned; then decode upwards.
    struct Stage {
        std::size_t link;
        std::uint32_t stream;
    };
    std::vector<Stage> stages{{link, stream}};
    Bytes base;
    while (true) {
        const auto& [l, s] = stages.back();
        if (stands_alone(l, {s, chunk})) break;
        const auto aligned = links_[l].to_parent ? links_[l].to_parent->aligned_stream(s) : LayoutMap::none;
        if (aligned == LayoutMap::none) {
            STEPVAULT_TRY(base_of(l, s, chunk, base));
            break;
        }
        stages.push_back({l - 1, aligned});
    }
    for (auto i = stages.size(); i-- > 0;) {
        STEPVAULT_TRY(decode_on(stages[i].link, {stages[i].stream, chunk}, base, out));
        if (i > 0) base.assign(out.begin(), out.end());
    }
    return {};
}

Result<std::vector<std::set<Chain::Place>>> Chain::needed_for(std::size_t link, Place place,
                                                              std::uint64_t most) const {
    std::vector<std::set<Place>> needed{{place}};
    std::uint64_t places = 0;
    for (auto l = link; l > 0; --l) {
        std::set<Place> below;
        for (const auto& p : needed.back()) {
            if (l < link && stands_alone(l, p)) continue;
            STEPVAULT_TRY(for_each_base_part(
                links_[l].file.layout(), p.first, p.second, *links_[l].to_parent, links_[l - 1].file.layout(),
                [&](const BasePart& part) -> Status {
                    places += below.emplace(part.stream, part.chunk).second ? 1 : 0;
                    return places <= most ? Status()
                                          : too_large(links_[l].file.path(), "a chunk of it needs");
                }));
        }
        if (below.empty()) break;
        needed.push_back(std::move(below));
    }
    return needed;
}

std::uint64_t Chain::memory_for(std::size_t link, const std::vector<std::set<Place>>& needed) const {
    std::uint64_t most = 0;
    std::uint64_t above = 0;
    std::uint64_t places = 0;
    for (std::size_t i = 1; i < needed.size(); ++i) {
        const auto& streams = links_[link - i].file.layout().streams;
        std::uint64_t bytes = 0;
        for (const auto& [stream, chunk] : needed[i])
            bytes += streams[stream].chunk_bytes(chunk);
        most = std::max(most, above + bytes);
        above = bytes;
        places += needed[i].size();
    }
    return most + places * place_bytes;
}

Status Chain::base_of(std::size_t link, std::uint32_t stream, std::uint64_t chunk, Bytes& base) const {
    const Place place{stream, chunk};
    std::unique_lock alone(*much_memory_, std::defer_lock);
    const auto much = much_memory(budget_);
    auto needed = needed_for(link, place, much / place_bytes);
    if (!needed || memory_for(link, *needed) > much) {
        alone.lock();
        needed = needed_for(link, place, budget_ / place_bytes);
    }
    if (!needed) return needed.error();
    if (memory_for(link, *needed) > budget_)
        return too_large(links_[link].file.path(), "a chunk of it needs");
    std::map<Place, Bytes> below;
    for (auto i = needed->size(); i-- > 1;) {
        const auto l = link - i;
        std::map<Place, Bytes> decoded;
        Bytes on;
        for (const auto& p : (*needed)[i]) {
            on.clear();
            if (!stands_alone(l, p)) STEPVAULT_TRY(gather(l, p, below, on));
            Bytes bytes(links_[l].file.layout().streams[p.first].chunk_bytes(p.second));
            STEPVAULT_TRY(decode_on(l, p, on, bytes));
            decoded.emplace(p, std::move(bytes));
        }
        below = std::move(decoded);
    }
    return gather(link, place, below, base);
}

Status Chain::gather(std::size_t link, Place place, const std::map<Place, Bytes>& below, Bytes& base) const {
    const auto& layout = links_[link].file.layout();
    const auto& [stream, chunk] = place;
    if (link == 0) {
        const auto& s = layout.streams[stream];
        base.assign(s.coding == StreamCoding::bytes ? 0 : s.chunk_bytes(chunk), std::byte{0});
        return {};
    }
    return gather_base(
        layout, stream, chunk, *links_[link].to_parent, links_[link - 1].file.layout(),
        [&](std::uint32_t s, std::uint64_t c, MutableByteView out) -> Status {
            const auto& bytes = below.at({s, c});
            std::copy(bytes.begin(), bytes.end(), out.begin());
            return {};
        },
        base);
}

}  // namespace stepvault
