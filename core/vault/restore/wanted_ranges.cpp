#include "vault/restore/wanted_ranges.h"

#include <algorithm>
#include <iterator>

namespace stepvault {

Result<WantedRanges> WantedRanges::of(const StepLayout& layout, const std::vector<FileRange>& ranges) {
    WantedRanges wanted(layout);
    for (const auto& range : ranges) {
        const bool is_inside = range.file < layout.files.size() &&
                               range.offset <= layout.files[range.file].size &&
                               range.length <= layout.files[range.file].size - range.offset;
        if (!is_inside) {
            const auto name = range.file < layout.files.size() ? layout.files[range.file].path : "";
            return Error{ErrorCode::invalid_argument, name + " has no bytes " + std::to_string(range.offset) +
                                                          " to " +
                                                          std::to_string(range.offset + range.length)};
        }
        wanted.add(range);
    }
    // A checksum comes after those that it covers.
    for (auto i = layout.crcs.size(); i-- > 0;) {
        const auto& crc = layout.crcs[i];
        wanted.for_each_wanted({crc.file, crc.offset, 4}, [&](auto, auto) { wanted.crcs_[i] = true; });
        if (wanted.crcs_[i] && crc.holds) wanted.add({crc.file, crc.begin, crc.length});
    }
    return wanted;
}

void WantedRanges::add(const FileRange& range) {
    if (range.length == 0) return;
    auto& of_file = files_[range.file];
    auto begin = range.offset;
    auto end = range.offset + range.length;
    auto at = of_file.upper_bound(begin);
    if (at != of_file.begin() && std::prev(at)->second >= begin) --at;
    while (at != of_file.end() && at->first <= end) {
        begin = std::min(begin, at->first);
        end = std::max(end, at->second);
        at = of_file.erase(at);
    }
    of_file.emplace(begin, end);
}

template <class F>
void WantedRanges::for_each_wanted(const FileRange& range, F&& f) const {
    const auto& of_file = files_[range.file];
    const auto end = range.offset + range.length;
    auto at = of_file.upper_bound(range.offset);
    if (at != of_file.begin()) --at;
    for (; at != of_file.end() && at->first < end; ++at) {
        const auto from = std::max(at->first, range.offset);
        const auto to = std::min(at->second, end);
        if (from < to) f(from, to);
    }
}

std::vector<std::vector<bool>> WantedRanges::chunks() const {
    std::vector<std::vector<bool>> wanted;
    for (const auto& stream : layout_.streams)
        wanted.emplace_back(stream.chunks());
    const auto want = [&](std::uint32_t stream, std::uint64_t first, std::uint64_t end) {
        const std::uint64_t size = layout_.streams[stream].chunk_elements;
        for (auto chunk = first / size; chunk <= (end - 1) / size; ++chunk)
            wanted[stream][chunk] = true;
    };
    std::uint64_t at = 0;
    for (const auto& raw : layout_.raw_ranges()) {
        for_each_wanted({raw.file, raw.offset, raw.length}, [&](auto from, auto to) {
            want(0, at + (from - raw.offset), at + (to - raw.offset));
        });
        at += raw.length;
    }
    for (std::uint32_t p = 0; p < layout_.payloads.size(); ++p) {
        const auto& payload = layout_.payloads[p];
        const std::uint64_t size = item_size(payload.dtype);
        for_each_wanted({payload.file, payload.offset, payload.length}, [&](auto from, auto to) {
            want(layout_.payloads[layout_.carrier(p)].stream, payload.first + (from - payload.offset) / size,
                 payload.first + (to - payload.offset + size - 1) / size);
        });
    }
    return wanted;
}

}  // namespace stepvault
