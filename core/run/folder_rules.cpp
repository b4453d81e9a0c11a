#include "run/folder_rules.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "run/file_names.h"

namespace stepvault {

namespace {

constexpr std::string_view trainer_state_name = "trainer_state.json";
constexpr std::uint64_t largest_index = std::uint64_t{64} << 20;

using OpenFile = OpenCheckpoint::OpenFile;

const OpenFile* find_file(const OpenCheckpoint& checkpoint, std::string_view relative) {
    const auto at = std::ranges::find(checkpoint.files, relative, &OpenFile::relative);
    return at == checkpoint.files.end() ? nullptr : &*at;
}

Result<std::string> read_text(const OpenFile& file, std::uint64_t most) {
    if (file.identity.size > most) {
        return Error{ErrorCode::limit, file.file.path().native() + " is larger than the " +
                                           std::to_string(most) + " bytes expected"};
    }
    std::string text(file.identity.size, '\0');
    STEPVAULT_TRY(file.file.read_exact(0, std::as_writable_bytes(std::span(text))));
    return text;
}

Error incomplete(const OpenCheckpoint& checkpoint, std::string_view reason) {
    return Error{ErrorCode::incomplete,
                 checkpoint.candidate.path.native() + " is incomplete: " + std::string(reason)};
}

/// Files that the Trainer writes into each checkpoint, and others (save_pretrained, accelerate) do not.
bool is_trainer_file(std::string_view name) {
    return name == "optimizer.pt" || name == "scheduler.pt" || name == "training_args.bin" ||
           (name.starts_with("rng_state") && name.ends_with(".pth"));
}

Status check_trainer(const OpenCheckpoint& checkpoint, const std::optional<TrainerState>& state) {
    const auto step = trainer_step(checkpoint.candidate.path.filename().native());
    if (find_file(checkpoint, trainer_state_name) == nullptr) {
        const auto trainers = std::ranges::find_if(checkpoint.files, is_trainer_file, &OpenFile::relative);
        if (!step || trainers == checkpoint.files.end()) return {};
        return incomplete(checkpoint, "trainer_state.json, which the Trainer writes last, is missing");
    }
    if (!state) return incomplete(checkpoint, "trainer_state.json is not whole");
    if (!step || state->global_step == step) return {};
    if (!state->global_step) return incomplete(checkpoint, "trainer_state.json has no global_step");
    return incomplete(checkpoint, "trainer_state.json is of step " + std::to_string(*state->global_step));
}

Status check_shards(const OpenCheckpoint& checkpoint, const OpenFile& index) {
    auto text = read_text(index, largest_index);
    if (!text.ok()) return std::move(text).error();
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    const auto map = json.is_object() ? json.find("weight_map") : json.end();
    if (!json.is_object() || map == json.end() || !map->is_object()) {
        return incomplete(checkpoint, index.relative + " is not whole");
    }
    const auto prefix = index.relative.substr(0, index.relative.rfind('/') + 1);
    for (const auto& shard : *map) {
        const auto* name = shard.get_ptr<const std::string*>();
        if (name == nullptr) return incomplete(checkpoint, index.relative + " is not whole");
        if (find_file(checkpoint, prefix + *name) == nullptr) {
            return incomplete(checkpoint,
                              prefix + *name + ", which " + index.relative + " names, is missing");
        }
    }
    return {};
}

Status check_distributed(const OpenCheckpoint& checkpoint, std::string_view part) {
    if (!part.ends_with(".distcp")) return {};
    const auto metadata = std::string(part.substr(0, part.rfind('/') + 1)) + ".metadata";
    if (find_file(checkpoint, metadata) != nullptr) return {};
    return incomplete(checkpoint, metadata + ", which is written last, is missing");
}

}  // namespace

Result<std::optional<TrainerState>> read_trainer_state(const OpenCheckpoint& checkpoint) {
    const auto* file = find_file(checkpoint, trainer_state_name);
    if (file == nullptr) return std::optional<TrainerState>();
    STEPVAULT_ASSIGN(text, read_text(*file, largest_trainer_state));
    return parse_trainer_state(text);
}

Status check_folder_complete(const OpenCheckpoint& checkpoint, const std::optional<TrainerState>& state) {
    if (find_file(checkpoint, "checkpoint-is-incomplete.txt") != nullptr) {
        return incomplete(checkpoint, "it holds checkpoint-is-incomplete.txt");
    }
    for (const auto& file : checkpoint.files) {
        const std::string_view name = file.relative;
        if (name.ends_with(".safetensors.index.json") || name.ends_with(".bin.index.json")) {
            STEPVAULT_TRY(check_shards(checkpoint, file));
        }
        STEPVAULT_TRY(check_distributed(checkpoint, name));
    }
    return check_trainer(checkpoint, state);
}

}  // namespace stepvault
