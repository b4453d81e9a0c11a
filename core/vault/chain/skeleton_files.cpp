#include "vault/chain/skeleton_files.h"

namespace stepvault {

Result<std::vector<File>> skeleton_files(const Chain& chain, std::uint64_t most,
                                         const std::vector<bool>& wanted) {
    const auto& layout = chain.top().layout();
    const auto ranges = layout.raw_ranges();
    std::vector<std::uint64_t> bytes_of(layout.files.size());
    for (const auto& range : ranges)
        bytes_of[range.file] += range.length;
    const auto is_empty = [&](std::uint32_t i) {
        return bytes_of[i] > most || (!wanted.empty() && !wanted[i]);
    };
    const auto& stream = layout.streams.front();
    std::vector<bool> chunks(stream.chunks());
    std::uint64_t at = 0;
    for (const auto& range : ranges) {
        const auto end = at + range.length;
        for (auto first = at; first < end && !is_empty(range.file);
             first = stream.chunk_first(first / stream.chunk_elements + 1))
            chunks[first / stream.chunk_elements] = true;
        at = end;
    }
    std::vector<File> files;
    for (std::size_t i = 0; i < layout.files.size(); ++i) {
        const auto& stored = layout.files[i];
        const auto& name = stored.path.empty() ? chain.top().meta().source : stored.path;
        STEPVAULT_ASSIGN(file,
                         File::in_memory(name, is_empty(static_cast<std::uint32_t>(i)) ? 0 : stored.size));
        files.push_back(std::move(file));
    }
    Bytes bytes;
    for (std::uint64_t chunk = 0; chunk < stream.chunks(); ++chunk) {
        if (!chunks[chunk]) continue;
        bytes.resize(stream.chunk_bytes(chunk));
        STEPVAULT_TRY(chain.read_chunk(0, chunk, bytes));
        STEPVAULT_TRY(write_skeleton(ranges, stream.chunk_first(chunk), bytes,
                                     [&](std::uint32_t i) { return is_empty(i) ? nullptr : &files[i]; }));
    }
    return files;
}

}  // namespace stepvault
