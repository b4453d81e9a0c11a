// What `stepvault bench` measures: coders in memory, filing and restoring on a disk, each beside something
// that everybody knows, in the same run.
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
    std::uint64_t coded = 0;  ///< bytes they became; 0 where nothing is coded
    std::string against{};    ///< the row it is held against: "memcpy" or "cp + fsync"
    double ratio = 0;         ///< codec: speed over that row's; disk: time over that row's
};

/// memcpy, zstd -1 and -3, then every coder both ways, by one thread and by all.
Result<std::vector<BenchRow>> bench_codec(const BenchData& data, const JobContext& job);

/// Copies, files and restores checkpoints of the data's size in `scratch`, a folder that must not exist and
/// is removed again, in turn.
Result<std::vector<BenchRow>> bench_disk(const BenchData& data, const std::filesystem::path& scratch,
                                         const JobContext& job);

}  // namespace stepvault
