#include "container/torch_legacy.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "container/pickle_reader.h"
#include "container/torch_tensor.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

// A pickle of its own: PROTO 2, LONG1 0x1950a86a20f9469cfc6c, STOP.
constexpr std::array<std::uint8_t, 15> magic = {0x80, 0x02, 0x8A, 0x0A, 0x6C, 0xFC, 0x9C, 0x46,
                                                0xF9, 0x20, 0x6A, 0xA8, 0x50, 0x19, 0x2E};
constexpr std::size_t telling_prefix = 3;  // shorter ones begin many pickles
constexpr std::uint64_t first_read = std::uint64_t{1} << 20;
constexpr std::uint64_t most_read = std::uint64_t{1} << 30;
constexpr std::size_t most_keys = 20'000'000;
constexpr const char* kept_note = "PyTorch's old format is kept as it is";

/// Bytes of the storages that `keys` lists, each behind its 8-byte count. Nothing where one is unknown.
std::optional<std::uint64_t> storage_bytes(const PickleGraph& object, const PickleGraph& keys) {
    std::unordered_map<std::string_view, std::uint64_t> sizes;
    for (PickleId id = 0; id < object.nodes.size(); ++id) {
        const auto storage = torch_storage(object, id);
        if (!storage) continue;
        std::uint64_t bytes = 0;
        const std::uint64_t item = item_size(storage->dtype);
        if (storage->dtype == DType::opaque || __builtin_mul_overflow(storage->count, item, &bytes))
            return std::nullopt;
        sizes[storage->key] = bytes;
    }
    std::uint64_t total = 0;
    for (const auto key : keys.elements(keys.root, most_keys)) {
        const auto found = sizes.find(keys.text(key));
        if (found == sizes.end() || __builtin_add_overflow(total, found->second, &total) ||
            __builtin_add_overflow(total, sizeof(std::int64_t), &total)) {
            return std::nullopt;
        }
    }
    return total;
}

/// Where the file should end: after magic number, protocol, system, object, keys, and the storages. Nothing
/// where that cannot be told; incomplete where `bytes` end within the pickles.
Result<std::optional<std::uint64_t>> expected_end(ByteView bytes) {
    std::uint64_t at = 0;
    std::optional<PickleGraph> object;
    for (int pickle = 0; pickle < 5; ++pickle) {
        auto graph = read_pickle(bytes.subspan(at));
        if (!graph) return std::move(graph).error();
        at += graph->length;
        if (pickle == 3) object = std::move(*graph);
        if (pickle < 4) continue;
        const auto storages = storage_bytes(*object, *graph);
        std::uint64_t end = 0;
        if (!storages || __builtin_add_overflow(at, *storages, &end)) break;
        return std::optional(end);
    }
    return std::optional<std::uint64_t>();
}

}  // namespace

bool begins_like_torch_legacy(ByteView head) {
    const auto length = std::min(head.size(), magic.size());
    return length >= telling_prefix &&
           std::ranges::equal(head.first(length), std::as_bytes(std::span(magic)).first(length),
                              [](auto a, auto b) { return a == b; });
}

Result<Inspection> read_torch_legacy(const File& file, std::uint64_t file_size) {
    for (auto size = first_read;; size *= 8) {
        size = std::min({size, most_read, file_size});
        Bytes bytes(size);
        STEPVAULT_TRY(file.read_exact(0, bytes));
        const auto end = expected_end(bytes);
        if (!end && end.error().code == ErrorCode::incomplete) {
            if (size == file_size)
                return still_incomplete("its pickles are cut off at byte " + std::to_string(file_size));
            if (size < most_read) continue;
        }
        if (end && *end && **end > file_size) return still_incomplete(bytes_missing(file_size, **end, true));
        return kept_raw(file_size, kept_note);
    }
}

}  // namespace stepvault
