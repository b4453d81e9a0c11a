#include "demo/demo_training_data.h"

#include <array>
#include <cmath>
#include <numbers>

namespace stepvault {

namespace {

constexpr std::size_t clusters_per_class = 4;
constexpr std::size_t training_examples = 8192;
constexpr std::size_t held_out_examples = 256;
/// Standard deviation of a center's coordinates, in units of the noise: classes overlap a little, so that the
/// loss stays above zero.
constexpr float spread = 0.6F;

}  // namespace

std::uint64_t DemoRandom::next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

double DemoRandom::uniform() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

float DemoRandom::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return static_cast<float>(radius * std::cos(2 * std::numbers::pi * uniform()));
}

std::size_t DemoRandom::below(std::size_t bound) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(bound));
}

void DemoExamples::add(std::span<const float> input, std::uint8_t label) {
    inputs.insert(inputs.end(), input.begin(), input.end());
    labels.push_back(label);
}

DemoData make_demo_data(DemoRandom& random) {
    std::vector<std::array<float, demo_inputs>> centres(demo_classes * clusters_per_class);
    for (auto& centre : centres) {
        for (float& x : centre)
            x = spread * random.normal();
    }
    DemoData data;
    for (std::size_t i = 0; i < training_examples + held_out_examples; ++i) {
        const auto cluster = random.below(centres.size());
        auto input = centres[cluster];
        for (float& x : input)
            x += random.normal();
        auto& part = i < training_examples ? data.training : data.held_out;
        part.add(input, static_cast<std::uint8_t>(cluster % demo_classes));
    }
    return data;
}

}  // namespace stepvault
