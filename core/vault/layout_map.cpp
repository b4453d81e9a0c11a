#include "vault/layout_map.h"

#include <cstring>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace stepvault {

namespace {

struct Key {
    std::string_view file;
    std::string_view name;
    DType dtype;
    std::uint64_t length;
    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& k) const {
        const std::hash<std::string_view> text;
        return text(k.file) ^ (text(k.name) * 31) ^ (k.length * 1315423911U) ^
               static_cast<std::size_t>(k.dtype);
    }
};

}  // namespace

std::vector<std::uint32_t> match_payloads(const std::vector<StoredFile>& from_files,
                                          const std::vector<StoredPayload>& from,
                                          const std::vector<StoredFile>& to_files,
                                          const std::vector<StoredPayload>& to) {
    std::unordered_map<Key, std::uint32_t, KeyHash> index;
    for (std::uint32_t i = 0; i < to.size(); ++i) {
        index.try_emplace({to_files[to[i].file].path, to[i].name, to[i].dtype, to[i].length}, i);
    }
    std::vector<std::uint32_t> result;
    result.reserve(from.size());
    for (const auto& p : from) {
        const auto found = index.find({from_files[p.file].path, p.name, p.dtype, p.length});
        result.push_back(found == index.end() ? LayoutMap::none : found->second);
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

Status gather_base(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk, const LayoutMap& map,
                   const StepLayout& parent, const ParentChunkReader& read, Bytes& base) {
    const auto& s = layout.streams[stream];
    if (s.coding == StreamCoding::bytes) {
        base.clear();
        if (chunk >= parent.streams[0].chunks()) return {};
        base.resize(parent.streams[0].chunk_bytes(chunk));
        return read(0, chunk, base);
    }
    base.resize(s.chunk_bytes(chunk));
    if (const auto aligned = map.aligned_stream(stream); aligned != LayoutMap::none)
        return read(aligned, chunk, base);
    std::fill(base.begin(), base.end(), std::byte{0});
    Bytes scratch;
    auto held_stream = LayoutMap::none;
    std::uint64_t held_chunk = 0;
    return for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                         [&](auto p, auto inside, auto n, auto at) -> Status {
                             const auto counterpart = map.payload(p);
                             if (counterpart == LayoutMap::none) return {};
                             const auto& payload = parent.payloads[counterpart];
                             const auto& from = parent.streams[payload.stream];
                             const std::uint64_t size = item_size(s.dtype);
                             for (std::uint64_t done = 0; done < n;) {
                                 const auto element = payload.first + inside + done;
                                 const auto wanted = element / from.chunk_elements;
                                 if (payload.stream != held_stream || wanted != held_chunk) {
                                     scratch.resize(from.chunk_bytes(wanted));
                                     STEPVAULT_TRY(read(payload.stream, wanted, scratch));
                                     held_stream = payload.stream;
                                     held_chunk = wanted;
                                 }
                                 const auto offset = element - from.chunk_first(wanted);
                                 const auto take = std::min(n - done, from.chunk_count(wanted) - offset);
                                 std::memcpy(base.data() + at + done * size, scratch.data() + offset * size,
                                             take * size);
                                 done += take;
                             }
                             return {};
                         });
}

}  // namespace stepvault
