#include "partition/model_shapes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace stepvault {

namespace {

/// Collects a state dict, then adds AdamW's state.
class StateDict {
 public:
    explicit StateDict(std::uint32_t item_size = 4) : item_size_(item_size) {}

    void parameter(const std::string& name, std::uint64_t elements) {
        tensors_.push_back({"model." + name, elements * item_size_, item_size_});
        parameters_.push_back(elements);
    }
    void buffer(const std::string& name, std::uint64_t elements, std::uint32_t item_size) {
        tensors_.push_back({"model." + name, elements * item_size, item_size});
    }
    void linear(const std::string& name, std::uint64_t in, std::uint64_t out) {
        parameter(name + ".weight", in * out);
        parameter(name + ".bias", out);
    }
    void norm(const std::string& name, std::uint64_t width) {
        parameter(name + ".weight", width);
        parameter(name + ".bias", width);
    }

    std::vector<ListedTensor> with_adamw() && {
        constexpr std::uint32_t fp32 = 4;
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            const auto state = "optimizer.state." + std::to_string(i);
            tensors_.push_back({state + ".step", fp32, fp32});
            for (const auto* moment : {".exp_avg", ".exp_avg_sq"})
                tensors_.push_back({state + moment, parameters_[i] * fp32, fp32});
        }
        return std::move(tensors_);
    }

 private:
    std::uint32_t item_size_;
    std::vector<ListedTensor> tensors_;
    std::vector<std::uint64_t> parameters_;  ///< elements
};

/// BertForPreTraining: masked words and next sentence; the decoder is tied to the word embeddings.
std::vector<ListedTensor> bert_large(const ModelScale& scale) {
    const std::uint64_t width = 1024ULL * scale.width;
    const std::uint64_t words = 30522;
    StateDict dict;
    dict.parameter("bert.embeddings.word_embeddings.weight", words * width);
    dict.parameter("bert.embeddings.position_embeddings.weight", 512 * width);
    dict.parameter("bert.embeddings.token_type_embeddings.weight", 2 * width);
    dict.norm("bert.embeddings.LayerNorm", width);
    for (std::uint64_t i = 0; i < 24ULL * scale.depth; ++i) {
        const auto layer = "bert.encoder.layer." + std::to_string(i) + ".";
        for (const auto* part : {"query", "key", "value"})
            dict.linear(layer + "attention.self." + part, width, width);
        dict.linear(layer + "attention.output.dense", width, width);
        dict.norm(layer + "attention.output.LayerNorm", width);
        dict.linear(layer + "intermediate.dense", width, 4 * width);
        dict.linear(layer + "output.dense", 4 * width, width);
        dict.norm(layer + "output.LayerNorm", width);
    }
    dict.linear("bert.pooler.dense", width, width);
    dict.parameter("cls.predictions.bias", words);
    dict.linear("cls.predictions.transform.dense", width, width);
    dict.norm("cls.predictions.transform.LayerNorm", width);
    dict.linear("cls.seq_relationship", width, 2);
    return std::move(dict).with_adamw();
}

std::vector<ListedTensor> resnet_50(const ModelScale& scale) {
    StateDict dict;
    const auto convolution = [&](const std::string& name, std::uint64_t in, std::uint64_t out,
                                 std::uint64_t kernel) {
        dict.parameter(name + ".weight", in * out * kernel * kernel);
    };
    const auto batch_norm = [&](const std::string& name, std::uint64_t width) {
        dict.norm(name, width);
        dict.buffer(name + ".running_mean", width, 4);
        dict.buffer(name + ".running_var", width, 4);
        dict.buffer(name + ".num_batches_tracked", 1, 8);
    };
    const std::uint64_t base = 64ULL * scale.width;
    convolution("conv1", 3, base, 7);
    batch_norm("bn1", base);
    constexpr std::array<std::uint64_t, 4> blocks{3, 4, 6, 3};
    auto in = base;
    for (std::uint64_t stage = 0; stage < blocks.size(); ++stage) {
        const auto width = base << stage;
        for (std::uint64_t i = 0; i < blocks[stage] * scale.depth; ++i) {
            const auto block = "layer" + std::to_string(stage + 1) + "." + std::to_string(i) + ".";
            convolution(block + "conv1", in, width, 1);
            batch_norm(block + "bn1", width);
            convolution(block + "conv2", width, width, 3);
            batch_norm(block + "bn2", width);
            convolution(block + "conv3", width, 4 * width, 1);
            batch_norm(block + "bn3", 4 * width);
            if (i == 0) {
                convolution(block + "downsample.0", in, 4 * width, 1);
                batch_norm(block + "downsample.1", 4 * width);
            }
            in = 4 * width;
        }
    }
    dict.linear("fc", in, 1000);
    return std::move(dict).with_adamw();
}

/// 224 x 224 pixels in patches of 16 x 16, and the class token.
std::vector<ListedTensor> vit_b_16(const ModelScale& scale) {
    const std::uint64_t width = 768ULL * scale.width;
    StateDict dict;
    dict.parameter("class_token", width);
    dict.linear("conv_proj", 3ULL * 16 * 16, width);
    dict.parameter("encoder.pos_embedding", (14ULL * 14 + 1) * width);
    for (std::uint64_t i = 0; i < 12ULL * scale.depth; ++i) {
        const auto layer = "encoder.layers.encoder_layer_" + std::to_string(i) + ".";
        dict.norm(layer + "ln_1", width);
        dict.parameter(layer + "self_attention.in_proj_weight", 3 * width * width);
        dict.parameter(layer + "self_attention.in_proj_bias", 3 * width);
        dict.linear(layer + "self_attention.out_proj", width, width);
        dict.norm(layer + "ln_2", width);
        dict.linear(layer + "mlp.0", width, 4 * width);
        dict.linear(layer + "mlp.3", 4 * width, width);
    }
    dict.norm("encoder.ln", width);
    dict.linear("heads.head", width, 1000);
    return std::move(dict).with_adamw();
}

std::vector<ListedTensor> llama_7b(const ModelScale& scale) {
    constexpr std::uint32_t bf16 = 2;
    const std::uint64_t width = 4096ULL * scale.width;
    const std::uint64_t inner = 11008ULL * scale.width;
    const std::uint64_t words = 32000;
    StateDict dict(bf16);
    dict.parameter("model.embed_tokens.weight", words * width);
    for (std::uint64_t i = 0; i < 32ULL * scale.depth; ++i) {
        const auto layer = "model.layers." + std::to_string(i) + ".";
        for (const auto* part : {"q_proj", "k_proj", "v_proj", "o_proj"})
            dict.parameter(layer + "self_attn." + part + ".weight", width * width);
        for (const auto* part : {"gate_proj", "up_proj", "down_proj"})
            dict.parameter(layer + "mlp." + part + ".weight", width * inner);
        dict.parameter(layer + "input_layernorm.weight", width);
        dict.parameter(layer + "post_attention_layernorm.weight", width);
    }
    dict.parameter("model.norm.weight", width);
    dict.parameter("lm_head.weight", words * width);
    return std::move(dict).with_adamw();
}

template <std::uint64_t layers, std::uint64_t width>
std::vector<ListedTensor> gpt2(const ModelScale& scale) {
    return gpt_shapes(layers * scale.depth, width * scale.width);
}

using Shapes = std::vector<ListedTensor> (*)(const ModelScale&);
constexpr std::array<std::string_view, 7> names{"bert-large", "gpt2-small", "gpt2-medium", "gpt2-xl",
                                                "resnet-50",  "vit-b-16",   "llama-7b"};
constexpr std::array<Shapes, names.size()> shapes{bert_large, gpt2<12, 768>, gpt2<24, 1024>, gpt2<48, 1600>,
                                                  resnet_50,  vit_b_16,      llama_7b};

}  // namespace

std::span<const std::string_view> model_names() {
    return names;
}

Result<std::vector<ListedTensor>> model_shapes(std::string_view name, const ModelScale& scale) {
    constexpr std::uint32_t most = 1000;
    const auto in_bounds = [](std::uint32_t factor) { return factor >= 1 && factor <= most; };
    if (!in_bounds(scale.depth) || !in_bounds(scale.width))
        return Error{ErrorCode::invalid_argument, "a model can be made 1 to 1000 times deeper and wider"};
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return Error{ErrorCode::not_found, "no shapes are known for a model " + std::string(name)};
    return shapes[static_cast<std::size_t>(found - names.begin())](scale);
}

std::vector<ListedTensor> gpt_shapes(std::uint64_t layers, std::uint64_t width) {
    StateDict dict;
    dict.parameter("transformer.wte.weight", 50257 * width);
    dict.parameter("transformer.wpe.weight", 1024 * width);
    for (std::uint64_t i = 0; i < layers; ++i) {
        const auto layer = "transformer.h." + std::to_string(i) + ".";
        dict.norm(layer + "ln_1", width);
        dict.linear(layer + "attn.c_attn", width, 3 * width);
        dict.linear(layer + "attn.c_proj", width, width);
        dict.norm(layer + "ln_2", width);
        dict.linear(layer + "mlp.c_fc", width, 4 * width);
        dict.linear(layer + "mlp.c_proj", 4 * width, width);
    }
    dict.norm("transformer.ln_f", width);
    return std::move(dict).with_adamw();
}

}  // namespace stepvault
