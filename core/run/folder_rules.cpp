#include "run/folder_rules.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "base/text.h"
#include "container/tensorflow_index.h"
#include "container/verdict.h"
#include "run/file_names.h"
#include "run/shard_index.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view orbax_step_metadata = "_CHECKPOINT_METADATA";
constexpr std::string_view orbax_manifest = "manifest.ocdbt";
constexpr std::string_view orbax_marker = "commit_success.txt";
constexpr std::string_view orbax_unfinished = ".orbax-checkpoint-tmp";
constexpr std::uint64_t largest_index = std::uint64_t{64} << 20;
constexpr std::uint64_t largest_metadata = std::uint64_t{16} << 20;

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

/// True for files that the Trainer writes into each checkpoint, and other tools (save_pretrained, accelerate)
/// do not.
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
    const std::string prefix(folder_prefix(index.relative));
    std::set<const OpenFile*> shards;
    std::string missing;
    std::optional<std::string> last;
    const auto total = read_shard_index(*text, [&](const std::string& name) {
        // Neighboring tensors are mostly in the same shard.
        if (!missing.empty() || name == last) return;
        last = name;
        const auto* file = find_file(checkpoint, prefix + name);
        if (file == nullptr) missing = prefix + name;
        if (file != nullptr) shards.insert(file);
    });
    if (!total) return incomplete(checkpoint, index.relative + " is not whole");
    if (!missing.empty())
        return incomplete(checkpoint, missing + ", which " + index.relative + " names, is missing");
    std::uint64_t bytes = 0;
    for (const auto* shard : shards)
        bytes += shard->identity.size;
    if (bytes >= *total) return {};
    return incomplete(checkpoint, "the files that " + index.relative + " names have " +
                                      std::to_string(bytes) + " of at least " + std::to_string(*total) +
                                      " bytes");
}

Status check_distributed(const OpenCheckpoint& checkpoint, std::string_view part) {
    if (!part.ends_with(".distcp")) return {};
    const auto metadata = std::string(folder_prefix(part)) + ".metadata";
    if (find_file(checkpoint, metadata) != nullptr) return {};
    return incomplete(checkpoint, metadata + ", which is written last, is missing");
}

/// A name in the folder that Orbax marks as still being written; the candidate's files leave such names out.
std::string unfinished_part(const fs::path& folder) {
    std::error_code ec;
    for (fs::directory_iterator at(folder, ec); !ec && at != fs::directory_iterator(); at.increment(ec)) {
        auto name = at->path().filename().native();
        if (name.find(orbax_unfinished) != std::string::npos) return name;
    }
    return {};
}

/// True where another checkpoint beside this one has the marker that Orbax writes last on file systems
/// without rename.
bool marker_is_in_use(const fs::path& folder) {
    std::error_code ec;
    for (fs::directory_iterator at(folder.parent_path(), ec); !ec && at != fs::directory_iterator();
         at.increment(ec)) {
        std::error_code ignored;
        if (at->path() != folder && fs::is_regular_file(at->path() / orbax_marker, ignored)) return true;
    }
    return false;
}

/// True where Orbax itself marked the checkpoint as committed, in either of its two ways.
Result<bool> is_committed(const OpenCheckpoint& checkpoint) {
    if (find_file(checkpoint, orbax_marker) != nullptr) return true;
    const auto* metadata = find_file(checkpoint, orbax_step_metadata);
    if (metadata == nullptr) return false;
    STEPVAULT_ASSIGN(text, read_text(*metadata, largest_metadata));
    // Discards everything else, however deep or wide.
    const auto is_outermost = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        return depth <= 1;
    };
    const auto json = nlohmann::json::parse(text, is_outermost, false);
    const auto time = json.is_object() ? json.find("commit_timestamp_nsecs") : json.end();
    return json.is_object() && time != json.end() && time->is_number();
}

/// Orbax usually finishes a checkpoint by renaming it, so a checkpoint without any sign counts as complete.
Status check_orbax(const OpenCheckpoint& checkpoint) {
    const auto& folder = checkpoint.candidate.path;
    if (folder.filename().native().find(orbax_unfinished) != std::string::npos)
        return incomplete(checkpoint, "its name says that Orbax is still writing it");
    const auto part = unfinished_part(folder);
    if (!part.empty()) return incomplete(checkpoint, part + " is still being written");
    const bool is_orbax = std::ranges::any_of(checkpoint.files, [](const OpenFile& file) {
        const auto name = base_name(file.relative);
        return name == orbax_step_metadata || name == orbax_manifest;
    });
    if (!is_orbax) return {};
    STEPVAULT_ASSIGN(committed, is_committed(checkpoint));
    if (committed) return {};
    for (const auto& file : checkpoint.files) {
        const auto name = base_name(file.relative);
        if (name == orbax_step_metadata || name == "_METADATA") {
            STEPVAULT_ASSIGN(text, read_text(file, largest_index));
            if (!nlohmann::json::accept(text)) return incomplete(checkpoint, file.relative + " is not whole");
        }
        const auto process = file.relative.find("ocdbt.process_");
        if (process == std::string::npos || name != orbax_manifest) continue;
        const auto merged = file.relative.substr(0, process) + std::string(orbax_manifest);
        if (find_file(checkpoint, merged) == nullptr)
            return incomplete(checkpoint, merged + ", which is written last, is missing");
    }
    if (!marker_is_in_use(folder)) return {};
    return incomplete(checkpoint,
                      std::string(orbax_marker) + ", which the checkpoints beside it have, is missing");
}

}  // namespace

Status check_bundles(const OpenCheckpoint& checkpoint) {
    for (const auto& file : checkpoint.files) {
        if (file.layout.format != "tensorflow-index" || file.relative.empty()) continue;
        const auto shards = tensorflow_shards(file.file);
        if (!shards) continue;  // compressed or damaged: completeness is unknown
        const std::string prefix(folder_prefix(file.relative));
        for (const auto& shard : *shards) {
            const auto* there = find_file(checkpoint, prefix + shard.name);
            if (there == nullptr)
                return incomplete(checkpoint,
                                  prefix + shard.name + ", which " + file.relative + " names, is missing");
            if (there->identity.size < shard.bytes)
                return incomplete(checkpoint, prefix + shard.name + ": " +
                                                  bytes_missing(there->identity.size, shard.bytes, false));
        }
    }
    return {};
}

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
    STEPVAULT_TRY(check_orbax(checkpoint));
    return check_trainer(checkpoint, state);
}

}  // namespace stepvault
