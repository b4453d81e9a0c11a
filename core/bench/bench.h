// The measurements of `stepvault bench`: coders in memory, and storing and restoring on a disk, each next to
// a well-known operation in the same run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "bench/bench_data.h"

namespace stepvault {

struct BenchRow {
    std::string name;  ///< "adaptive 0.5, encode"
    unsigned threads = 1;
    double seconds = 0;       ///< codec: best of three; disk: median of five
    std::uint64_t bytes = 0;  ///< of the floats, or of the file
    std::uint64_t coded = 0;  ///< bytes after coding; 0 where nothing is coded
    std::string against{};    ///< the row it is compared with: "memcpy" or "cp + fsync"
    double ratio = 0;         ///< codec: speed divided by that row's; disk: time divided by that row's
};

/// memcpy, zstd -1 and -3, then every coder in both directions, with one thread and with all.
Result<std::vector<BenchRow>> bench_codec(const BenchData& data, const JobContext& job);

/// Copies, stores and restores checkpoints of the data's size in turn. `scratch`: a folder that must not
/// exist and is removed at the end.
Result<std::vector<BenchRow>> bench_disk(const BenchData& data, const std::filesystem::path& scratch,
                                         const JobContext& job);

}  // namespace stepvault
