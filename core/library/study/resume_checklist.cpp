#include "library/study/resume_checklist.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>
#include <string_view>

#include "base/text.h"

namespace stepvault {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::uint32_t deepest_key = 3;

bool holds_one_of(std::string_view text, Words words) {
    return std::ranges::any_of(words, [&](auto w) { return text.find(w) != std::string_view::npos; });
}

bool is_empty(const ObjectLine& line) {
    return line.text == "None" || line.text.ends_with(" 0 items") || line.text == "[]" || line.text == "()";
}

/// Finds the first file whose name contains one of `file_words`, or else the first key that contains one of
/// `key_words` and is not empty.
ChecklistItem look_for(std::string name, Words file_words, Words key_words, const StepLayout& layout,
                       const std::vector<FileObjects>& objects) {
    for (const auto& file : layout.files) {
        if (holds_one_of(lower_case(base_name(file.path)), file_words))
            return {std::move(name), true, file.path};
    }
    for (const auto& [path, lines] : objects) {
        for (const auto& line : lines) {
            if (line.depth == 0 || line.depth > deepest_key || is_empty(line)) continue;
            if (holds_one_of(lower_case(line.key), key_words))
                return {std::move(name), true, path.empty() ? line.key : path + ": " + line.key};
        }
    }
    return {std::move(name), false, {}};
}

ChecklistItem weights(const StepLayout& layout) {
    const auto count = [&](bool optimizer) {
        return std::ranges::count_if(layout.payloads, [&](const auto& p) {
            return p.optimizer == optimizer && (p.role == Role::weight || p.role == Role::embedding);
        });
    };
    const auto own = count(false);
    const auto found = own > 0 ? own : count(true);  // ZeRO-3 has its weights in the optimizer's files alone
    if (found == 0) return {"weights", false, {}};
    return {"weights", true, std::to_string(found) + (found == 1 ? " storage" : " storages")};
}

ChecklistItem optimizer(const StepLayout& layout, const std::vector<FileObjects>& objects) {
    constexpr std::array<std::string_view, 1> words = {"optim"};
    auto item = look_for("optimizer", words, words, layout, objects);
    if (item.present) return item;
    const auto state = std::ranges::find_if(layout.payloads, [](const auto& p) { return p.optimizer; });
    if (state != layout.payloads.end()) return {"optimizer", true, state->name};
    return item;
}

/// Each rank saves its random number generators in its own file.
ChecklistItem generators(const StepLayout& layout, const std::vector<FileObjects>& objects) {
    std::set<std::uint32_t> ranks;
    for (const auto& file : layout.files) {
        const auto name = base_name(file.path);
        for (const std::string_view prefix : {"rng_state_", "random_states_"}) {
            std::uint32_t rank = 0;
            if (name.starts_with(prefix) &&
                std::from_chars(name.data() + prefix.size(), name.data() + name.size(), rank).ec ==
                    std::errc())
                ranks.insert(rank);
        }
    }
    if (ranks.size() > 1)
        return {"rng", true,
                std::to_string(ranks.size()) + " ranks, up to " + std::to_string(*ranks.rbegin())};
    constexpr std::array<std::string_view, 2> files = {"rng_state", "random_states"};
    constexpr std::array<std::string_view, 3> keys = {"rng", "random_state", "random_generator"};
    return look_for("rng", files, keys, layout, objects);
}

}  // namespace

std::vector<ChecklistItem> resume_checklist(const StepLayout& layout, const std::vector<FileObjects>& objects,
                                            std::int64_t step) {
    constexpr std::array<std::string_view, 2> scheduler = {"scheduler", "lr_sched"};
    constexpr std::array<std::string_view, 2> scaler_files = {"scaler.pt", "scaler.bin"};
    constexpr std::array<std::string_view, 4> scaler = {"scaler", "native_amp", "loss_scale", "grad_scale"};
    constexpr std::array<std::string_view, 2> sampler_files = {"trainer_state.json", "sampler"};
    constexpr std::array<std::string_view, 5> sampler = {"sampler", "dataloader", "data_loader", "iterator",
                                                         "loops"};
    return {weights(layout),
            optimizer(layout, objects),
            look_for("scheduler", scheduler, scheduler, layout, objects),
            look_for("scaler", scaler_files, scaler, layout, objects),
            generators(layout, objects),
            look_for("sampler", sampler_files, sampler, layout, objects),
            {"step", true, std::to_string(step)}};
}

}  // namespace stepvault
