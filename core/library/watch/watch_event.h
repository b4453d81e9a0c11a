// The options of watching, and its events.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "library/catalog/catalog.h"
#include "library/summary/plan_report.h"
#include "metrics/series_merger.h"
#include "plan/plan_file.h"
#include "run/checkpoint_scanner.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Which folders to watch, and how.
struct WatchOptions {
    /// Watched whether or not they exist. A folder that cannot be read is tried again, and does not stop the
    /// others.
    std::vector<std::filesystem::path> roots;
    std::optional<SchemeChoice> scheme;  ///< for these runs from now on; nullopt: each run's own
    /// Keeps plan.json up to date in the runs' folders; nullopt: writes nothing there.
    std::optional<PlanOptions> plan;
    bool once = false;  ///< let files settle, store complete checkpoints, report the others, return
    /// Longest wait before another look at a run or folder that failed, and before a check that a watched
    /// folder is still the same one. See SpaceWait for a full disk.
    std::chrono::milliseconds retry{5000};
    /// How long a checkpoint must go without any change; nullopt: as long as its file system and its format
    /// require.
    std::optional<std::chrono::nanoseconds> quiet = {};
};

/// Something that happened to a watched run or folder.
struct WatchEvent {
    enum class Kind {
        run_found,  ///< `run`, new or known, is watched now
        viewing,    ///< another process writes to this run; this process only observes it
        waiting,    ///< `item` is not complete yet; `text` says why
        filing,     ///< storing `item` has begun
        filed,      ///< `checkpoint` is stored; `text`: a note, such as a file that is raw although its name
                    ///< promises more
        skipped,    ///< `item` cannot be stored as a checkpoint; `text` says why
        missed,   ///< `item` was deleted before it was stored; `text` says what it waited for, if it was seen
        matched,  ///< checkpoints beside the event files of several runs were assigned to this run: `match`;
                  ///< `text` says where they lie
        nothing_found,  ///< the watched folder `run` contains no run
        passed_over,    ///< `item` need not be stored: it is a link, or is stored anyway; `text` says which
        metrics,        ///< new points were read; the first such event of a look has `changes`
        planned,        ///< `plan` was written to plan.json
        failed,         ///< `text` says what failed; another try follows
        recovered,      ///< what failed, or could not be read, works again
    };
    Kind kind = Kind::run_found;
    std::string run_id;
    std::string run;   ///< name
    std::string item;  ///< source name
    std::string text;
    std::optional<CheckpointRow> checkpoint;
    std::vector<SeriesChange> changes = {};  ///< of the run's curves
    std::optional<PlanFile> plan = {};
    Match match = Match::unasked;
    /// The folder that cannot be read as a whole, or that can be read again; otherwise empty.
    std::filesystem::path folder = {};
    std::optional<ErrorCode> code = {};  ///< of the failure or recovery, where `item` is empty
    /// Number of checkpoints that are ready to be stored, if the run failed for lack of space.
    std::uint64_t waiting = 0;
};

/// Receives events. Called from the watching thread.
class WatchObserver {
 public:
    virtual ~WatchObserver() = default;
    virtual void on_watch_event(const WatchEvent& event) = 0;
};

}  // namespace stepvault
