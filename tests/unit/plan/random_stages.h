#pragma once

#include <cmath>
#include <random>

#include "plan/training_stages.h"

namespace stepvault::test {

/// Random models of all kinds: rare and frequent failures, expensive and cheap checkpoints, with and without
/// a background, changing numbers of workers, jobs that end early.
inline TrainingStages random_stages(std::mt19937_64& random, std::uint64_t least, std::uint64_t most) {
    const auto logarithmic = [&](double low, double high) {
        return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(random));
    };
    const auto whole = [&](std::uint64_t low, std::uint64_t high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    const bool second = whole(0, 1) == 1;
    const auto n = whole(least, most);
    const auto begin = whole(0, 1) * whole(0, 100);
    TrainingModel model;
    model.iteration = logarithmic(0.01, 100);
    const double length = model.iteration * static_cast<double>(n);
    model.stall = logarithmic(1e-3, 10) * model.iteration;
    model.background = second ? std::uniform_real_distribution(0.0, 3.5)(random) * model.iteration : 0;
    model.restart = whole(0, 2) == 0 ? 0 : logarithmic(0.1, 10) * model.iteration;
    model.mean_to_failure = logarithmic(0.1, 30) * length;
    if (whole(0, 2) == 0) {
        model.workers = {{begin, static_cast<double>(whole(1, 8))},
                         {begin + 1 + n / 3, static_cast<double>(whole(1, 8))}};
    }
    switch (whole(0, 3)) {
        case 0:
            model.survival = Survival::constant(logarithmic(0.1, 10) * length);
            break;
        case 1:
            model.survival = Survival::halving(length / 9, 3);
            break;
        default:
            break;
    }
    const Valuing valuing{.progress = static_cast<double>(whole(0, 4)) / 4,
                          .price = static_cast<double>(whole(0, 4)) / 4};
    const double fall = logarithmic(0.1, 20) / length;
    return std::move(*make_stages(model, valuing, begin, begin + n,
                                  [=](double seconds) { return 2 * std::exp(-fall * seconds) + 0.1; }));
}

}  // namespace stepvault::test
