// The data that the demo run learns: points around cluster centers, with several clusters for each class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

/// SplitMix64 with its own conversions, since those of <random> differ between standard libraries.
class DemoRandom {
 public:
    explicit DemoRandom(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    double uniform();  ///< in [0, 1)
    float normal();    ///< mean 0, variance 1 (Box and Muller)
    std::size_t below(std::size_t bound);

 private:
    std::uint64_t state_;
};

constexpr std::size_t demo_inputs = 32;
constexpr std::size_t demo_classes = 8;

/// Points, and the class of each.
struct DemoExamples {
    std::vector<float> inputs;  ///< demo_inputs for each example, concatenated
    std::vector<std::uint8_t> labels;

    [[nodiscard]] std::size_t size() const { return labels.size(); }
    [[nodiscard]] std::span<const float> input(std::size_t i) const {
        return std::span(inputs).subspan(i * demo_inputs, demo_inputs);
    }
    void add(std::span<const float> input, std::uint8_t label);
};

/// The data for training and for the held-out loss.
struct DemoData {
    DemoExamples training;
    DemoExamples held_out;  ///< from the same clusters
};

/// Gives the same data for the same state of `random`.
DemoData make_demo_data(DemoRandom& random);

}  // namespace stepvault
