#include "container/keras.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "container/content_counts.h"
#include "container/hdf5.h"
#include "container/hdf5_superblock.h"
#include "container/keras_optimizer.h"
#include "container/payload_names.h"
#include "container/verdict.h"
#include "container/zip_member.h"

namespace stepvault {

namespace {

constexpr std::string_view config_name = "config.json";
constexpr std::uint64_t largest_config = std::uint64_t{64} << 20;
/// Limited because each file costs a child process.
constexpr int most_files = 64;

/// Returns the reason why the member's datasets were not added; empty on success.
Result<std::string> add_weights(const File& file, const ZipEntry& entry, Layout& layout) {
    if (!entry.stored) return std::string("its weights are compressed");
    Bytes begin(std::min<std::uint64_t>(entry.length, hdf5_superblock_size));
    STEPVAULT_TRY(file.read_exact(entry.offset, begin));
    auto why_not = begins_like_hdf5(begin) ? missing_from_hdf5(begin, entry.length) : "it is no HDF5 file";
    if (why_not.empty()) why_not = add_hdf5(file, {entry.offset, entry.length}, layout);
    if (why_not.empty()) {
        add_checksums(layout, entry);
        return why_not;
    }
    return "in " + path_name(entry.name) + ": " + why_not;
}

Result<std::string> read_config(const File& file, const std::vector<ZipEntry>& entries) {
    const auto entry = std::ranges::find(entries, config_name, &ZipEntry::name);
    std::string text;
    if (entry == entries.end() || !entry->stored || entry->length > largest_config) return text;
    text.resize(entry->length);
    STEPVAULT_TRY(file.read_exact(entry->offset, std::as_writable_bytes(std::span(text))));
    return text;
}

}  // namespace

bool begins_like_keras(ByteView head) {
    const auto name = first_member_name(head);
    return name == "metadata.json" || name == config_name;
}

Result<Inspection> read_keras(const File& file, std::uint64_t file_size) {
    auto entries = read_zip_directory(file, file_size);
    if (!entries) return verdict_on(std::move(entries).error(), file_size);
    std::ranges::sort(*entries, {}, &ZipEntry::offset);
    Inspection inspection;
    auto& layout = inspection.layout;
    layout.format = "keras";
    layout.file_size = file_size;
    std::string note;
    int files = 0;
    for (const auto& entry : *entries) {
        if (!entry.name.ends_with(".h5") || ++files > most_files) continue;
        STEPVAULT_ASSIGN(why_not, add_weights(file, entry, layout));
        if (note.empty()) note = std::move(why_not);
    }
    if (layout.payloads.empty()) return kept_raw(file_size, std::move(note));
    layout.note = std::move(note);
    STEPVAULT_ASSIGN(config, read_config(file, *entries));
    name_adam_moments(config, layout);
    name_payloads(layout);
    STEPVAULT_TRY(read_counts(file, layout));
    return inspection;
}

}  // namespace stepvault
