#include "vault/chain/layout_map.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace stepvault {

namespace {

constexpr std::uint32_t no_file = 0xFFFFFFFFU;

struct Key {
    std::uint32_t file;  ///< index in the step that is searched
    std::string_view name;
    DType dtype;
    std::uint64_t length;
    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& k) const {
        return std::hash<std::string_view>()(k.name) ^ (std::size_t{k.file} * 2654435761U) ^
               (k.length * 1315423911U) ^ static_cast<std::size_t>(k.dtype);
    }
};

/// Parts of names that wrappers of a model put in: torch.compile, data parallelism, FSDP, activation
/// checkpointing, Lightning, PEFT.
constexpr std::string_view wrappers[] = {
    "_orig_mod",       "module",     "_fsdp_wrapped_module", "_checkpoint_wrapped_module",
    "_forward_module", "base_model", "base_layer",           "model"};

/// A name without the parts of wrappers.
std::string without_wrappers(std::string_view name) {
    std::string text;
    for (std::size_t at = 0; at <= name.size();) {
        const auto dot = std::min(name.find('.', at), name.size());
        const auto part = name.substr(at, dot - at);
        if (std::ranges::find(wrappers, part) == std::end(wrappers)) text.append(part).append(".");
        at = dot + 1;
    }
    return text;
}

/// Replaces each run of digits by one '#': a checkpoint's file names may contain its step.
std::string without_numbers(std::string_view path) {
    std::string text;
    for (const char c : path) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit || !text.ends_with('#')) text += digit ? '#' : c;
    }
    return text;
}

/// By file of `from`: the file in `to` with the same path. The files left over are matched in order with
/// those left over in `to` whose paths differ only in their numbers.
std::vector<std::uint32_t> match_files(const std::vector<StoredFile>& from,
                                       const std::vector<StoredFile>& to) {
    std::unordered_map<std::string_view, std::uint32_t> by_path;
    for (std::uint32_t i = 0; i < to.size(); ++i)
        by_path.try_emplace(to[i].path, i);
    std::vector<std::uint32_t> matched(from.size(), no_file);
    std::vector<bool> taken(to.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto found = by_path.find(from[i].path);
        if (found == by_path.end()) continue;
        matched[i] = found->second;
        taken[found->second] = true;
    }
    std::unordered_map<std::string, std::vector<std::uint32_t>> left;  // the last file first
    for (auto i = static_cast<std::uint32_t>(to.size()); i-- > 0;) {
        if (!taken[i]) left[without_numbers(to[i].path)].push_back(i);
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (matched[i] != no_file) continue;
        const auto found = left.find(without_numbers(from[i].path));
        if (found == left.end() || found->second.empty()) continue;
        matched[i] = found->second.back();
        found->second.pop_back();
    }
    return matched;
}

}  // namespace

std::vector<std::uint32_t> match_payloads(const std::vector<StoredFile>& from_files,
                                          const std::vector<StoredPayload>& from,
                                          const std::vector<StoredFile>& to_files,
                                          const std::vector<StoredPayload>& to) {
    const auto files = match_files(from_files, to_files);
    std::unordered_map<Key, std::uint32_t, KeyHash> index;
    for (std::uint32_t i = 0; i < to.size(); ++i) {
        if (to[i].rounds != StoredPayload::itself) continue;
        index.try_emplace({to[i].file, to[i].name, to[i].dtype, to[i].length}, i);
    }
    const auto look_up = [&](const StoredPayload& p, std::string_view name) {
        const auto found = index.find({files[p.file], name, p.dtype, p.length});
        return found == index.end() ? LayoutMap::none : found->second;
    };
    const auto can_match = [&](const StoredPayload& p) {
        return files[p.file] != no_file && p.rounds == StoredPayload::itself;
    };
    std::vector<std::uint32_t> result;
    result.reserve(from.size());
    for (const auto& p : from)
        result.push_back(can_match(p) ? look_up(p, p.name) : LayoutMap::none);
    const auto is_left = [&](std::size_t i) { return result[i] == LayoutMap::none && can_match(from[i]); };
    bool any_left = false;
    for (std::size_t i = 0; i < from.size() && !any_left; ++i)
        any_left = is_left(i);
    if (!any_left) return result;

    std::vector<std::string> names;  // of `to`, to which the index refers
    names.reserve(to.size());
    index.clear();
    for (std::uint32_t i = 0; i < to.size(); ++i) {
        names.push_back(without_wrappers(to[i].name));
        if (to[i].rounds == StoredPayload::itself)
            index.try_emplace({to[i].file, names.back(), to[i].dtype, to[i].length}, i);
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (is_left(i)) result[i] = look_up(from[i], without_wrappers(from[i].name));
    }
    return result;
}

LayoutMap::LayoutMap(const StepLayout& from, const StepLayout& to)
    : payloads_(match_payloads(from.files, from.payloads, to.files, to.payloads)) {
    identical_ = from.streams.size() == to.streams.size();
    for (std::uint32_t s = 0; s < from.streams.size(); ++s) {
        const auto& stream = from.streams[s];
        std::uint32_t found = none;
        if (stream.payloads.empty()) {
            if (s < to.streams.size() && to.streams[s].payloads.empty() &&
                to.streams[s].count == stream.count)
                found = s;
        } else if (const auto first = payloads_[stream.payloads.front()]; first != none) {
            found = to.payloads[first].stream;
        }
        if (found != none) {
            const auto& other = to.streams[found];
            bool same = other.count == stream.count && other.chunk_elements == stream.chunk_elements &&
                        other.payloads.size() == stream.payloads.size();
            for (std::size_t i = 0; same && i < stream.payloads.size(); ++i) {
                same = payloads_[stream.payloads[i]] == other.payloads[i];
            }
            if (!same) found = none;
        }
        aligned_.push_back(found);
        identical_ = identical_ && (found == s || s == 0);
    }
}

Status for_each_base_part(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                          const LayoutMap& map, const StepLayout& parent,
                          const std::function<Status(const BasePart&)>& f) {
    const auto& s = layout.streams[stream];
    if (s.coding == StreamCoding::bytes) {
        if (chunk >= parent.streams[0].chunks()) return {};
        return f({0, chunk, 0, parent.streams[0].chunk_bytes(chunk), 0});
    }
    if (const auto aligned = map.aligned_stream(stream); aligned != LayoutMap::none)
        return f({aligned, chunk, 0, s.chunk_bytes(chunk), 0});
    const std::uint64_t size = item_size(s.dtype);
    return for_each_part(
        layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
        [&](auto p, auto inside, auto n, auto at) -> Status {
            const auto counterpart = map.payload(p);
            if (counterpart == LayoutMap::none) return {};
            const auto& payload = parent.payloads[counterpart];
            const auto& from = parent.streams[payload.stream];
            for (std::uint64_t done = 0; done < n;) {
                const auto element = payload.first + inside + done;
                const auto wanted = element / from.chunk_elements;
                const auto offset = element - from.chunk_first(wanted);
                const auto take = std::min(n - done, from.chunk_count(wanted) - offset);
                STEPVAULT_TRY(f({payload.stream, wanted, offset * size, take * size, at + done * size}));
                done += take;
            }
            return {};
        });
}

Status gather_base(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk, const LayoutMap& map,
                   const StepLayout& parent, const ParentChunkReader& read, Bytes& base) {
    const auto& s = layout.streams[stream];
    const bool is_skeleton = s.coding == StreamCoding::bytes;
    if (!is_skeleton) {
        base.resize(s.chunk_bytes(chunk));
    } else {
        base.resize(chunk < parent.streams[0].chunks() ? parent.streams[0].chunk_bytes(chunk) : 0);
    }
    if (!is_skeleton && map.aligned_stream(stream) == LayoutMap::none)
        std::fill(base.begin(), base.end(), std::byte{0});
    Bytes scratch;
    auto held_stream = LayoutMap::none;
    std::uint64_t held_chunk = 0;
    return for_each_base_part(layout, stream, chunk, map, parent, [&](const BasePart& part) -> Status {
        const auto whole = parent.streams[part.stream].chunk_bytes(part.chunk);
        if (part.bytes == base.size() && part.bytes == whole) return read(part.stream, part.chunk, base);
        if (part.stream != held_stream || part.chunk != held_chunk) {
            scratch.resize(whole);
            STEPVAULT_TRY(read(part.stream, part.chunk, scratch));
            held_stream = part.stream;
            held_chunk = part.chunk;
        }
        std::memcpy(base.data() + part.at, scratch.data() + part.from, part.bytes);
        return {};
    });
}

}  // namespace stepvault
