#include "run/file_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "run/file_names.h"
#include "run/name_tokens.h"

namespace stepvault {

namespace {

template <std::size_t N>
using Names = std::array<std::string_view, N>;

/// True for parts of a model, or of its training state, that scripts save as separate files.
bool is_part_word(std::string_view word) {
    constexpr Names<33> parts = {"model", "net",           "network",  "weights", "optimizer", "optim",
                                 "opt",   "scheduler",     "sched",    "scaler",  "ema",       "gen",
                                 "disc",  "discriminator", "g",        "d",       "dur",       "netg",
                                 "netd",  "encoder",       "decoder",  "actor",   "critic",    "policy",
                                 "value", "rng",           "trainer",  "state",   "states",    "backbone",
                                 "head",  "teacher",       "generator"};
    return is_one_of(word, parts);
}

/// Words that describe the kind of file without identifying a run.
bool is_plain_word(std::string_view word) {
    constexpr Names<27> plain = {"checkpoint", "ckpt",  "save",   "saved",     "snapshot", "best",  "last",
                                 "latest",     "final", "top",    "val",       "valid",    "eval",  "test",
                                 "train",      "loss",  "acc",    "score",     "metric",   "epoch", "step",
                                 "steps",      "iter",  "global", "iteration", "student",  "swa"};
    return is_part_word(word) || is_one_of(word, plain);
}

bool counts(std::string_view word) {
    return is_one_of(
        word, Names<8>{"checkpoint", "ckpt", "epoch", "step", "steps", "iter", "iteration", "globalstep"});
}

/// The parts in a name, and the rest, which files of one checkpoint have in common.
struct PartName {
    std::string parts;
    std::string rest;
};
PartName part_name(std::string_view name) {
    const auto bare = bare_name(name);
    const auto words = tokenize(bare.text);
    PartName result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!is_part_word(words[i].text)) {
            result.rest += words[i].text + ' ';
            continue;
        }
        result.parts += words[i].text + ' ';
        // ema_0.9999_000100.pt: the rate belongs to the part.
        const bool rate = words[i].text == "ema" && i + 2 < words.size() && words[i + 1].number &&
                          words[i + 2].number && words[i + 2].begin > 0 &&
                          bare.text[words[i + 2].begin - 1] == '.';
        if (rate) i += 2;
    }
    result.rest += bare.version;
    return result;
}

bool holds_weights(std::string_view name) {
    const auto whole = unsharded_name(name);
    return is_one_of(whole.empty() ? name : std::string_view(whole),
                     Names<5>{"model.safetensors", "pytorch_model.bin", "adapter_model.safetensors",
                              "adapter_model.bin", "diffusion_pytorch_model.safetensors"});
}

/// True for files that are saved beside a Hugging Face model's weights.
bool accompanies_weights(std::string_view name) {
    constexpr Names<20> companions = {"config.json",
                                      "generation_config.json",
                                      "adapter_config.json",
                                      "tokenizer.json",
                                      "tokenizer.model",
                                      "tokenizer_config.json",
                                      "special_tokens_map.json",
                                      "added_tokens.json",
                                      "vocab.json",
                                      "vocab.txt",
                                      "merges.txt",
                                      "trainer_state.json",
                                      "preprocessor_config.json",
                                      "chat_template.jinja",
                                      "chat_template.json",
                                      "processor_config.json",
                                      "video_preprocessor_config.json",
                                      "spiece.model",
                                      "sentencepiece.bpe.model",
                                      "spm.model"};
    // The model's own code, which is loaded with its weights.
    constexpr Names<5> code = {"modeling_", "configuration_", "tokenization_", "processing_",
                               "image_processing_"};
    const bool is_code =
        name.ends_with(".py") && std::ranges::any_of(code, [&](auto p) { return name.starts_with(p); });
    constexpr std::string_view index = ".index.json";
    if (name.ends_with(index)) return holds_weights(name.substr(0, name.size() - index.size()));
    const bool part = is_save_part_name(name) && unsharded_name(name).empty();
    return holds_weights(name) || part || is_code || is_one_of(name, companions) ||
           name.ends_with(".tiktoken") || (name.starts_with("random_states_") && name.ends_with(".pkl"));
}

bool is_distributed_part(std::string_view name) {
    return name.ends_with(".distcp") || name == ".metadata" ||
           (name.find("mp_rank_") != std::string_view::npos && name.ends_with("_states.pt"));
}

class Grouping {
 public:
    explicit Grouping(const std::vector<std::string>& names) : names_(names), taken_(names.size()) {}

    std::vector<FileGroup> make() {
        take_distributed();
        take_save();
        take_shards();
        take_bundles();
        take_parts();
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (!taken_[i] && is_checkpoint_file_name(names_[i])) add(names_[i], {i});
        }
        return std::move(groups_);
    }

 private:
    void add(std::string name, const std::vector<std::size_t>& files) {
        FileGroup group{std::move(name), {}};
        for (const auto i : files) {
            group.files.push_back(names_[i]);
            taken_[i] = true;
        }
        groups_.push_back(std::move(group));
    }

    template <class Belongs>
    std::vector<std::size_t> free_ones(Belongs belongs) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (!taken_[i] && belongs(names_[i])) found.push_back(i);
        }
        return found;
    }

    [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
        const auto at = std::ranges::lower_bound(names_, name);
        if (at == names_.end() || *at != name) return {};
        const auto i = static_cast<std::size_t>(at - names_.begin());
        return taken_[i] ? std::nullopt : std::optional(i);
    }

    void take_distributed() {
        if (!is_distributed_save(names_)) return;
        const auto files = free_ones(is_distributed_part);
        if (!files.empty()) add(names_[files.front()], files);
    }

    void take_save() {
        const auto weights = free_ones(holds_weights);
        if (weights.empty()) return;
        const auto files = free_ones(accompanies_weights);
        if (files.size() < 2) return;
        const auto& first = names_[weights.front()];
        const auto whole = unsharded_name(first);
        add(whole.empty() ? first : whole, files);
    }

    void take_shards() {
        std::map<std::string, std::vector<std::size_t>> shards;
        for (const auto i : free_ones(is_checkpoint_file_name)) {
            if (auto whole = unsharded_name(names_[i]); !whole.empty()) shards[std::move(whole)].push_back(i);
        }
        for (auto& [whole, files] : shards) {
            if (const auto index = find(whole + ".index.json")) files.push_back(*index);
            std::ranges::sort(files);
            const bool taken = std::ranges::binary_search(names_, whole);
            // A single file keeps its own name.
            add(taken || files.size() == 1 ? names_[files.front()] : whole, files);
        }
    }

    /// ckpt-5.index with ckpt-5.data-00000-of-00001, and TensorFlow 1's ckpt-5.meta.
    void take_bundles() {
        for (const auto index : free_ones([](const auto& n) { return n.ends_with(".index"); })) {
            const auto prefix = names_[index].substr(0, names_[index].size() - 6);
            std::vector<std::size_t> files;
            const auto data = prefix + ".data-";
            const auto first = std::ranges::lower_bound(names_, data) - names_.begin();
            for (auto i = static_cast<std::size_t>(first); i < names_.size() && names_[i].starts_with(data);
                 ++i)
                files.push_back(i);
            if (files.empty()) continue;
            files.push_back(index);
            if (const auto graph = find(prefix + ".meta")) files.push_back(*graph);
            std::ranges::sort(files);
            add(prefix, files);
        }
    }

    void take_parts() {
        struct Parts {
            std::vector<std::size_t> files;
            std::set<std::string> parts;
        };
        std::map<std::string, Parts> by_rest;
        for (const auto i : free_ones(is_checkpoint_file_name)) {
            auto name = part_name(names_[i]);
            if (name.parts.empty()) continue;
            auto& found = by_rest[std::move(name.rest)];
            found.files.push_back(i);
            found.parts.insert(std::move(name.parts));
        }
        for (const auto& [rest, found] : by_rest) {
            if (found.parts.size() > 1) add(names_[found.files.front()], found.files);
        }
    }

    const std::vector<std::string>& names_;
    std::vector<bool> taken_;
    std::vector<FileGroup> groups_;
};

}  // namespace

std::vector<FileGroup> group_files(const std::vector<std::string>& names) {
    return Grouping(names).make();
}

bool names_a_part(std::string_view name) {
    return !part_name(name).parts.empty();
}

bool is_distributed_save(const std::vector<std::string>& names) {
    return std::ranges::any_of(names,
                               [](const auto& n) { return n != ".metadata" && is_distributed_part(n); });
}

std::optional<std::string> series_of(std::string_view name) {
    const auto bare = bare_name(name);
    const auto words = tokenize(bare.text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].number) continue;
        const bool counted = i > 0 && counts(words[i - 1].text);
        if (!counted && (i + 1 < words.size() || words[i].joined)) continue;
        auto before = counted ? i - 1 : i;
        while (before > 0 && is_plain_word(words[before - 1].text))
            --before;
        const bool plain =
            std::ranges::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(before),
                                [](const auto& w) { return w.number || is_plain_word(w.text); });
        if (plain) return std::string();
        const auto& last = words[before - 1];
        return std::string(name.substr(0, last.begin + last.text.size()));
    }
    return {};
}

}  // namespace stepvault
