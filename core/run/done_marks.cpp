#include "run/done_marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/file.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

constexpr std::uint64_t longest_tracker = 4096;

std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

Error incomplete(const CheckpointCandidate& candidate, const std::string& reason) {
    return Error{ErrorCode::incomplete, candidate.path.native() + " is incomplete: " + reason};
}

/// The step that a tracker's text names: "1000", or a folder's name.
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
    std::string_view written_for;  ///< part of the names of files that its framework writes
};
constexpr std::array<Tracker, 3> trackers = {{{"latest_checkpointed_iteration.txt", "mp_rank_"},
                                              {"latest_checkpointed_iteration.txt", ".distcp"},
                                              {"latest", "_states.pt"}}};

Status check_tracker(const CheckpointCandidate& candidate, const Tracker& tracker) {
    const auto step = step_from_name(candidate.path.filename().native());
    const bool of_framework = std::ranges::any_of(
        candidate.files, [&](const auto& f) { return f.find(tracker.written_for) != std::string::npos; });
    if (!step || !of_framework) return {};
    const auto text = read_file(candidate.path.parent_path() / tracker.name, longest_tracker);
    if (!text) return {};
    const auto named = tracked_step(as_text(*text));
    if (!named || *named >= *step) return {};
    return incomplete(candidate, std::string(tracker.name) + ", which is written last, still names step " +
                                     std::to_string(*named));
}

/// Ranks are numbered from 0: a gap is a file that is still to come.
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
        std::uint32_t expected = 0;
        for (const auto rank : present) {
            if (rank != expected)
                return incomplete(candidate,
                                  prefix + "* of rank " + std::to_string(expected) + " is missing");
            ++expected;
        }
    }
    return {};
}

}  // namespace

bool has_done_mark(const CheckpointCandidate& candidate) {
    if (!candidate.is_folder) return true;
    return std::ranges::any_of(candidate.files, [](const std::string& file) {
        const auto name = base_name(file);
        return name == "trainer_state.json" || name == ".metadata" || name == "commit_success.txt" ||
               name.ends_with(".index.json") || name.ends_with(".index");
    });
}

Status check_done_marks(const CheckpointCandidate& candidate) {
    for (const auto& tracker : trackers)
        STEPVAULT_TRY(check_tracker(candidate, tracker));
    return check_ranks(candidate);
}

}  // namespace stepvault
