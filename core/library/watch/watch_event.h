// What is watched, and what is told of it.
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

/// What is watched, and what is done with it.
struct WatchOptions {
    /// Each is watched whether or not it is there: one that cannot be read is looked at again, and stops no
    /// other.
    std::vector<std::filesystem::path> roots;
    std::optional<SchemeChoice> scheme;  ///< for these runs from now on; else what each run has
    /// Keeps plan.json up in the folders of the runs. Without it nothing is written there.
    std::optional<PlanOptions> plan;
    bool once = false;  ///< settle, file what is complete, name what was skipped, end
    /// The longest wait before a look at what failed, and at whether a watched folder is still the same one.
    std::chrono::milliseconds retry{5000};
    /// How long a checkpoint must go without any change; none: as long as its file system and its format ask
    /// for.
    std::optional<std::chrono::nanoseconds> quiet = {};
};

/// One thing that happened to a run that is watched.
struct WatchEvent {
    enum class Kind {
        run_found,  ///< `run` is new or known, and watched now
        viewing,    ///< another process files this run; only looking
        waiting,    ///< `item` is not complete yet; `text` says why
        filing,     ///< begun
        filed,      ///< `checkpoint` is stored; `text` says which file is raw although its name promises more
        skipped,    ///< `item` is not filed, as it is no checkpoint that can be; `text` says why
        missed,   ///< `item` was removed before it was filed; `text` says what it waited for, if it was seen
        matched,  ///< checkpoints beside several runs' event files are this run's: `match`, `text` says where
                  ///< they lie
        nothing_found,  ///< there is no run in the folder `run`, which is watched
        passed_over,    ///< `item` need not be filed: a link, or what is filed anyway; `text` says which
        metrics,        ///< new points were read; the first such event of a look has `changes`
        planned,        ///< plan.json was written: `plan`
        failed,         ///< `text` says what failed; tried again later
        recovered,      ///< what was said to have failed, or to be unreadable, works again
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
    /// Of a folder that cannot be read as a whole, or can be read again; else empty.
    std::filesystem::path folder = {};
    std::optional<ErrorCode> code = {};  ///< of what failed or recovered, where `item` is empty
    /// Of a run that failed for want of space: how many of its checkpoints are ready to be filed.
    std::uint64_t waiting = 0;
};

/// Called from the watching thread.
class WatchObserver {
 public:
    virtual ~WatchObserver() = default;
    virtual void on_watch_event(const WatchEvent& event) = 0;
};

}  // namespace stepvault
