#include <chrono>
#include <cstring>
#include <map>
#include <span>
#include <zstd.h>

#include "bench/bench.h"
#include "codec/adaptive_coder.h"
#include "codec/adaptive_planner.h"
#include "codec/exact_coder.h"
#include "codec/lc_coder.h"

namespace stepvault {

namespace {

constexpr std::size_t chunk_elements = 1U << 16U;
constexpr std::size_t sampled_chunks = 64;
constexpr int repeats = 3;
constexpr std::uint64_t row_elements = 1024;
/// zstd is slow and its rate even, so this much of the data is enough to measure it.
constexpr std::size_t most_for_zstd = std::size_t{128} << 20U;

/// Passes all chunks through one coder and back.
class CodecBench {
 public:
    CodecBench(const BenchData& data, const JobContext& job)
        : now_(std::as_bytes(std::span(data.now))),
          before_(std::as_bytes(std::span(data.before))),
          job_(job),
          restored_(now_.size()),
          coded_((data.now.size() + chunk_elements - 1) / chunk_elements) {}

    Result<std::vector<BenchRow>> run();

 private:
    using Task = std::function<Status(std::size_t chunk)>;
    [[nodiscard]] ByteView part(ByteView of, std::size_t chunk) const {
        const auto at = chunk * chunk_elements * sizeof(float);
        return of.subspan(at, std::min(chunk_elements * sizeof(float), of.size() - at));
    }
    [[nodiscard]] MutableByteView restored(std::size_t chunk) {
        return MutableByteView(restored_).subspan(chunk * chunk_elements * sizeof(float),
                                                  part(now_, chunk).size());
    }
    Status time(const std::string& name, std::size_t chunks, bool coded, const std::vector<Task>& passes);
    Status bench_zstd(int level);
    Status bench_exact();
    Status bench_lc();
    Status bench_adaptive();

    ByteView now_;
    ByteView before_;
    const JobContext& job_;
    Bytes restored_;
    std::vector<CodedChunk> coded_;
    std::vector<BenchRow> rows_;
    ThreadPool one_{1};
    ThreadPool all_;
};

/// Runs the passes one after another over all chunks, with one thread and with all.
Status CodecBench::time(const std::string& name, std::size_t chunks, bool coded,
                        const std::vector<Task>& passes) {
    for (auto* pool : {&one_, &all_}) {
        if (pool == &all_ && all_.size() == 1) continue;
        BenchRow result{.name = name, .threads = pool->size()};
        for (int i = 0; i < repeats; ++i) {
            const auto start = std::chrono::steady_clock::now();
            for (const auto& pass : passes) {
                STEPVAULT_TRY(pool->for_each(chunks, [&](std::size_t chunk) -> Status {
                    STEPVAULT_TRY(job_.check());
                    return pass(chunk);
                }));
            }
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
            result.seconds = i == 0 ? took.count() : std::min(result.seconds, took.count());
        }
        for (std::size_t c = 0; c < chunks; ++c) {
            result.bytes += part(now_, c).size();
            if (coded) result.coded += coded_[c].bytes.size();
        }
        rows_.push_back(result);
    }
    return {};
}

Status CodecBench::bench_zstd(int level) {
    const auto chunks = std::min(coded_.size(), most_for_zstd / (chunk_elements * sizeof(float)));
    return time("zstd -" + std::to_string(level), std::max<std::size_t>(chunks, 1), true,
                {[&](std::size_t c) -> Status {
                    const auto values = part(now_, c);
                    auto& out = coded_[c].bytes;
                    out.resize(ZSTD_compressBound(values.size()));
                    out.resize(ZSTD_compress(out.data(), out.size(), values.data(), values.size(), level));
                    return {};
                }});
}

Status CodecBench::bench_exact() {
    STEPVAULT_TRY(time("exact, encode", coded_.size(), true, {[&](std::size_t c) -> Status {
                           coded_[c] = encode_exact(part(now_, c), part(before_, c), sizeof(float));
                           return {};
                       }}));
    return time("exact, decode", coded_.size(), false, {[&](std::size_t c) {
                    return decode_exact(coded_[c].mode, coded_[c].bytes, part(before_, c), sizeof(float),
                                        restored(c));
                }});
}

Status CodecBench::bench_lc() {
    std::vector<BucketStatistics> statistics(coded_.size());
    const auto count = [&](std::size_t c) { return part(now_, c).size() / sizeof(float); };
    const auto gather = [&](std::size_t c) -> Status {
        statistics[c] = delta_statistics(DType::f32, part(now_, c).data(), part(before_, c).data(), count(c));
        return {};
    };
    STEPVAULT_TRY(one_.for_each(coded_.size(), gather));
    BucketStatistics all;
    for (const auto& s : statistics)
        all.merge(s);
    const auto table = LcTable::build(all, 3, DType::f32);
    STEPVAULT_TRY(time("lc 3, encode", coded_.size(), true,
                       {gather, [&](std::size_t c) -> Status {
                            const LcSegment segment{count(c), &table, false};
                            coded_[c] = {ChunkMode::lc, encode_lc(DType::f32, part(now_, c), part(before_, c),
                                                                  {&segment, 1}, restored(c))};
                            return {};
                        }}));
    return time(
        "lc 3, decode", coded_.size(), false, {[&](std::size_t c) {
            const LcSegment segment{count(c), &table, false};
            return decode_lc(DType::f32, coded_[c].bytes, part(before_, c), {&segment, 1}, restored(c));
        }});
}

Status CodecBench::bench_adaptive() {
    AdaptivePlanner planner({.error = 0.5}, {{now_.size() / sizeof(float), row_elements}});
    const auto floats = [](ByteView bytes) {
        std::vector<float> out(bytes.size() / sizeof(float));
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    };
    for (std::size_t c = 0; c < coded_.size();
         c += std::max<std::size_t>(1, coded_.size() / sampled_chunks)) {
        const auto before = floats(part(before_, c));
        planner.add(0, c * chunk_elements, floats(part(now_, c)), before, before);
    }
    const auto model = planner.plan();
    const auto segment = [&](std::size_t c) {
        return AdaptiveSegment{part(now_, c).size() / sizeof(float), &model.payloads[0], c * chunk_elements};
    };
    STEPVAULT_TRY(time("adaptive 0.5, encode", coded_.size(), true, {[&](std::size_t c) -> Status {
                           const auto s = segment(c);
                           coded_[c] = {ChunkMode::adaptive,
                                        encode_adaptive(DType::f32, part(now_, c), part(before_, c), {&s, 1},
                                                        model, restored(c))};
                           return {};
                       }}));
    return time("adaptive 0.5, decode", coded_.size(), false, {[&](std::size_t c) {
                    const auto s = segment(c);
                    return decode_adaptive(DType::f32, coded_[c].bytes, part(before_, c), {&s, 1}, model,
                                           restored(c));
                }});
}

Result<std::vector<BenchRow>> CodecBench::run() {
    STEPVAULT_TRY(time("memcpy", coded_.size(), false, {[&](std::size_t c) -> Status {
                           const auto from = part(now_, c);
                           std::memcpy(restored(c).data(), from.data(), from.size());
                           return {};
                       }}));
    STEPVAULT_TRY(bench_zstd(1));
    STEPVAULT_TRY(bench_zstd(3));
    STEPVAULT_TRY(bench_exact());
    STEPVAULT_TRY(bench_lc());
    STEPVAULT_TRY(bench_adaptive());
    const auto copied = rows_.front();
    for (auto& r : rows_) {
        r.against = "memcpy";
        r.ratio =
            (static_cast<double>(r.bytes) / r.seconds) / (static_cast<double>(copied.bytes) / copied.seconds);
    }
    return std::move(rows_);
}

}  // namespace

Result<std::vector<BenchRow>> bench_codec(const BenchData& data, const JobContext& job) {
    return CodecBench(data, job).run();
}

}  // namespace stepvault
