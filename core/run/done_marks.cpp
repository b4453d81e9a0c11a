#include "run/done_marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "run/file_names.h"
#include "run/name_tokens.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

constexpr std::uint64_t longest_tracker = 4096;

Error incomplete(const CheckpointCandidate& candidate, const std::string& reason) {
    return Error{ErrorCode::incomplete, candidate.path.native() + " is incomplete: " + reason};
}

/// The step in a tracker's text: "1000", or a folder's name.
std::optional<std::int64_t> tracked_step(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    std::int64_t step = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), step);
    if (end.ec == std::errc() && end.ptr == text.data() + text.size()) return step;
    return step_from_name(text);
}

struct Tracker {
    std::string_view name;
    std::string_view written_for;  ///< part of the names of its framework's files
};
constexpr std::array<Tracker, 3> trackers = {{{"latest_checkpointed_iteration.txt", "mp_rank_"},
                                              {"latest_checkpointed_iteration.txt", ".distcp"},
                                              {"latest", "_states.pt"}}};

/// A tracker that was written after all files waits for none of them, whatever step it names.
Status check_tracker(const OpenCheckpoint& checkpoint, const Tracker& tracker) {
    const auto& candidate = checkpoint.candidate;
    const auto step = step_from_name(candidate.path.filename().native());
    const bool of_framework = std::ranges::any_of(
        candidate.files, [&](const auto& f) { return f.find(tracker.written_for) != std::string::npos; });
    if (!step || !of_framework) return {};
    const auto path = candidate.path.parent_path() / tracker.name;
    const auto identity = file_identity(path);
    if (!identity || identity->modified_ns > checkpoint.modified_ns) return {};
    const auto text = read_file(path, longest_tracker);
    if (!text) return {};
    const auto named = tracked_step(as_text(*text));
    if (!named || *named >= *step) return {};
    return incomplete(candidate, std::string(tracker.name) + ", which is written last, still names step " +
                                     std::to_string(*named));
}

/// A gap between ranks means a missing file. A node may save only its own ranks.
Status check_ranks(const CheckpointCandidate& candidate) {
    constexpr std::array<std::string_view, 5> prefixes = {"rng_state_", "random_states_", "zero_pp_rank_",
                                                          "bf16_zero_pp_rank_", "mp_rank_"};
    std::map<std::string, std::set<std::uint32_t>> ranks;
    for (const auto& file : candidate.files) {
        const auto name = base_name(file);
        for (const auto prefix : prefixes) {
            if (!name.starts_with(prefix)) continue;
            std::uint32_t rank = 0;
            const auto digits = name.substr(prefix.size());
            if (std::from_chars(digits.data(), digits.data() + digits.size(), rank).ec == std::errc())
                ranks[file.substr(0, file.size() - digits.size())].insert(rank);
        }
    }
    for (const auto& [prefix, present] : ranks) {
        std::uint32_t expected = *present.begin();
        for (const auto rank : present) {
            if (rank != expected)
                return incomplete(candidate,
                                  prefix + "* of rank " + std::to_string(expected) + " is missing");
            ++expected;
        }
    }
    return {};
}

/// Skips TensorFlow's shards, which check_bundles() checks. Leftovers of an earlier save with another number
/// of shards are no reason to wait: a newer complete set, or an index, shows that they are leftovers.
Status check_shard_counts(const OpenCheckpoint& checkpoint) {
    struct Shards {
        std::set<std::uint64_t> numbers;
        std::int64_t newest_ns = 0;
    };
    std::map<std::string, std::map<std::uint64_t, Shards>>
        saves;  // by the name of the whole, and by its number of shards
    std::map<std::string, std::int64_t> whole_since;
    const auto& candidate = checkpoint.candidate;
    for (const auto& file : checkpoint.files) {
        const auto path = file.relative.empty() ? candidate.path.filename().native() : file.relative;
        constexpr std::string_view index = ".index.json";
        if (path.ends_with(index))
            whole_since[path.substr(0, path.size() - index.size())] = file.identity.modified_ns;
        const auto shard = shard_name(base_name(path));
        if (!shard || shard->whole.ends_with(".data")) continue;
        auto& shards = saves[std::string(folder_prefix(path)) + shard->whole][shard->count];
        shards.numbers.insert(shard->number);
        shards.newest_ns = std::max(shards.newest_ns, file.identity.modified_ns);
    }
    for (const auto& [whole, by_count] : saves) {
        auto& since = whole_since.try_emplace(whole, 0).first->second;
        for (const auto& [count, shards] : by_count) {
            if (shards.numbers.size() >= count) since = std::max(since, shards.newest_ns);
        }
        for (const auto& [count, shards] : by_count) {
            if (shards.numbers.size() >= count || shards.newest_ns < since) continue;
            std::uint64_t missing = *shards.numbers.begin() == 0 ? 0 : 1;
            while (shards.numbers.contains(missing))
                ++missing;
            return incomplete(candidate, "shard " + std::to_string(missing) + " of " + std::to_string(count) +
                                             " of " + whole + " is missing");
        }
    }
    return {};
}

/// An unfinished file that is older than the rest is a leftover.
Status check_unfinished(const OpenCheckpoint& checkpoint) {
    const auto& candidate = checkpoint.candidate;
    if (candidate.chosen) return {};
    std::error_code ec;
    for (std::filesystem::recursive_directory_iterator at(candidate.path, ec), end; !ec && at != end;
         at.increment(ec)) {
        const auto name = at->path().filename().native();
        if (!is_unfinished_name(name) || name.starts_with(".nfs")) continue;
        const auto identity = file_identity(at->path());
        if (identity && identity->modified_ns >= checkpoint.modified_ns)
            return incomplete(candidate, name + " in it is still being written");
    }
    return {};
}

}  // namespace

bool has_done_mark(const CheckpointCandidate& candidate, std::span<const std::int64_t> modified_ns) {
    if (!candidate.is_folder) return true;
    // A mark in a subfolder belongs to that subfolder: FSDP's model is complete before its optimizer is
    // begun.
    const auto is_mark = [](const std::string& file) {
        return file == "trainer_state.json" || file == ".metadata" ||
               base_name(file) == "commit_success.txt" ||
               (file.find('/') == std::string::npos &&
                (file.ends_with(".index.json") || file.ends_with(".index")));
    };
    // An older mark is a leftover of the save that is being overwritten.
    const auto newest = *std::ranges::max_element(modified_ns);
    for (std::size_t i = 0; i < candidate.files.size(); ++i) {
        if (modified_ns[i] == newest && is_mark(candidate.files[i])) return true;
    }
    return false;
}

Status check_done_marks(const OpenCheckpoint& checkpoint) {
    STEPVAULT_TRY(check_shard_counts(checkpoint));
    if (!checkpoint.candidate.is_folder) return {};
    for (const auto& tracker : trackers)
        STEPVAULT_TRY(check_tracker(checkpoint, tracker));
    STEPVAULT_TRY(check_ranks(checkpoint.candidate));
    return check_unfinished(checkpoint);
}

}  // namespace stepvault
