#include "codec/importance.h"

#include <bit>
#include <cmath>
#include <limits>

#include "codec/element.h"

namespace stepvault {

namespace {

constexpr std::uint32_t infinite_bin = 0x7F800000U >> 17U;

}  // namespace

std::uint32_t ImportanceHistogram::bin_of(float importance) {
    return std::bit_cast<std::uint32_t>(importance) >> 17U;
}

void ImportanceHistogram::merge(const ImportanceHistogram& other) {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
        bytes_[i] += other.bytes_[i];
}

Cut ImportanceHistogram::cut(double budget) const {
    for (std::uint32_t bin = infinite_bin; bin-- > 0;) {
        if (bytes_[bin] > budget) return {bin, budget / bytes_[bin]};
        budget -= bytes_[bin];
    }
    return {0, 1};
}

void for_each_change(DType dtype, ByteView values, ByteView base, std::span<const std::size_t> blocks,
                     const std::function<void(const Run&, float)>& f) {
    visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        using Bits = typename E::Bits;
        const auto count = values.size() / sizeof(Bits);
        std::size_t block = 0;
        for (std::size_t first = 0; first < count; ++block) {
            const Run run{first, blocks.empty() ? 1 : blocks[block]};
            double squares = 0;
            bool changed = false;
            for (std::size_t i = first; i < first + run.count; ++i) {
                const auto u = load<Bits>(values, i * sizeof(Bits));
                const auto b = load<Bits>(base, i * sizeof(Bits));
                changed |= u != b;
                const auto change = static_cast<double>(E::decode(u)) - static_cast<double>(E::decode(b));
                squares += u != b ? change * change : 0;
            }
            const auto importance = static_cast<float>(std::sqrt(squares / static_cast<double>(run.count)));
            if (changed)
                f(run, std::isfinite(importance) ? importance : std::numeric_limits<float>::infinity());
            first += run.count;
        }
    });
}

bool BlockChooser::keeps(float importance) {
    const auto bin = ImportanceHistogram::bin_of(importance);
    if (bin > cut_.bin || bin == infinite_bin) return true;
    if (bin < cut_.bin) return false;
    owed_ += cut_.share;
    if (owed_ < 1) return false;
    owed_ -= 1;
    return true;
}

void join(std::vector<Run>& runs, const Run& block) {
    if (!runs.empty() && runs.back().first + runs.back().count == block.first) {
        runs.back().count += block.count;
    } else {
        runs.push_back(block);
    }
}

std::vector<Run> choose_runs(DType dtype, ByteView values, ByteView base, std::span<const std::size_t> blocks,
                             const Cut& cut) {
    std::vector<Run> runs;
    BlockChooser chooser(cut);
    for_each_change(dtype, values, base, blocks, [&](const Run& run, float importance) {
        if (chooser.keeps(importance)) join(runs, run);
    });
    return runs;
}

}  // namespace stepvault
