#include "container/npy.h"

#include <algorithm>
#include <string>
#include <utility>

#include "container/content_counts.h"
#include "container/dense_tensor.h"
#include "container/npy_header.h"
#include "container/payload_names.h"
#include "container/verdict.h"
#include "container/zip_directory.h"
#include "container/zip_member.h"

namespace stepvault {

namespace {

constexpr std::string_view suffix = ".npy";

void add_array(Layout& layout, NpyHeader&& header, std::uint64_t file_offset, std::string name) {
    add_dense_tensor(layout, {.name = std::move(name),
                              .dtype = header.dtype,
                              .offset = file_offset + header.data_at,
                              .length = header.length,
                              .shape = std::move(header.shape),
                              .columns_first = header.columns_first});
}

}  // namespace

bool begins_like_npz(ByteView head) {
    return first_member_name(head).ends_with(suffix);
}

Result<Inspection> read_npy(const File& file, std::uint64_t file_size) {
    auto header = read_npy_header(file, 0, file_size);
    if (!header) return verdict_on(std::move(header).error(), file_size);
    const auto end = header->data_at + header->length;
    if (end > file_size) return still_incomplete(bytes_missing(file_size, end, true));
    if (header->records) return kept_raw(file_size, "its elements are records");
    Inspection inspection;
    inspection.layout.format = "npy";
    inspection.layout.file_size = file_size;
    add_array(inspection.layout, std::move(*header), 0, "array");
    return inspection;
}

Result<Inspection> read_npz(const File& file, std::uint64_t file_size) {
    auto entries = read_zip_directory(file, file_size);
    if (!entries) return verdict_on(std::move(entries).error(), file_size);
    std::ranges::sort(*entries, {}, &ZipEntry::offset);
    Inspection inspection;
    auto& layout = inspection.layout;
    layout.format = "npz";
    layout.file_size = file_size;
    bool stored = false;
    for (const auto& entry : *entries) {
        if (!entry.stored || !entry.name.ends_with(suffix)) continue;
        stored = true;
        auto header = read_npy_header(file, entry.offset, entry.length);
        if (!header) {
            // Only a failure to read the file is an error of the whole zip.
            STEPVAULT_TRY(verdict_on(std::move(header).error(), file_size));
            continue;
        }
        if (header->records || header->length == 0 || header->data_at + header->length != entry.length)
            continue;
        add_array(layout, std::move(*header), entry.offset,
                  path_name(std::string_view(entry.name).substr(0, entry.name.size() - suffix.size())));
        add_checksums(layout, entry);
    }
    if (!stored) return kept_raw(file_size, "its arrays are compressed");
    name_payloads(layout);
    STEPVAULT_TRY(read_counts(file, layout));
    return inspection;
}

}  // namespace stepvault
