#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text.h"
#include "metrics/metric_fields.h"
#include "metrics/metric_source.h"

namespace stepvault {

namespace {

/// Curves of steps come before curves of epochs.
constexpr std::array<std::string_view, 9> training_names = {
    "loss",       "train_loss",      "train/loss",      "training_loss",
    "loss/train", "train_loss_step", "train/loss_step", "train_loss_epoch",
    "total_loss"};
constexpr std::array<std::string_view, 7> validation_names = {
    "val_loss", "eval_loss", "val/loss", "eval/loss", "validation_loss", "loss/val", "test_loss"};
constexpr std::array<std::string_view, 6> validation_words = {"val",  "valid", "validation",
                                                              "eval", "test",  "dev"};

std::optional<std::string> find_named(const std::vector<std::string>& tags,
                                      std::span<const std::string_view> names) {
    for (const auto wanted : names) {
        const auto exact = std::ranges::find(tags, wanted);
        if (exact != tags.end()) return *exact;
        const auto similar = std::ranges::find(tags, wanted, lower_case);
        if (similar != tags.end()) return *similar;
    }
    return {};
}

bool names_validation(std::string_view tag) {
    const auto lower = lower_case(tag);
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    for (auto from = lower.begin(); from != lower.end();) {
        const auto begin = std::find_if(from, lower.end(), is_letter);
        const auto end = std::find_if_not(begin, lower.end(), is_letter);
        if (std::ranges::find(validation_words, std::string_view(begin, end)) != validation_words.end())
            return true;
        from = end;
    }
    return false;
}

}  // namespace

std::optional<std::string> primary_loss_tag(const std::vector<std::string>& tags) {
    if (tags.empty()) return {};
    if (auto training = find_named(tags, training_names)) return training;
    if (auto validation = find_named(tags, validation_names)) return validation;
    const auto loss = std::ranges::find_if(tags, [](const auto& tag) { return names_loss(tag); });
    return loss != tags.end() ? *loss : tags.front();
}

std::optional<std::string> validation_loss_tag(const std::vector<std::string>& tags) {
    if (auto validation = find_named(tags, validation_names)) return validation;
    const auto loss =
        std::ranges::find_if(tags, [](const auto& tag) { return names_loss(tag) && names_validation(tag); });
    return loss != tags.end() ? std::optional(*loss) : std::nullopt;
}

}  // namespace stepvault
