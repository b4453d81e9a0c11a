#include "container/safetensors.h"

#include <algorithm>
#include <string>
#include <utility>

#include "container/dense_tensor.h"
#include "container/element_types.h"
#include "container/payload_names.h"
#include "container/row_major.h"
#include "container/safetensors_header.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

constexpr std::uint64_t prefix_size = 8;
constexpr std::uint64_t smallest_header = 2;

std::string at_byte(std::uint64_t byte) {
    return " at byte " + std::to_string(byte);
}

/// False where the size of the range differs from the elements of the shape, counted in bits. True for
/// unknown types.
bool fits_its_shape(const SafetensorsEntry& entry) {
    std::uint64_t bits = bits_of_safetensors_name(entry.dtype);
    if (bits == 0) return true;
    std::uint64_t range = 0;
    bool overflows = __builtin_mul_overflow(entry.end - entry.begin, std::uint64_t{8}, &range);
    for (const auto size : entry.shape)
        overflows |= __builtin_mul_overflow(bits, size, &bits);
    return !overflows && bits == range;
}

/// The first rule that the ranges break, or an empty text. The ranges must cover all bytes after the header
/// without gaps.
std::string broken_rule(const std::vector<SafetensorsEntry>& sorted, std::uint64_t data_at,
                        std::uint64_t file_size) {
    std::uint64_t covered = 0;
    for (const auto& entry : sorted) {
        const auto place = at_byte(data_at + covered);
        if (entry.begin > covered) return "its header leaves a hole" + place;
        if (entry.begin < covered)
            return "its header gives bytes to two tensors" + at_byte(data_at + entry.begin);
        if (entry.end < entry.begin) return "its header has a range that ends before it begins" + place;
        if (!fits_its_shape(entry)) {
            return "its header gives a tensor a range that does not fit its shape" + place;
        }
        covered = entry.end;
    }
    if (data_at + covered < file_size)
        return "it goes on behind its last tensor" + at_byte(data_at + covered);
    return {};
}

Inspection judge(SafetensorsHeader&& header, std::uint64_t data_at, std::uint64_t file_size) {
    auto& entries = header.entries;
    std::uint64_t end = 0;
    for (const auto& entry : entries)
        end = std::max(end, entry.end);
    if (end > UINT64_MAX - data_at)
        return kept_raw(file_size, "its header has a range that no file can hold");
    std::ranges::sort(entries, {}, [](const SafetensorsEntry& e) { return std::pair(e.begin, e.end); });
    if (data_at + end > file_size) return still_incomplete(bytes_missing(file_size, data_at + end, true));
    auto broken = broken_rule(entries, data_at, file_size);
    if (!broken.empty()) return kept_raw(file_size, std::move(broken));

    Inspection inspection;
    inspection.layout.format = "safetensors";
    inspection.layout.file_size = file_size;
    inspection.layout.step = header.step;
    inspection.layout.epoch = header.epoch;
    for (auto& entry : entries) {
        add_dense_tensor(inspection.layout, {.name = std::move(entry.name),
                                             .dtype = dtype_of_safetensors_name(entry.dtype),
                                             .offset = data_at + entry.begin,
                                             .length = entry.end - entry.begin,
                                             .shape = std::move(entry.shape)});
    }
    name_payloads(inspection.layout);
    return inspection;
}

}  // namespace

bool begins_like_safetensors(ByteView head) {
    if (head.size() <= prefix_size || head[prefix_size] != std::byte{'{'}) return false;
    const auto length = load<std::uint64_t>(head);
    return length >= smallest_header && length <= largest_safetensors_header;
}

Result<Inspection> read_safetensors(const File& file, std::uint64_t file_size) {
    if (file_size < prefix_size)
        return still_incomplete(bytes_missing(file_size, prefix_size + smallest_header, false));
    Bytes prefix(std::min(file_size, prefix_size + 1));
    STEPVAULT_TRY(file.read_exact(0, prefix));
    const auto length = load<std::uint64_t>(prefix);
    // Some writers set the final size first: until they write the header, it reads as zeros.
    if (length == 0) return still_incomplete("its header is still zeros at byte 0");
    if (length < smallest_header || length > largest_safetensors_header) {
        return kept_raw(file_size, "its header would have " + std::to_string(length) +
                                       " bytes, the format allows " + std::to_string(smallest_header) +
                                       " to " + std::to_string(largest_safetensors_header));
    }
    const auto data_at = prefix_size + length;
    if (data_at > file_size) return still_incomplete(bytes_missing(file_size, data_at, false));
    if (prefix[prefix_size] == std::byte{0}) return still_incomplete("its header is still zeros at byte 8");
    if (prefix[prefix_size] != std::byte{'{'})
        return kept_raw(file_size, "its header does not begin with '{' at byte 8");

    Bytes json(length);
    STEPVAULT_TRY(file.read_exact(prefix_size, json));
    auto header = parse_safetensors_header(as_text(json));
    if (!header) return kept_raw(file_size, header.error().message + " (the header begins at byte 8)");
    return judge(std::move(*header), data_at, file_size);
}

}  // namespace stepvault
