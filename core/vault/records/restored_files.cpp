#include "vault/records/restored_files.h"

#include <algorithm>
#include <system_error>

#include "base/checksum.h"

namespace stepvault {

namespace {
constexpr std::uint64_t read_at_once = std::uint64_t{1} << 20;
constexpr std::size_t most_known = 1000;
}  // namespace

Result<RestoredFile> identify_content(const File& file) {
    STEPVAULT_ASSIGN(size, file.size());
    Xxh3 hash;
    Bytes buffer(std::min(size, read_at_once));
    for (std::uint64_t at = 0; at < size;) {
        const auto part = MutableByteView(buffer).first(std::min<std::uint64_t>(buffer.size(), size - at));
        STEPVAULT_TRY(file.read_exact(at, part));
        hash.update(part);
        at += part.size();
    }
    return RestoredFile{.bytes = size, .xxh3 = hash.digest()};
}

void add_restored(RestoredFiles& known, const RestoredFiles& written, const std::filesystem::path& folder) {
    // A file that another restore is about to publish is not there yet, so few entries may stay in vain.
    std::error_code ec;
    if (known.size() > most_known)
        std::erase_if(known,
                      [&](const auto& file) { return !std::filesystem::exists(folder / file.first, ec); });
    for (const auto& [path, content] : written)
        known.insert_or_assign(path, content);
}

}  // namespace stepvault
