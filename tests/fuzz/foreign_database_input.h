// Another program's database as input for a reader.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/atomic_file.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/scratch_folder.h"

namespace stepvault::fuzz {

using OpenDatabase = std::unique_ptr<MetricSource> (*)(const std::filesystem::path& file,
                                                       const std::filesystem::path& run_folder, bool alone);

/// Writes the bytes to a file of this name and reads all of it, which must not change the file.
inline void read_foreign_database(ByteView bytes, const char* name, OpenDatabase open) {
    static const ScratchFolder folder;
    const auto path = folder.path() / name;
    if (!write_file_atomically(path, bytes)) return;
    for (const bool alone : {true, false}) {
        const auto source = open(path, folder.path() / "run", alone);
        poll_to_end(*source);
        (void)source->hyperparameters();
    }
    const auto now = read_file(path, bytes.size());
    if (!now || *now != Bytes(bytes.begin(), bytes.end()))
        require_nothing_wrong("another program's database was changed");
}

}  // namespace stepvault::fuzz
