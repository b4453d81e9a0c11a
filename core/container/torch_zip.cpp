#include "container/torch_zip.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "container/pickle_reader.h"
#include "container/torch_layout.h"
#include "container/verdict.h"
#include "container/zip_directory.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_pickle = std::uint64_t{1} << 30;
constexpr std::string_view storage_folder = "data/";

/// Maps members by their name below the archive's root folder.
using Members = std::unordered_map<std::string_view, const ZipEntry*>;

StoragePlaces storage_places(const Members& members) {
    StoragePlaces places;
    for (const auto& [name, entry] : members) {
        if (!name.starts_with(storage_folder)) continue;
        StoragePlace place{.offset = entry->offset,
                           .length = entry->length,
                           .crcs = {entry->directory_crc},
                           .compressed = !entry->stored};
        if (entry->descriptor_crc) place.crcs.push_back(*entry->descriptor_crc);
        places.emplace(name.substr(storage_folder.size()), std::move(place));
    }
    return places;
}

Result<bool> is_big_endian(const File& file, const Members& members) {
    const auto member = members.find("byteorder");
    if (member == members.end() || member->second->length != 3) return false;
    Bytes text(3);
    STEPVAULT_TRY(file.read_exact(member->second->offset, text));
    return as_text(text) == "big";
}

/// torch.jit.save stores code beside the tensors.
bool is_torch_script(const Members& members) {
    return members.contains("constants.pkl") &&
           std::ranges::any_of(members, [](const auto& m) { return m.first.starts_with("code/"); });
}

}  // namespace

Result<Inspection> read_torch_zip(const File& file, std::uint64_t size, std::uint64_t offset,
                                  std::string_view name) {
    auto entries = read_zip_directory(file, size, offset);
    if (!entries) return verdict_on(std::move(entries).error(), size);
    const auto& first = entries->front().name;
    // torch's own reader also takes the root from the first member, because a renamed file keeps its old
    // root.
    const auto root = first.substr(0, first.find('/')) + '/';
    Members members;
    bool ambiguous = false;
    for (const auto& entry : *entries) {
        if (!entry.name.starts_with(root)) continue;
        ambiguous |= !members.emplace(std::string_view(entry.name).substr(root.size()), &entry).second;
    }
    const auto pickle = members.find("data.pkl");
    if (pickle == members.end()) {
        const bool script = is_torch_script(members);
        return kept_raw(size, script ? "it is a TorchScript archive without data.pkl" : "");
    }
    if (ambiguous) return kept_raw(size, "its zip directory lists a member twice");
    const auto& entry = *pickle->second;
    if (!entry.stored) return kept_raw(size, "its data.pkl is compressed");
    if (entry.length > most_pickle)
        return kept_raw(size, "its data.pkl of " + std::to_string(entry.length) + " bytes is too large");
    STEPVAULT_ASSIGN(big_endian, is_big_endian(file, members));
    if (big_endian) return kept_raw(size, "its numbers are big-endian");

    Bytes bytes(entry.length);
    STEPVAULT_TRY(file.read_exact(entry.offset, bytes));
    const auto graph = read_pickle(bytes);
    if (!graph)
        return kept_raw(size,
                        "data.pkl at byte " + std::to_string(entry.offset) + ": " + graph.error().message);
    Inspection inspection;
    inspection.layout = lay_out_torch_object(*graph, storage_places(members), name);
    inspection.layout.format = "torch-zip";
    inspection.layout.file_size = size;
    return inspection;
}

}  // namespace stepvault
