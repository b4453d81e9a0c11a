#include "partition/cost_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/median.h"

namespace stepvault {

namespace {

constexpr double allowed = 0.15;

constexpr std::size_t terms = 7;
using Terms = std::array<double, terms>;
/// Terms that only samples of several processes can separate from others.
constexpr unsigned once_terms = 0b0001110;
/// Sample limits for each group and for all its tensors, and least and most for each tensor.
constexpr double sample_of_group = 4 << 20;
constexpr double sample_of_tensors = 8 << 20;
constexpr double least_of_tensor = 8 << 10;
constexpr double most_of_tensor = 32 << 10;

double mean_size(const SerializationSample& s) {
    return static_cast<double>(s.bytes) / static_cast<double>(std::max<std::uint64_t>(1, s.tensors));
}

double crowd(const SerializationSample& s, double crowding) {
    return 1 + crowding * (s.processes - 1);
}

/// start, once_per_tensor, once_per_byte, once_per_sampled_byte, per_tensor, per_byte, per_sampled_byte
Terms terms_of(const SerializationSample& s, double crowding) {
    const double share = crowd(s, crowding) / s.processes;
    const auto tensors = static_cast<double>(s.tensors);
    const auto bytes = static_cast<double>(s.bytes);
    const double sampled = sampled_bytes({s.bytes, s.tensors});
    return {1, tensors, bytes, sampled, tensors * share, bytes * share, sampled * share};
}

/// Least squares with a subset of the terms; nullopt where the samples do not determine them. `weight`:
/// weight of a sample of several processes.
std::optional<Terms> solve(std::span<const SerializationSample> samples, double crowding, double weight,
                           unsigned used) {
    std::array<std::array<double, terms + 1>, terms> m{};
    // Normalizes terms of very different magnitudes.
    Terms scale{};
    for (const auto& s : samples) {
        for (std::size_t i = 0; i < terms; ++i)
            scale[i] = std::max(scale[i], terms_of(s, crowding)[i] / s.seconds);
    }
    for (const auto& s : samples) {
        auto t = terms_of(s, crowding);
        for (std::size_t i = 0; i < terms; ++i)
            t[i] /= s.seconds * scale[i];
        const double counts = s.processes == 1 ? 1 : weight;
        for (std::size_t i = 0; i < terms; ++i) {
            for (std::size_t k = 0; k < terms; ++k)
                m[i][k] += counts * t[i] * t[k];
            m[i][terms] += counts * t[i];
        }
    }
    for (std::size_t i = 0; i < terms; ++i) {
        if ((used >> i & 1U) != 0) continue;
        for (std::size_t k = 0; k < terms; ++k)
            m[i][k] = m[k][i] = 0;
        m[i][i] = 1;
        m[i][terms] = 0;
    }
    for (std::size_t i = 0; i < terms; ++i) {
        if (!(std::abs(m[i][i]) > 1e-9)) return {};
        for (std::size_t r = 0; r < terms; ++r) {
            if (r == i) continue;
            const double factor = m[r][i] / m[i][i];
            for (std::size_t c = i; c <= terms; ++c)
                m[r][c] -= factor * m[i][c];
        }
    }
    Terms found{};
    for (std::size_t i = 0; i < terms; ++i) {
        found[i] = m[i][terms] / m[i][i] / scale[i];
        if (!(found[i] >= 0)) return {};
    }
    return found;
}

/// Compares checkpoints that were coded side by side with the same ones coded alone.
double find_crowding(std::span<const SerializationSample> samples) {
    std::vector<double> found;
    for (const auto& crowded : samples) {
        if (crowded.together || crowded.processes < 2) continue;
        for (const auto& alone : samples) {
            if (alone.processes == 1 && alone.bytes == crowded.bytes && alone.tensors == crowded.tensors)
                found.push_back((crowded.seconds / alone.seconds - 1) / (crowded.processes - 1));
        }
    }
    return found.empty() ? 0 : std::max(0.0, median(std::move(found)));
}

}  // namespace

double sampled_bytes(const CheckpointSize& whole) {
    const auto tensors = static_cast<double>(std::max<std::uint64_t>(1, whole.tensors));
    const double each =
        std::clamp(sample_of_tensors * whole.groups / tensors, least_of_tensor, most_of_tensor);
    return std::min(static_cast<double>(whole.bytes), sample_of_group * whole.groups + each * tensors);
}

double CostModel::once(const CheckpointSize& whole) const {
    return start + once_per_tensor * static_cast<double>(whole.tensors) +
           once_per_byte * static_cast<double>(whole.bytes) + once_per_sampled_byte * sampled_bytes(whole);
}

double CostModel::share(const CheckpointSize& whole, const RankLoad& load, std::uint32_t processes,
                        double busy) const {
    return (per_tensor * static_cast<double>(load.tensors) + per_byte * static_cast<double>(load.bytes) +
            per_sampled_byte * sampled_bytes(whole) / processes) *
           (1 + crowding * (busy - 1));
}

double CostModel::seconds(const SerializationSample& s) const {
    const CheckpointSize whole{s.bytes, s.tensors};
    const RankLoad all{s.bytes, s.tensors};
    if (!s.together) return (once(whole) + share(whole, all, 1, 1)) * crowd(s, crowding);
    // The shares need not be whole numbers.
    return once(whole) + share(whole, all, 1, s.processes) / s.processes;
}

std::optional<CostModel> fit_cost_model(std::span<const SerializationSample> all) {
    if (std::ranges::any_of(all, [](const auto& s) { return !(s.seconds > 0) || !std::isfinite(s.seconds); }))
        return {};
    std::vector<SerializationSample> samples;
    std::ranges::copy_if(all, std::back_inserter(samples),
                         [](const auto& s) { return s.together || s.processes == 1; });
    const auto alone = std::ranges::count(samples, 1U, &SerializationSample::processes);
    if (alone < 4) return {};
    const bool tells_shared = static_cast<std::size_t>(alone) < samples.size();
    const double crowding = find_crowding(all);
    // Samples of several processes are fewer, but get the same total weight.
    const double weight = tells_shared
                              ? static_cast<double>(alone) /
                                    static_cast<double>(samples.size() - static_cast<std::size_t>(alone))
                              : 1;
    std::optional<CostModel> best;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned used = 1; used < 1U << terms; ++used) {
        if (!tells_shared && (used & once_terms) != 0) continue;
        const auto found = solve(samples, crowding, weight, used);
        if (!found) continue;
        CostModel model;
        model.start = (*found)[0];
        model.once_per_tensor = (*found)[1];
        model.once_per_byte = (*found)[2];
        model.once_per_sampled_byte = (*found)[3];
        model.per_tensor = (*found)[4];
        model.per_byte = (*found)[5];
        model.per_sampled_byte = (*found)[6];
        model.crowding = crowding;
        double squares = 0;
        for (const auto& s : samples) {
            const double off = model.seconds(s) / s.seconds - 1;
            squares += off * off * (s.processes == 1 ? 1 : weight);
        }
        if (squares < least) {
            least = squares;
            best = model;
        }
    }
    if (!best) return {};
    const double of_bytes = best->per_byte + best->once_per_byte;
    const double of_tensors = best->per_tensor + best->once_per_tensor +
                              (best->per_sampled_byte + best->once_per_sampled_byte) * most_of_tensor;
    best->lower = of_bytes > 0 ? of_tensors / of_bytes : 0;
    // From the largest tensors down, as long as they take longer than predicted.
    std::ranges::sort(samples, std::greater(), mean_size);
    for (const auto& s : samples) {
        if (s.seconds <= (1 + allowed) * best->seconds(s)) break;
        best->upper = mean_size(s);
    }
    for (const auto& s : samples) {
        if (mean_size(s) >= best->upper) continue;
        best->worst = std::max(best->worst, std::abs(best->seconds(s) / s.seconds - 1));
    }
    return best;
}

}  // namespace stepvault
