#include "container/hdf5.h"

#include <algorithm>
#include <utility>

#include "container/content_counts.h"
#include "container/dense_tensor.h"
#include "container/hdf5_superblock.h"
#include "container/payload_names.h"
#include "container/verdict.h"
#include "container/zip_member.h"

namespace stepvault {

bool begins_like_hdf5(ByteView head) {
    return as_text(head).starts_with(hdf5_magic);
}

std::string missing_from_hdf5(ByteView begin, std::uint64_t size) {
    if (size < hdf5_superblock_size) return bytes_missing(size, hdf5_superblock_size, false);
    const auto superblock = read_hdf5_superblock(begin);
    if (!superblock) return {};
    if (superblock->being_written) return "its mark at byte 11 says that it is still open for writing";
    const auto end = superblock->end_of_file;
    if (end > size) return bytes_missing(size, end, true);
    if (end < size) {
        return "it was not closed yet: it has " + std::to_string(size) + " bytes, and its superblock says " +
               std::to_string(end);
    }
    return {};
}

std::string add_hdf5(const File& file, const Hdf5Range& range, Layout& layout) {
    auto listing = list_hdf5_datasets(file, range);
    if (!listing) return listing.error().message;
    auto& datasets = listing->datasets;
    if (datasets.empty() && listing->left_out > 0)
        return "its datasets are in chunks, compressed, or no numbers";
    for (auto& dataset : datasets) {
        add_dense_tensor(layout, {.name = path_name(dataset.path),
                                  .dtype = dataset.dtype,
                                  .offset = dataset.offset,
                                  .length = dataset.length,
                                  .shape = std::move(dataset.shape)});
    }
    return {};
}

Result<Inspection> read_hdf5(const File& file, std::uint64_t file_size) {
    Bytes begin(std::min<std::uint64_t>(file_size, hdf5_superblock_size));
    STEPVAULT_TRY(file.read_exact(0, begin));
    auto missing = missing_from_hdf5(begin, file_size);
    if (!missing.empty()) return still_incomplete(std::move(missing));
    Inspection inspection;
    inspection.layout.format = "hdf5";
    inspection.layout.file_size = file_size;
    auto why_not = add_hdf5(file, {0, file_size}, inspection.layout);
    if (!why_not.empty()) return kept_raw(file_size, std::move(why_not));
    name_payloads(inspection.layout);
    STEPVAULT_TRY(read_counts(file, inspection.layout));
    return inspection;
}

}  // namespace stepvault
