#include "demo/demo_training_model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepvault {

namespace {

constexpr std::size_t hidden = 256;

/// Eight parallel sums, which compilers vectorize without reordering any addition.
float dot(std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t lanes = 8;
    std::array<float, lanes> sums{};
    for (std::size_t i = 0; i + lanes <= a.size(); i += lanes) {
        const float* x = a.data() + i;
        const float* y = b.data() + i;
        for (std::size_t k = 0; k < lanes; ++k)
            sums[k] += x[k] * y[k];
    }
    float sum = 0;
    for (const float s : sums)
        sum += s;
    for (std::size_t i = a.size() / lanes * lanes; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

void add_scaled(std::span<float> to, float scale, std::span<const float> from) {
    float* out = to.data();
    const float* in = from.data();
    for (std::size_t i = 0; i < to.size(); ++i)
        out[i] += scale * in[i];
}

/// Converts logits to probabilities; returns the loss, the negative logarithm of the label's probability.
double softmax(std::span<float> logits, std::size_t label) {
    const float largest = *std::ranges::max_element(logits);
    const double at_label = logits[label] - largest;
    double sum = 0;
    for (float& x : logits) {
        x = std::exp(x - largest);
        sum += x;
    }
    for (float& x : logits)
        x = static_cast<float>(x / sum);
    return std::log(sum) - at_label;
}

}  // namespace

DemoModel::DemoModel(DemoRandom& random) {
    add_layer(demo_inputs, hidden, random);
    add_layer(hidden, hidden, random);
    add_layer(hidden, demo_classes, random);
    first_moment_.assign(weights_.size(), 0);
    second_moment_.assign(weights_.size(), 0);
    gradient_.assign(weights_.size(), 0);
}

void DemoModel::add_layer(std::size_t inputs, std::size_t outputs, DemoRandom& random) {
    const auto prefix = "layers." + std::to_string(layers_.size());
    const Layer layer{inputs, outputs, weights_.size(), weights_.size() + inputs * outputs};
    layers_.push_back(layer);
    parameters_.push_back({prefix + ".weight", {outputs, inputs}, layer.weight, inputs * outputs});
    parameters_.push_back({prefix + ".bias", {outputs}, layer.bias, outputs});
    const auto scale = static_cast<float>(std::sqrt(2.0 / static_cast<double>(inputs)));
    for (std::size_t i = 0; i < inputs * outputs; ++i)
        weights_.push_back(scale * random.normal());
    weights_.resize(weights_.size() + outputs, 0.0F);
}

void DemoModel::forward(std::span<const float> input, Activations& activations) const {
    activations.resize(layers_.size() + 1);
    activations[0].assign(input.begin(), input.end());
    const std::span weights(weights_);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const auto& layer = layers_[l];
        const bool last = l + 1 == layers_.size();
        auto& out = activations[l + 1];
        out.resize(layer.outputs);
        for (std::size_t o = 0; o < layer.outputs; ++o) {
            const auto row = weights.subspan(layer.weight + o * layer.inputs, layer.inputs);
            const float sum = dot(row, activations[l]) + weights_[layer.bias + o];
            out[o] = last ? sum : std::max(sum, 0.0F);
        }
    }
}

void DemoModel::backward(const Activations& activations, std::vector<float> slope) {
    const std::span weights(weights_);
    const std::span gradient(gradient_);
    for (std::size_t l = layers_.size(); l-- > 0;) {
        const auto& layer = layers_[l];
        const auto& in = activations[l];
        std::vector<float> before(layer.inputs, 0);
        for (std::size_t o = 0; o < layer.outputs; ++o) {
            if (slope[o] == 0) continue;
            const auto row = layer.weight + o * layer.inputs;
            add_scaled(gradient.subspan(row, layer.inputs), slope[o], in);
            gradient_[layer.bias + o] += slope[o];
            if (l > 0) add_scaled(before, slope[o], weights.subspan(row, layer.inputs));
        }
        for (std::size_t i = 0; i < layer.inputs; ++i) {
            if (in[i] <= 0) before[i] = 0;
        }
        slope = std::move(before);
    }
}

double DemoModel::train(const DemoExamples& batch, float learning_rate) {
    std::ranges::fill(gradient_, 0.0F);
    const auto share = 1 / static_cast<float>(batch.size());
    Activations activations;
    double loss = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        forward(batch.input(i), activations);
        auto slope = activations.back();
        loss += softmax(slope, batch.labels[i]);
        slope[batch.labels[i]] -= 1;
        for (float& s : slope)
            s *= share;
        backward(activations, std::move(slope));
    }
    update(learning_rate);
    return loss / static_cast<double>(batch.size());
}

void DemoModel::update(float learning_rate) {
    constexpr float beta1 = 0.9F;
    constexpr float beta2 = 0.999F;
    constexpr float epsilon = 1e-8F;
    ++steps_;
    const auto correction1 = static_cast<float>(1 - std::pow(0.9, steps_));
    const auto correction2 = static_cast<float>(1 - std::pow(0.999, steps_));
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const float g = gradient_[i];
        first_moment_[i] = beta1 * first_moment_[i] + (1 - beta1) * g;
        second_moment_[i] = beta2 * second_moment_[i] + (1 - beta2) * g * g;
        weights_[i] -= learning_rate * (first_moment_[i] / correction1) /
                       (std::sqrt(second_moment_[i] / correction2) + epsilon);
    }
}

double DemoModel::evaluate(const DemoExamples& examples) const {
    Activations activations;
    double loss = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        forward(examples.input(i), activations);
        loss += softmax(activations.back(), examples.labels[i]);
    }
    return loss / static_cast<double>(examples.size());
}

}  // namespace stepvault
