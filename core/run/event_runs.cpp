#include "run/event_runs.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "metrics/event_file_source.h"
#include "run/metrics_finder.h"
#include "run/run_series.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;
using Seconds = double;  // since the epoch

constexpr Seconds longest_silence = 24 * 3600;
/// SummaryWriter flushes every two minutes, so a run may seem to continue that long after its end.
constexpr Seconds flush_interval = 150;
/// The clocks of the training machine and of a file server differ.
constexpr Seconds clock_difference = 60;

/// The time in which one event file was being written.
struct Span {
    Seconds begin = 0;
    Seconds end = 0;
    std::size_t run = 0;  ///< index into the runs
};

Seconds modified_at(const fs::path& file) {
    const auto identity = file_identity(file);
    return identity.ok() ? static_cast<Seconds>(identity->modified_ns) * 1e-9 : 0;
}

std::vector<Span> spans_of(const std::vector<RunFolder>& runs) {
    std::vector<Span> spans;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const auto& file : runs[i].event_files) {
            const auto name = read_event_file_name(file.filename().native());
            if (name) spans.push_back({static_cast<Seconds>(name->begun), modified_at(file), i});
        }
    }
    return spans;
}

/// The run that was being written at `time`; nullopt for none, and where several are possible.
std::optional<std::size_t> run_at(const std::vector<Span>& spans, Seconds time) {
    const Span* last = nullptr;
    for (const auto slack : {0.0, clock_difference}) {
        for (const auto& s : spans) {
            if (s.begin <= time + slack && (last == nullptr || s.begin > last->begin)) last = &s;
        }
        if (last != nullptr) break;
    }
    if (last == nullptr || time > last->end + longest_silence) return {};
    const bool contested = std::ranges::any_of(spans, [&](const Span& s) {
        return s.run != last->run && s.begin <= last->begin && s.end > last->begin + flush_interval &&
               time <= s.end + longest_silence;
    });
    return contested ? std::nullopt : std::optional(last->run);
}

std::vector<std::string> parts_of(const fs::path& path) {
    std::vector<std::string> parts;
    for (const auto& part : path)
        parts.push_back(part.native());
    return parts;
}

/// A run's name below the folder of its logger: {"sweep", "a"} of "runs/sweep/a".
std::vector<std::string> name_of(const RunFolder& run, const fs::path& folder) {
    auto parts = parts_of(run.folder.lexically_relative(folder));
    if (parts.size() > 1 && is_logger_folder_name(parts.front())) parts.erase(parts.begin());
    return parts;
}

/// Number of characters of a run's name that match the path of a checkpoint; 0 for another run's checkpoint.
std::size_t fit_of_name(const std::vector<std::string>& name, const std::vector<std::string>& path) {
    std::size_t length = 0;
    for (const auto& part : name)
        length += part.size();
    const auto folders = std::span(path).first(path.size() - 1);
    if (!std::ranges::search(folders, name).empty()) return length;
    return begins_with_series(path.back(), name.back()) ? name.back().size() : 0;
}

/// Moves the checkpoints of some runs to others.
class Matching {
 public:
    Matching(const fs::path& folder, int depth, std::vector<RunFolder>&& logs)
        : folder_(folder),
          depth_(depth),
          logs_(std::move(logs)),
          spans_(spans_of(logs_)),
          joined_(logs_.size()) {
        for (const auto& run : logs_)
            names_.push_back(name_of(run, folder));
    }

    /// Leaves in `owner` the checkpoints that belong to no log.
    void take_from(RunFolder& owner) {
        std::vector<CheckpointCandidate> left;
        const auto below = owner.folder == folder_ ? fs::path() : owner.folder.lexically_relative(folder_);
        for (auto& c : owner.checkpoints) {
            auto source = (below / c.source).native();
            auto match = Match::by_name;
            auto found = by_name(parts_of(source));
            if (!found) {
                match = Match::by_time;
                found = run_at(spans_, written_at(c));
            }
            if (!found) {
                left.push_back(std::move(c));
                continue;
            }
            auto& joined = joined_[*found];
            c.source = std::move(source);
            joined.checkpoints.push_back(std::move(c));
            if (joined.match != Match::by_time) joined.match = match;
        }
        owner.checkpoints = std::move(left);
        if (owner.checkpoints.empty()) return;
        owner.match = Match::none;
        // No checkpoint of the series may be left: checkpoints without a number were with the first series.
        const auto is_of_series = [&](const auto& c) { return begins_with_series(c.source, owner.series); };
        if (std::ranges::none_of(owner.checkpoints, is_of_series)) owner.series.clear();
        scan_from_folder(owner);
    }

    std::vector<RunFolder> finish() {
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            if (joined_[i].checkpoints.empty()) continue;
            auto& run = logs_[i];
            run.checkpoints = std::move(joined_[i].checkpoints);
            run.match = joined_[i].match;
            run.known_as.insert(run.known_as.begin(), {run.folder, {}});
            run.series = run.folder.lexically_relative(folder_).native() + '/';
            run.folder = folder_;
            scan_from_folder(run);
        }
        return std::move(logs_);
    }

 private:
    struct Joined {
        std::vector<CheckpointCandidate> checkpoints;
        Match match = Match::unasked;
    };

    [[nodiscard]] std::optional<std::size_t> by_name(const std::vector<std::string>& path) const {
        std::optional<std::size_t> best;
        std::size_t longest = 0;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const auto fit = fit_of_name(names_[i], path);
            if (fit == 0 || fit < longest) continue;
            best = fit == longest ? std::nullopt : std::optional(i);
            longest = fit;
        }
        return best;
    }

    /// A scan of the run alone would give it all the checkpoints that lie there, or none.
    void scan_from_folder(RunFolder& run) const {
        run.scan_folder = folder_;
        run.scan_depth = depth_;
    }

    static Seconds written_at(const CheckpointCandidate& checkpoint) {
        Seconds newest = 0;
        for (const auto& file : checkpoint.files)
            newest = std::max(newest, modified_at(checkpoint.path_of(file)));
        return newest;
    }

    fs::path folder_;
    int depth_;
    std::vector<RunFolder> logs_;
    std::vector<Span> spans_;
    std::vector<std::vector<std::string>> names_;
    std::vector<Joined> joined_;  ///< by log
};

/// Matches "1700000000.25", a time.
bool is_settings_name(std::string_view name) {
    constexpr std::size_t fewest_digits = 10;
    return name.find_first_not_of("0123456789.") == std::string_view::npos &&
           std::min(name.find('.'), name.size()) >= fewest_digits;
}

}  // namespace

bool is_event_run(const RunFolder& run) {
    return run.checkpoints.empty() && !run.event_files.empty();
}

bool is_in_logger_folder(const RunFolder& run, const fs::path& folder) {
    const auto parts = parts_of(run.folder.lexically_relative(folder));
    return parts.size() > 1 && is_logger_folder_name(parts.front());
}

void remove_parts(const fs::path& folder, const std::vector<fs::path>& event_files,
                  std::vector<RunFolder>& below) {
    if (event_files.empty()) return;
    std::erase_if(below, [&](const RunFolder& inner) {
        if (!is_event_run(inner)) return false;
        const bool settings =
            inner.folder.parent_path() == folder && is_settings_name(inner.folder.filename().native());
        return settings || std::ranges::all_of(inner.event_files, [&](const auto& file) {
                   return std::ranges::find(event_files, file) != event_files.end();
               });
    });
}

std::vector<RunFolder> match_checkpoints(const fs::path& folder, int depth, std::vector<RunFolder>&& owners,
                                         std::vector<RunFolder>&& logs) {
    Matching matching(folder, depth, std::move(logs));
    for (auto& owner : owners)
        matching.take_from(owner);
    auto runs = matching.finish();
    for (auto& owner : owners) {
        // Links and the like are reported together with the checkpoints beside them.
        if (!owner.checkpoints.empty() || !owner.passed_over.empty()) runs.push_back(std::move(owner));
    }
    return runs;
}

}  // namespace stepvault
