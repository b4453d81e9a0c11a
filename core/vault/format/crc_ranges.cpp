#include "vault/format/crc_ranges.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "base/checksum.h"

namespace stepvault {

namespace {

constexpr std::uint64_t field_size = 4;
constexpr std::uint64_t range_block = std::uint64_t{1} << 20U;

using Payloads = std::vector<StoredPayload>;

/// The first payload of the file that begins at or after `offset`.
Payloads::const_iterator first_payload(const StepLayout& layout, std::uint32_t file, std::uint64_t offset) {
    return std::lower_bound(layout.payloads.begin(), layout.payloads.end(), std::pair(file, offset),
                            [](const StoredPayload& p, const std::pair<std::uint32_t, std::uint64_t>& place) {
                                return std::pair(p.file, p.offset) < place;
                            });
}

bool within(std::uint64_t begin, std::uint64_t length, std::uint64_t size) {
    return begin <= size && length <= size - begin;
}

/// True if one payload covers both sides of `at`.
bool splits_a_payload(const StepLayout& layout, std::uint32_t file, std::uint64_t at) {
    const auto next = first_payload(layout, file, at);
    if (next == layout.payloads.begin()) return false;
    const auto& before = *std::prev(next);
    return before.file == file && before.offset + before.length > at;
}

/// The begin or end of a range, or the begin of a field.
struct CrcMark {
    enum class Kind { end, begin, field };
    std::uint32_t file = 0;
    std::uint64_t at = 0;
    Kind kind = Kind::end;
    std::size_t index = 0;  ///< of the field in the layout

    [[nodiscard]] auto place() const { return std::tuple(file, at, kind); }
};

/// Whether every field that a range touches lies wholly in the range and comes before the range's own field
/// in the layout.
bool fields_in_ranges_are_in_order(const StepLayout& layout) {
    std::vector<CrcMark> marks;
    marks.reserve(3 * layout.crcs.size());
    for (std::size_t i = 0; i < layout.crcs.size(); ++i) {
        const auto& c = layout.crcs[i];
        marks.push_back({c.file, c.offset, CrcMark::Kind::field, i});
        if (c.length == 0) continue;
        marks.push_back({c.file, c.begin, CrcMark::Kind::begin, i});
        marks.push_back({c.file, c.begin + c.length, CrcMark::Kind::end, i});
    }
    std::ranges::sort(marks, {}, &CrcMark::place);
    std::set<std::size_t> open;       // indices of the ranges that cover the current place
    const CrcMark* within = nullptr;  // the last field passed
    for (const auto& mark : marks) {
        if (mark.kind == CrcMark::Kind::field) {
            if (!open.empty() && *open.begin() <= mark.index) return false;
            within = &mark;
            continue;
        }
        const bool splits = within != nullptr && within->file == mark.file && within->at < mark.at &&
                            mark.at < within->at + field_size;
        if (splits) return false;
        if (mark.kind == CrcMark::Kind::begin) open.insert(mark.index);
        if (mark.kind == CrcMark::Kind::end) open.erase(mark.index);
    }
    return true;
}

Status add_raw(const File& file, std::uint64_t at, std::uint64_t end, std::uint32_t& crc,
               const JobContext& job) {
    Bytes bytes;
    while (at < end) {
        STEPVAULT_TRY(job.check());
        bytes.resize(std::min(range_block, end - at));
        STEPVAULT_TRY(file.read_exact(at, bytes));
        crc = crc32(crc, bytes);
        at += bytes.size();
    }
    return {};
}

}  // namespace

bool crc_ranges_are_sound(const StepLayout& layout) {
    for (const auto& c : layout.crcs) {
        if (c.file >= layout.files.size()) return false;
        const auto size = layout.files[c.file].size;
        if (!within(c.offset, field_size, size) || !within(c.begin, c.length, size)) return false;
        if (splits_a_payload(layout, c.file, c.begin) || splits_a_payload(layout, c.file, c.begin + c.length))
            return false;
    }
    return fields_in_ranges_are_in_order(layout);
}

std::optional<std::uint32_t> payload_of_range(const StepLayout& layout, const StoredCrc& field) {
    const auto at = first_payload(layout, field.file, field.begin);
    const bool alone = at != layout.payloads.end() && at->file == field.file && at->offset == field.begin &&
                       at->length == field.length;
    if (!alone) return {};
    return static_cast<std::uint32_t>(at - layout.payloads.begin());
}

Result<std::uint32_t> crc_of_range(const StepLayout& layout, const StoredCrc& field,
                                   const std::vector<std::uint32_t>& payload_crcs, const File& file,
                                   const JobContext& job) {
    const auto end = field.begin + field.length;
    std::uint32_t crc = 0;
    auto at = field.begin;
    for (auto p = first_payload(layout, field.file, at);
         p != layout.payloads.end() && p->file == field.file && p->offset < end; ++p) {
        STEPVAULT_TRY(add_raw(file, at, p->offset, crc, job));
        at = p->offset;
        // `payload_crcs` covers only payloads that a stream holds.
        if (p->rounds != StoredPayload::itself) continue;
        const auto index = static_cast<std::uint32_t>(p - layout.payloads.begin());
        crc = crc32_of_both(crc, payload_crcs[p->same_as != StoredPayload::itself ? p->same_as : index],
                            p->length);
        at = p->offset + p->length;
    }
    STEPVAULT_TRY(add_raw(file, at, end, crc, job));
    return crc;
}

}  // namespace stepvault
