#include "vault/chain.h"

#include <algorithm>
#include <numeric>

#include "base/checksum.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_chain = 4096;
constexpr int reading_attempts = 5;

}  // namespace

Status Chain::add(StepFile file, std::uint64_t expected) {
    if (links_.size() == longest_chain)
        return Error{ErrorCode::corrupt, file.path().native() + ": its chain never ends"};
    if (!links_.empty() && file.state_digest() != expected) {
        return Error{ErrorCode::corrupt, links_.back().file.path().native() +
                                             ": was coded against another version of " + file.meta().id};
    }
    std::vector<StepFile> folded;
    for (std::size_t i = 0; i < file.links(); ++i) {
        STEPVAULT_ASSIGN(link, file.open_link(i));
        folded.push_back(std::move(link));
    }
    expected = file.last_link_digest();
    links_.push_back({std::move(file), nullptr});
    for (auto link = folded.rbegin(); link != folded.rend(); ++link) {
        const auto next = link->meta().parent_digest;
        STEPVAULT_TRY(add(std::move(*link), expected));
        expected = next;
    }
    return {};
}

Result<Chain> Chain::open_once(const std::filesystem::path& steps_folder, const std::string& id) {
    Chain chain;
    std::string next = id;
    std::uint64_t expected = 0;
    while (!next.empty()) {
        STEPVAULT_ASSIGN(file, StepFile::open(step_path(steps_folder, next)));
        const auto parent = file.meta().parent;
        const auto parent_digest = file.meta().parent_digest;
        STEPVAULT_TRY(chain.add(std::move(file), expected));
        if (chain.own_links_ == 0) chain.own_links_ = chain.links_.size();
        next = parent;
        expected = parent_digest;
    }
    std::reverse(chain.links_.begin(), chain.links_.end());
    for (std::size_t i = 1; i < chain.links_.size(); ++i) {
        chain.links_[i].to_parent =
            std::make_unique<LayoutMap>(chain.links_[i].file.layout(), chain.links_[i - 1].file.layout());
    }
    return chain;
}

Result<Chain> Chain::open(const std::filesystem::path& steps_folder, const std::string& id) {
    for (int attempt = 1;; ++attempt) {
        auto chain = open_once(steps_folder, id);
        if (chain) return chain;
        // The steps may have been exchanged between two links.
        if (chain.error().code == ErrorCode::corrupt && attempt < reading_attempts) continue;
        if (chain.error().code != ErrorCode::not_found) return chain;
        if (attempt < reading_attempts) continue;
        std::error_code ec;
        if (!std::filesystem::exists(step_path(steps_folder, id), ec)) return chain;
        return Error{ErrorCode::corrupt,
                     "a step that " + id + " builds on is missing: " + chain.error().message};
    }
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

void Chain::use_tip(const std::filesystem::path& tip) {
    auto opened = Tip::open_existing(tip, top().layout());
    if (opened) tip_ = std::make_unique<Tip>(std::move(*opened));
}

Status Chain::read_chunk(std::uint32_t stream, std::uint64_t chunk, MutableByteView out) const {
    if (tip_) {
        const auto whole = tip_->read_chunk(top(), stream, chunk, out);
        if (whole && *whole) return {};
    }
    Decoded decoded;
    STEPVAULT_TRY(decode(links_.size() - 1, stream, chunk, out, decoded));
    if (xxh3(out) != top().stream(stream).chunks[chunk].content_hash) {
        return Error{ErrorCode::corrupt,
                     top().path().native() + ": a chunk does not decode to what was filed"};
    }
    return {};
}

Status Chain::decode(std::size_t link, std::uint32_t stream, std::uint64_t chunk, MutableByteView out,
                     Decoded& decoded) const {
    // Down to the nearest link that needs no base, as long as chunks lie on each other; then up again.
    struct Stage {
        std::size_t link;
        std::uint32_t stream;
    };
    std::vector<Stage> stages{{link, stream}};
    Bytes base;
    while (true) {
        const auto& [l, s] = stages.back();
        const auto mode = links_[l].file.stream(s).chunks[chunk].mode;
        if (!needs_base(mode)) break;
        const auto aligned = links_[l].to_parent ? links_[l].to_parent->aligned_stream(s) : LayoutMap::none;
        if (aligned == LayoutMap::none) {
            STEPVAULT_TRY(base_of(l, s, chunk, base, decoded));
            break;
        }
        stages.push_back({l - 1, aligned});
    }
    for (auto i = stages.size(); i-- > 0;) {
        const auto& [l, s] = stages[i];
        const auto& file = links_[l].file;
        STEPVAULT_ASSIGN(coded, file.read_chunk(s, chunk));
        STEPVAULT_TRY(file.decode_chunk(s, chunk, coded, base, out));
        if (i > 0) base.assign(out.begin(), out.end());
    }
    return {};
}

Status Chain::base_of(std::size_t link, std::uint32_t stream, std::uint64_t chunk, Bytes& base,
                      Decoded& decoded) const {
    const auto& layout = links_[link].file.layout();
    if (link == 0) {
        const auto& s = layout.streams[stream];
        base.assign(s.coding == StreamCoding::bytes ? 0 : s.chunk_bytes(chunk), std::byte{0});
        return {};
    }
    return gather_base(
        layout, stream, chunk, *links_[link].to_parent, links_[link - 1].file.layout(),
        [&](std::uint32_t s, std::uint64_t c, MutableByteView out) -> Status {
            const auto key = std::tuple(link - 1, s, c);
            auto at = decoded.find(key);
            if (at == decoded.end()) {
                Bytes bytes(out.size());
                STEPVAULT_TRY(decode(link - 1, s, c, bytes, decoded));
                at = decoded.emplace(key, std::move(bytes)).first;
            }
            std::copy(at->second.begin(), at->second.end(), out.begin());
            return {};
        },
        base);
}

}  // namespace stepvault
