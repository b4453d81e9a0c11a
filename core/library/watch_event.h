// What is watched, and what is told of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "library/catalog.h"
#include "library/plan_report.h"
#include "plan/plan_file.h"
#include "vault/scheme_choice.h"

namespace stepvault {

/// What is watched, and what is done with it.
struct WatchOptions {
    std::vector<std::filesystem::path> roots;
    std::optional<SchemeChoice> scheme;  ///< for these runs from now on; else what each run has
    /// Keeps plan.json up in the folders of the runs. Without it nothing is written there.
    std::optional<PlanOptions> plan;
    bool once = false;  ///< settle, file what is complete, name what was skipped, end
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
        missed,  ///< `item` was removed before it was filed; `text` says what it waited for, if it was seen
        passed_over,  ///< `item` need not be filed: a link, or what is filed anyway; `text` says which
        metrics,      ///< new points were read
        planned,      ///< plan.json was written: `plan`
        failed,       ///< `text` says what failed; tried again later
    };
    Kind kind = Kind::run_found;
    std::string run_id;
    std::string run;   ///< name
    std::string item;  ///< source name
    std::string text;
    std::optional<CheckpointRow> checkpoint;
    std::optional<PlanFile> plan = {};
};

/// Called from the watching thread.
class WatchObserver {
 public:
    virtual ~WatchObserver() = default;
    virtual void on_watch_event(const WatchEvent& event) = 0;
};

}  // namespace stepvault
