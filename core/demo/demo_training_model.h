// The network of the demo run: 32 -> 256 -> 256 -> 8, ReLU, softmax cross-entropy, Adam.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "demo/demo_training_data.h"

namespace stepvault {

/// float32 throughout; sums run in a fixed order, so that a seed gives the same bits each time.
class DemoModel {
 public:
    struct Parameter {
        std::string name;  ///< "layers.0.weight"
        std::vector<std::size_t> shape;
        std::size_t offset = 0;  ///< elements, into weights() and both moments
        std::size_t size = 0;    ///< elements
    };

    explicit DemoModel(DemoRandom& random);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] std::span<const float> weights() const { return weights_; }
    [[nodiscard]] std::span<const float> first_moment() const { return first_moment_; }
    [[nodiscard]] std::span<const float> second_moment() const { return second_moment_; }

    /// One step of Adam; returns the batch's mean loss before the step.
    double train(const DemoExamples& batch, float learning_rate);
    /// The mean loss.
    [[nodiscard]] double evaluate(const DemoExamples& examples) const;

 private:
    struct Layer {
        std::size_t inputs = 0;
        std::size_t outputs = 0;
        std::size_t weight = 0;  ///< offset of [outputs, inputs]
        std::size_t bias = 0;    ///< offset of [outputs]
    };
    using Activations = std::vector<std::vector<float>>;  ///< the input, then each layer's output

    void add_layer(std::size_t inputs, std::size_t outputs, DemoRandom& random);
    void forward(std::span<const float> input, Activations& activations) const;
    /// Adds one example's gradient to gradient_; `slope` is the gradient of the loss by the last layer's
    /// output.
    void backward(const Activations& activations, std::vector<float> slope);
    void update(float learning_rate);

    std::vector<Layer> layers_;
    std::vector<Parameter> parameters_;
    std::vector<float> weights_;
    std::vector<float> first_moment_;
    std::vector<float> second_moment_;
    std::vector<float> gradient_;
    int steps_ = 0;
};

}  // namespace stepvault
