#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "metrics/metric_fields.h"
#include "metrics/metric_source.h"

namespace stepvault {

namespace {

/// Training losses come before validation losses, and curves of steps before curves of epochs.
constexpr std::array<std::string_view, 16> preferred = {
    "loss",       "train_loss",      "train/loss",      "training_loss",
    "loss/train", "train_loss_step", "train/loss_step", "train_loss_epoch",
    "total_loss", "val_loss",        "eval_loss",       "val/loss",
    "eval/loss",  "validation_loss", "loss/val",        "test_loss"};

}  // namespace

std::optional<std::string> primary_loss_tag(const std::vector<std::string>& tags) {
    if (tags.empty()) return {};
    for (const auto wanted : preferred) {
        const auto exact = std::ranges::find(tags, wanted);
        if (exact != tags.end()) return *exact;
        const auto similar = std::ranges::find(tags, wanted, lower_case);
        if (similar != tags.end()) return *similar;
    }
    const auto loss = std::ranges::find_if(tags, [](const auto& tag) { return names_loss(tag); });
    return loss != tags.end() ? *loss : tags.front();
}

}  // namespace stepvault
