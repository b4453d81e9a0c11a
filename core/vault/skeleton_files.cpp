#include "vault/skeleton_files.h"

namespace stepvault {

Result<std::vector<File>> skeleton_files(const Chain& chain, std::uint64_t most) {
    const auto& layout = chain.top().layout();
    const auto ranges = layout.raw_ranges();
    std::vector<std::uint64_t> bytes_of(layout.files.size());
    for (const auto& range : ranges)
        bytes_of[range.file] += range.length;
    std::vector<File> files;
    for (std::size_t i = 0; i < layout.files.size(); ++i) {
        const auto& stored = layout.files[i];
        const auto& name = stored.path.empty() ? chain.top().meta().source : stored.path;
        STEPVAULT_ASSIGN(file, File::in_memory(name, bytes_of[i] > most ? 0 : stored.size));
        files.push_back(std::move(file));
    }
    const auto& stream = layout.streams.front();
    Bytes bytes;
    for (std::uint64_t chunk = 0; chunk < stream.chunks(); ++chunk) {
        bytes.resize(stream.chunk_bytes(chunk));
        STEPVAULT_TRY(chain.read_chunk(0, chunk, bytes));
        STEPVAULT_TRY(write_skeleton(ranges, stream.chunk_first(chunk), bytes, [&](std::uint32_t i) {
            return bytes_of[i] > most ? nullptr : &files[i];
        }));
    }
    return files;
}

}  // namespace stepvault
