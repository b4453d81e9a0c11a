#include "container/torch_legacy.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "container/pickle_reader.h"
#include "container/torch_layout.h"
#include "container/torch_tensor.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

// A separate pickle: PROTO, FRAME from protocol 4 on, and this: LONG1 0x1950a86a20f9469cfc6c, STOP.
constexpr std::string_view legacy_magic = "\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E";
constexpr std::size_t proto_size = 2;
constexpr std::size_t frame_size = 9;
constexpr std::uint64_t first_pickles = std::uint64_t{1} << 20;
constexpr std::uint64_t most_pickles = std::uint64_t{1} << 30;
constexpr std::size_t most_keys = 20'000'000;
constexpr std::size_t most_facts = 16;  // of the system that wrote the file
constexpr std::uint64_t count_size = sizeof(std::int64_t);

/// Magic number, protocol, system, object, keys of the storages.
struct Pickles {
    std::array<PickleGraph, 5> graphs;
    std::uint64_t end = 0;  ///< in the file

    [[nodiscard]] const PickleGraph& system() const { return graphs[2]; }
    [[nodiscard]] const PickleGraph& object() const { return graphs[3]; }
    [[nodiscard]] const PickleGraph& keys() const { return graphs[4]; }
};

Result<Pickles> read_pickles(ByteView bytes) {
    Pickles pickles;
    for (auto& graph : pickles.graphs) {
        auto read = read_pickle(bytes.subspan(pickles.end));
        if (!read) {
            auto error = std::move(read).error();
            error.message += " (that pickle begins at byte " + std::to_string(pickles.end) + ")";
            return error;
        }
        pickles.end += read->length;
        graph = *std::move(read);
    }
    return pickles;
}

bool is_big_endian(const PickleGraph& system) {
    if (!system.is(system.root, PickleKind::dict)) return false;
    auto cell = system.at(system.root).first;
    for (std::size_t i = 0; cell != no_pickle && i < most_facts; ++i, cell = system.cells[cell].next) {
        const auto& fact = system.cells[cell];
        if (system.text(fact.key) == "little_endian" && system.is(fact.value, PickleKind::boolean))
            return system.at(fact.value).a == 0;
    }
    return false;
}

/// A storage as described in the pickled object.
struct Storage {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    bool sound = true;  ///< its size is known, and the same in all places that name it

    bool operator==(const Storage&) const = default;
};

std::unordered_map<std::string_view, Storage> find_storages(const PickleGraph& object) {
    std::unordered_map<std::string_view, Storage> storages;
    for (PickleId id = 0; id < object.nodes.size(); ++id) {
        const auto found = torch_storage(object, id);
        if (!found) continue;
        Storage storage{.count = found->count};
        storage.sound =
            found->dtype != DType::opaque &&
            !__builtin_mul_overflow(found->count, std::uint64_t{item_size(found->dtype)}, &storage.bytes);
        const auto [entry, is_new] = storages.try_emplace(found->key, storage);
        if (!is_new && entry->second != storage) entry->second.sound = false;
    }
    return storages;
}

/// The storages in the order of the file.
struct Placed {
    struct Item {
        std::uint64_t offset = 0;  ///< of the count
        Storage storage;
    };
    std::vector<Item> items;
    StoragePlaces places;  ///< by keys in the pickles' bytes
    std::uint64_t end = 0;
};

/// Each storage follows its count, in the order of the last pickle.
Result<Placed> place_storages(const Pickles& pickles) {
    const auto storages = find_storages(pickles.object());
    const auto& keys = pickles.keys();
    Placed placed{.items = {}, .places = {}, .end = pickles.end};
    for (const auto id : keys.elements(keys.root, most_keys)) {
        const auto key = keys.text(id);
        const auto found = storages.find(key);
        if (found == storages.end() || !found->second.sound) {
            return Error{ErrorCode::corrupt, "its object does not tell how large storage " + valid_utf8(key) +
                                                 " is, which it should hold"};
        }
        const auto& storage = found->second;
        placed.items.push_back({placed.end, storage});
        StoragePlace place{.offset = 0, .length = storage.bytes, .crcs = {}};
        const bool fits = !__builtin_add_overflow(placed.end, count_size, &place.offset) &&
                          !__builtin_add_overflow(place.offset, storage.bytes, &placed.end);
        if (!fits) return Error{ErrorCode::corrupt, "its storages are larger than any file"};
        if (!placed.places.emplace(key, std::move(place)).second)
            return Error{ErrorCode::corrupt, "it lists storage " + valid_utf8(key) + " twice"};
    }
    return placed;
}

/// Reports the first count that differs from the pickled object.
Status check_counts(const File& file, const Placed& placed) {
    for (const auto& [offset, storage] : placed.items) {
        Bytes bytes(count_size);
        STEPVAULT_TRY(file.read_exact(offset, bytes));
        const auto count = load<std::uint64_t>(bytes);
        if (count == storage.count) continue;
        const auto code = count == 0 ? ErrorCode::incomplete : ErrorCode::corrupt;
        return Error{code, "the storage at byte " + std::to_string(offset) + " has " + std::to_string(count) +
                               " elements, its object says " + std::to_string(storage.count)};
    }
    return {};
}

Result<Inspection> read_storages(const File& file, std::uint64_t file_size, const Pickles& pickles) {
    if (is_big_endian(pickles.system())) return kept_raw(file_size, "its numbers are big-endian");
    auto placed = place_storages(pickles);
    if (!placed) return verdict_on(std::move(placed).error(), file_size);
    if (placed->end > file_size) return still_incomplete(bytes_missing(file_size, placed->end, true));
    auto counts = check_counts(file, *placed);
    if (!counts) return verdict_on(std::move(counts).error(), file_size);
    Inspection inspection;
    inspection.layout = lay_out_torch_object(pickles.object(), placed->places);
    inspection.layout.format = "torch-legacy";
    inspection.layout.file_size = file_size;
    return inspection;
}

}  // namespace

bool begins_like_torch_legacy(ByteView head) {
    auto text = as_text(head);
    if (!text.starts_with('\x80') || text.size() <= proto_size) return false;
    text.remove_prefix(proto_size);
    if (text.starts_with('\x95')) text.remove_prefix(std::min(text.size(), frame_size));
    // Shorter beginnings are common to many pickles.
    return !text.empty() && legacy_magic.substr(0, text.size()) == text.substr(0, legacy_magic.size());
}

Result<Inspection> read_torch_legacy(const File& file, std::uint64_t file_size) {
    for (auto size = first_pickles;; size *= 8) {
        size = std::min({size, most_pickles, file_size});
        Bytes bytes(size);
        STEPVAULT_TRY(file.read_exact(0, bytes));
        auto pickles = read_pickles(bytes);
        if (pickles) return read_storages(file, file_size, *pickles);
        if (pickles.error().code != ErrorCode::incomplete)
            return verdict_on(std::move(pickles).error(), file_size);
        if (size == file_size)
            return still_incomplete("its pickles are cut off at byte " + std::to_string(file_size));
        if (size == most_pickles)
            return kept_raw(file_size,
                            "its pickles are larger than " + std::to_string(most_pickles) + " bytes");
    }
}

}  // namespace stepvault
