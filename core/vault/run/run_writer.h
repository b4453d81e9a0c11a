#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "run/settling.h"
#include "vault/encode/filing.h"
#include "vault/encode/shared_filing.h"
#include "vault/format/step_file.h"
#include "vault/records/removed_steps.h"
#include "vault/records/run_record.h"
#include "vault/run/run_metrics.h"

namespace stepvault {

/// Step files of a run of which every byte was found sound, by id, as they were then. Outlives the writers
/// that find them so.
using SoundSteps = std::map<std::string, FileIdentity>;

/// The one writer of a run: holds its lock. Not thread-safe.
class RunWriter {
 public:
    /// ErrorCode::locked when another process files this run. Clears what a killed writer left behind. Step
    /// files that cannot be read are passed over; verify reports them.
    /// `sound`: what a writer before this one found; null: nothing is known.
    static Result<std::unique_ptr<RunWriter>> open(const std::filesystem::path& run_folder,
                                                   std::shared_ptr<SoundSteps> sound = nullptr);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const RunRecord& record() const { return record_; }
    Status set_scheme(const SchemeChoice& choice);
    /// Takes folder, series and name of another record of this run.
    Status set_place(const RunRecord& record);

    /// What is stored, in the order of filing.
    [[nodiscard]] const std::vector<StepMeta>& steps() const { return steps_; }
    /// True where a checkpoint of this source, size and time of modification is stored, or was until it was
    /// removed.
    [[nodiscard]] bool is_filed(const std::string& source, std::uint64_t bytes,
                                std::int64_t modified_ns) const;
    /// The id of a checkpoint that is stored, or was until it was removed, of which a candidate is what is
    /// left (is_left_of); is_filed() is true of that from then on. `now`: of the candidate.
    std::optional<std::string> find_whole_of(const CheckpointCandidate& candidate, const Fingerprint& now);

    /// How many checkpoints of this source were filed, with those that were removed since.
    [[nodiscard]] std::int64_t times_filed(const std::string& source) const;
    /// A pinned checkpoint is kept whatever the rules of retention say. ErrorCode::not_found for an id that
    /// is none.
    Status pin(const std::string& id, bool pinned);

    /// Files by `choice`: the first step as base, exactly; then deltas against the newest step of the same
    /// series (its sources differ in their digits alone), and key steps between them (parent_choice.h), which
    /// in lossy schemes have the error that a delta would have. A chain is read and checked once before
    /// anything is built on it; where it is damaged, or keeps only its weights, the new step is made
    /// independent of it, exactly.
    Result<StepFile> file(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                          std::optional<double> loss, ThreadPool& pool, const JobContext& job);

    /// From now on file() and file_again() are done together with the other processes of a crew, which call
    /// help_filing() meanwhile. This process has rank 0.
    void share(SharedFiling shared) { shared_ = std::move(shared); }

    /// Files under the identity that a step had (its id, numbers and times). prior_error and
    /// max_abs_error of `identity`: what the checkpoint has lost already.
    Result<StepFile> file_again(const OpenCheckpoint& checkpoint, const StepMeta& identity,
                                const SchemeChoice& choice, ThreadPool& pool, const JobContext& job);
    /// As file(), but nothing is published (see stepvault::file_in_pieces()): the run stays as it is, and
    /// what is filed next is coded against the same state. Returns the checkpoint's id.
    Result<std::string> file_in_pieces(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                                       std::optional<double> loss, StepPiece& piece, ThreadPool& pool,
                                       const JobContext& job);

    /// Publishes a step file of this run that was kept elsewhere, once every byte of it holds its checksum
    /// and what it builds on is here as it was then. Nothing is done where it is there already, or was
    /// removed.
    Status take_step(const std::string& id, ByteView step_file);

    /// Puts `new_steps`, a folder on the same disk, in the place of the steps folder, and that in its place,
    /// at once. ErrorCode::unsupported where the file system cannot, changed where a step file is not in
    /// `new_steps`; see check_rewritable().
    Status exchange_steps(const std::filesystem::path& new_steps);

    /// Finds out what is stored, after whoever holds this writer changed step files.
    Status look_again();

    /// Takes step files away into `trash`, a folder on the same disk, or for good where that is empty;
    /// durably. Remembers that they are not to be filed again. What builds on them must have been folded
    /// before.
    Status remove_steps(const std::set<std::string>& ids, const std::filesystem::path& trash);
    struct TakenBack {
        std::uint64_t steps = 0;
        std::vector<std::string> left;  ///< why others could not be
    };
    /// Brings back what remove_steps() took into `trash`. A step file stays there where it is damaged or what
    /// it builds on is no longer here as it was.
    Result<TakenBack> take_back(const std::filesystem::path& trash, const JobContext& job);

    [[nodiscard]] RunMetrics& metrics() { return *metrics_; }

    /// Removes the tip, which the chain can make again.
    void drop_tip();

 private:
    RunWriter(std::filesystem::path folder, FileLock lock, RunRecord record,
              std::shared_ptr<SoundSteps> sound)
        : folder_(std::move(folder)),
          lock_(std::move(lock)),
          record_(std::move(record)),
          sound_(sound ? std::move(sound) : std::make_shared<SoundSteps>()) {}
    Status load_steps();
    Status reload();
    Status load_removed();
    [[nodiscard]] Status write_removed(const std::map<std::string, RemovedStep>& removed) const;
    void load_quarantined();
    /// ErrorCode::corrupt where `step` is none of this run called `id`, or does not build on what is here.
    [[nodiscard]] Status check_fits(const StepFile& step, const std::string& id) const;
    [[nodiscard]] StepMeta next_identity(const OpenCheckpoint& checkpoint, std::optional<double> loss) const;
    /// Has `file` called with what to file, on the best parent, and on another one where that cannot be read.
    Status file_by(const StepMeta& identity, const SchemeChoice& choice,
                   const std::function<Status(const FilingRequest&)>& file);
    Status file_on_best_parent(const StepMeta& identity, const SchemeChoice& choice,
                               const std::function<Status(const FilingRequest&)>& file);
    /// True where every byte of the step's file and of all it builds on was read and found sound, and no file
    /// was touched since.
    bool is_sound(const StepMeta& step);

    std::filesystem::path folder_;
    FileLock lock_;
    RunRecord record_;
    std::vector<StepMeta> steps_;
    std::map<std::string, RemovedStep> removed_;                            ///< by id
    std::set<std::string> quarantined_;                                     ///< ids that may come back
    std::uint64_t last_quarantined_ = 0;                                    ///< their highest sequence
    std::set<std::tuple<std::string, std::uint64_t, std::int64_t>> filed_;  ///< source, bytes, modified
    std::shared_ptr<SoundSteps> sound_;  ///< what is_sound() need not read again
    HuffmanCache codes_;
    SharedFiling shared_;
    std::unique_ptr<RunMetrics> metrics_;
};

}  // namespace stepvault
