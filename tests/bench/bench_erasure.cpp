// The erasure code compared with memcpy of the same data. Bytes per second count the data blocks. The blocks'
// contents have no influence.
#include <benchmark/benchmark.h>
#include <cstring>
#include <numeric>

#include "base/erasure_code.h"

namespace {

using namespace stepvault;

/// A benchmark's arguments: data blocks, parity blocks, bytes per block.
struct Group {
    explicit Group(const benchmark::State& state)
        : code(*ErasureCode::create(static_cast<std::uint32_t>(state.range(0)),
                                    static_cast<std::uint32_t>(state.range(1)))),
          length(static_cast<std::size_t>(state.range(2))),
          bytes(length * (2 * code.data() + code.parity()), std::byte{0x5A}) {
        for (std::size_t b = 0; b < code.data() + code.parity(); ++b)
            (b < code.data() ? data : parity).push_back(MutableByteView(bytes).subspan(b * length, length));
        views.assign(data.begin(), data.end());
    }
    [[nodiscard]] MutableByteView spare(std::size_t b) {
        return MutableByteView(bytes).subspan((code.data() + code.parity() + b) * length, length);
    }
    ErasureCode code;
    std::size_t length;
    Bytes bytes;
    std::vector<MutableByteView> data;
    std::vector<MutableByteView> parity;
    std::vector<ByteView> views;
};

template <class Work>
void measure(benchmark::State& state, const Group& group, Work&& work) {
    for (auto _ : state) {
        work();
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(group.length * group.data.size()));
}

void copying(benchmark::State& state) {
    Group g(state);
    measure(state, g, [&] {
        for (std::size_t b = 0; b < g.data.size(); ++b)
            std::memcpy(g.spare(b).data(), g.data[b].data(), g.length);
    });
}

void encode(benchmark::State& state) {
    Group g(state);
    measure(state, g, [&] { g.code.encode(g.views, g.parity); });
}

void encode_add(benchmark::State& state) {
    Group g(state);
    measure(state, g, [&] {
        for (std::uint32_t b = 0; b < g.code.data(); ++b)
            g.code.encode_add(b, g.views[b], g.parity);
    });
}

/// Loses as many data blocks as can be recovered.
void rebuild(benchmark::State& state) {
    Group g(state);
    g.code.encode(g.views, g.parity);
    std::vector<std::uint32_t> missing(std::min(g.code.data(), g.code.parity()));
    std::iota(missing.begin(), missing.end(), 0U);
    std::vector<std::optional<ByteView>> blocks(g.views.begin(), g.views.end());
    blocks.insert(blocks.end(), g.parity.begin(), g.parity.end());
    std::vector<MutableByteView> out;
    for (const auto number : missing) {
        blocks[number].reset();
        out.push_back(g.spare(number));
    }
    measure(state, g, [&] {
        if (!g.code.rebuild(blocks, missing, out).ok()) state.SkipWithError("refused");
    });
}

void groups(benchmark::internal::Benchmark* b) {
    b->ArgNames({"data", "parity", "block"});
    b->Args({8, 8, 1 << 12})->Args({8, 8, 1 << 18})->Args({8, 8, 1 << 23});
    b->Args({4, 4, 1 << 18})->Args({10, 2, 1 << 18})->Args({200, 55, 1 << 14});
}

BENCHMARK(copying)->Apply(groups);
BENCHMARK(encode)->Apply(groups);
BENCHMARK(encode_add)->Apply(groups);
BENCHMARK(rebuild)->Apply(groups);

}  // namespace

BENCHMARK_MAIN();
