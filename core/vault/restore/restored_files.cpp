#include "vault/restore/restored_files.h"

#include "base/memory_budget.h"
#include "vault/restore/restoring.h"

namespace stepvault {

namespace {

Layout layout_of(const StepLayout& stored, std::uint32_t file) {
    Layout layout;
    layout.format = stored.files[file].format;
    layout.note = stored.files[file].note;
    layout.file_size = stored.files[file].size;
    std::vector<std::uint32_t> places(stored.payloads.size());
    for (std::uint32_t p = 0; p < stored.payloads.size(); ++p) {
        const auto& payload = stored.payloads[p];
        if (payload.file != file) continue;
        places[p] = static_cast<std::uint32_t>(layout.payloads.size());
        // A reader sees bytes; only the tensors beside them tell that they are codes.
        const auto dtype = is_dynamic_code(payload.dtype) ? DType::u8 : payload.dtype;
        layout.payloads.push_back(
            {.offset = payload.offset, .length = payload.length, .dtype = dtype, .name = payload.name});
    }
    for (const auto& tensor : stored.tensors) {
        if (stored.payloads[tensor.payload].file != file) continue;
        layout.tensors.push_back({.name = tensor.name,
                                  .payload = places[tensor.payload],
                                  .dtype = tensor.dtype,
                                  .offset = tensor.offset,
                                  .shape = tensor.shape,
                                  .stride = tensor.stride});
    }
    for (const auto& crc : stored.crcs) {
        if (crc.file == file) layout.derived.push_back({crc.offset, crc.begin, crc.length});
    }
    return layout;
}

}  // namespace

Result<std::vector<OpenCheckpoint::OpenFile>> restored_files(const Chain& chain,
                                                             const std::vector<bool>& wanted,
                                                             ThreadPool& pool, const JobContext& job) {
    const auto& stored = chain.top().layout();
    std::vector<FileRange> ranges;
    std::uint64_t bytes = 0;
    for (std::uint32_t file = 0; file < stored.files.size(); ++file) {
        if (!wanted[file]) continue;
        ranges.push_back({file, 0, stored.files[file].size});
        bytes += stored.files[file].size;
    }
    if (bytes > available_memory() / 2) return beyond_memory_budget(chain.top().meta().source + " needs");
    STEPVAULT_ASSIGN(restored, restore_ranges(chain, ranges, pool, job));
    std::vector<OpenCheckpoint::OpenFile> files;
    for (const auto& range : ranges) {
        STEPVAULT_ASSIGN(identity, restored[range.file].identity());
        identity.modified_ns = chain.top().meta().modified_ns;
        files.push_back({.relative = stored.files[range.file].path,
                         .file = std::move(restored[range.file]),
                         .identity = identity,
                         .layout = layout_of(stored, range.file)});
    }
    return files;
}

}  // namespace stepvault
