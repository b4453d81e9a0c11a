// One chunk through each coder, in both directions, compared with memcpy. Bytes per second count the floats.
#include <benchmark/benchmark.h>
#include <cstring>

#include "codec/adaptive_coder.h"
#include "codec/adaptive_planner.h"
#include "codec/exact_coder.h"
#include "codec/importance.h"
#include "codec/lc_coder.h"
#include "codec/loss_figures.h"
#include "codec/runs_coder.h"
#include "support/random_tensors.h"

namespace {

using namespace stepvault;
using namespace stepvault::test;

constexpr std::size_t count = 1U << 16U;
constexpr std::uint64_t row = 1024;

/// Weights before and after an interval of training. A benchmark's argument is the element type.
struct Chunk {
    explicit Chunk(const benchmark::State& state) : dtype(static_cast<DType>(state.range(0))) {
        std::mt19937_64 random(1);
        base = random_elements(dtype, count, Shape::gaussian, random);
        values = moved(dtype, base, dtype == DType::f32 ? 1e-4 : 1e-2, random);
        restored.resize(values.size());
    }
    [[nodiscard]] std::vector<float> floats(const Bytes& of) const {
        std::vector<float> out(count);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = static_cast<float>(element_at(dtype, of, i));
        return out;
    }
    [[nodiscard]] BucketStatistics statistics() const {
        return delta_statistics(dtype, values.data(), base.data(), count);
    }
    DType dtype;
    Bytes base;
    Bytes values;
    Bytes restored;
};

template <class Work>
void measure(benchmark::State& state, const Chunk& chunk, Work&& work) {
    for (auto _ : state)
        benchmark::DoNotOptimize(work());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(chunk.values.size()));
}

void copying(benchmark::State& state) {
    Chunk c(state);
    measure(state, c, [&] { return std::memcpy(c.restored.data(), c.values.data(), c.values.size()); });
}

void exact_encode(benchmark::State& state) {
    Chunk c(state);
    measure(state, c, [&] { return encode_exact(c.values, c.base, item_size(c.dtype)).bytes.size(); });
}

void exact_decode(benchmark::State& state) {
    Chunk c(state);
    const auto coded = encode_exact(c.values, c.base, item_size(c.dtype));
    measure(state, c, [&] {
        return decode_exact(coded.mode, coded.bytes, c.base, item_size(c.dtype), c.restored).ok();
    });
}

void statistics(benchmark::State& state) {
    Chunk c(state);
    measure(state, c, [&] { return c.statistics().zeros; });
}

void figures(benchmark::State& state) {
    Chunk c(state);
    measure(state, c,
            [&] { return loss_figures(c.dtype, c.values.data(), c.base.data(), c.base.data(), count).lost; });
}

void lc_encode(benchmark::State& state) {
    Chunk c(state);
    const auto table = LcTable::build(c.statistics(), 3, c.dtype);
    const LcSegment segment{count, &table, false};
    measure(state, c, [&] { return encode_lc(c.dtype, c.values, c.base, {&segment, 1}, c.restored).size(); });
}

void lc_decode(benchmark::State& state) {
    Chunk c(state);
    const auto table = LcTable::build(c.statistics(), 3, c.dtype);
    const LcSegment segment{count, &table, false};
    const auto coded = encode_lc(c.dtype, c.values, c.base, {&segment, 1}, c.restored);
    measure(state, c, [&] { return decode_lc(c.dtype, coded, c.base, {&segment, 1}, c.restored).ok(); });
}

AdaptiveModel model_of(const Chunk& c, bool logarithmic) {
    AdaptivePlanner planner({.kind = logarithmic ? Quantizer::Kind::logarithmic : Quantizer::Kind::linear},
                            {{count, row}});
    planner.add(0, 0, c.floats(c.values), c.floats(c.base), c.floats(c.base));
    return planner.plan();
}

void adaptive_encode(benchmark::State& state) {
    Chunk c(state);
    const auto model = model_of(c, false);
    const AdaptiveSegment segment{count, &model.payloads[0], 0};
    measure(state, c, [&] {
        return encode_adaptive(c.dtype, c.values, c.base, {&segment, 1}, model, c.restored).size();
    });
}

void adaptive_decode(benchmark::State& state) {
    Chunk c(state);
    const auto model = model_of(c, false);
    const AdaptiveSegment segment{count, &model.payloads[0], 0};
    const auto coded = encode_adaptive(c.dtype, c.values, c.base, {&segment, 1}, model, c.restored);
    measure(state, c, [&] {
        return decode_adaptive(c.dtype, coded, c.base, {&segment, 1}, model, c.restored).ok();
    });
}

void topn_encode(benchmark::State& state) {
    Chunk c(state);
    ImportanceHistogram histogram;
    for_each_change(c.dtype, c.values, c.base, {}, [&](const Run&, float x) { histogram.add(x, 1); });
    const auto cut = histogram.cut(count / 20.0);
    measure(state, c, [&] {
        const auto runs = choose_runs(c.dtype, c.values, c.base, {}, cut);
        return encode_runs(c.values, c.base, item_size(c.dtype), runs, c.restored).size();
    });
}

void types(benchmark::internal::Benchmark* b) {
    b->ArgName("type");
    for (const auto dtype : {DType::f32, DType::bf16})
        b->Arg(static_cast<std::int64_t>(dtype));
}

BENCHMARK(copying)->Apply(types);
BENCHMARK(exact_encode)->Apply(types);
BENCHMARK(exact_decode)->Apply(types);
BENCHMARK(statistics)->Apply(types);
BENCHMARK(figures)->Apply(types);
BENCHMARK(lc_encode)->Apply(types);
BENCHMARK(lc_decode)->Apply(types);
BENCHMARK(adaptive_encode)->Apply(types);
BENCHMARK(adaptive_decode)->Apply(types);
BENCHMARK(topn_encode)->Apply(types);

}  // namespace

BENCHMARK_MAIN();
