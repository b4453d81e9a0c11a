#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/file_lock.h"
#include "vault/chain/tip_store.h"
#include "vault/records/run_record.h"
#include "vault/run/filed_index.h"
#include "vault/run/removal_store.h"
#include "vault/run/run_metrics.h"
#include "vault/run/sound_steps.h"

namespace stepvault {

/// The only writer of a run: holds its lock, its record and the list of its steps. Not thread-safe.
class RunWriter {
 public:
    /// ErrorCode::locked if another process has the lock. Deletes what a killed writer left behind. Ignores
    /// step files that cannot be read; verify reports them. `sound`: from a previous writer of this run, or
    /// null. `tips`: null for a store in memory that ends with the writer.
    static Result<std::unique_ptr<RunWriter>> open(const std::filesystem::path& run_folder,
                                                   std::shared_ptr<SoundSteps> sound = nullptr,
                                                   std::shared_ptr<TipStore> tips = nullptr);

    /// In the vault.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const RunRecord& record() const { return record_; }
    Status set_scheme(const SchemeChoice& choice);
    /// Takes the changes that others made to the record: users name and label a run also while it is written.
    /// Returns whether there were any. Looks at the file's times first.
    bool refresh_record();
    /// Takes folder, series and name from another record of this run, but never replaces a name that a user
    /// gave. Returns whether they changed.
    Result<bool> set_place(const RunRecord& record);
    /// A pinned checkpoint is kept whatever the retention rules say. ErrorCode::not_found for an unknown id.
    Status pin(const std::string& id, bool pinned);

    /// Notes that the run's base never was a file. See RunRecord::base_from_memory.
    Status note_base_from_memory(const std::string& id);
    /// Makes the run private for good if the group of the vault may not read `original`; see vault_access.h.
    /// To be called before anything of `original` is stored.
    Status match_access(const File& original);

    /// The stored steps, in the order of storing.
    [[nodiscard]] const std::vector<StepMeta>& steps() const { return steps_; }
    [[nodiscard]] const FiledIndex& filed() const { return filed_; }
    [[nodiscard]] const RemovalStore& removals() const { return removals_; }
    /// See FiledIndex::find_complete_original().
    std::optional<std::string> find_complete_original(const CheckpointCandidate& candidate,
                                                      const Fingerprint& now);
    /// How many checkpoints of this source were stored, whether or not they were removed since.
    [[nodiscard]] std::int64_t times_filed(const std::string& source) const;
    /// See SoundSteps::check().
    [[nodiscard]] bool is_sound(const StepMeta& step) const;
    [[nodiscard]] RunMetrics& metrics() { return *metrics_; }
    [[nodiscard]] HuffmanCache& codes() { return codes_; }
    [[nodiscard]] TipStore& tips() { return *tips_; }

    /// Adds a step that was published just now to the list.
    void add(const StepFile& step);
    /// Takes the new version of a step, whose file was replaced just now.
    void replace(const StepFile& step);
    /// Publishes a step file of this run that was kept elsewhere, if all its checksums hold and its parent is
    /// the state that it was coded against. Does nothing if the step is present or was removed.
    Status take_step(const std::string& id, ByteView step_file);
    /// Exchanges the steps folder and `new_steps`, a folder on the same disk, atomically.
    /// ErrorCode::unsupported if the file system cannot, changed if a step file is missing from `new_steps`;
    /// see check_rewritable().
    Status exchange_steps(const std::filesystem::path& new_steps);
    /// See RemovalStore::remove(). Steps that build on the removed ones must have been squashed before.
    Status remove_steps(const std::set<std::string>& ids, const std::filesystem::path& trash);
    struct RestoredSteps {
        std::uint64_t steps = 0;
        std::vector<std::string> left;  ///< reasons of those that stay in the trash
    };
    /// See RemovalStore::restore(): reverses remove_steps().
    Result<RestoredSteps> restore_from_trash(const std::filesystem::path& trash, const JobContext& job);

    /// Reads the list of steps again, after the owner of this writer changed step files.
    Status refresh();
    /// Forgets the tip, which can be rebuilt from the chain.
    void drop_tip();

 private:
    RunWriter(std::filesystem::path folder, FileLock lock, RunRecord record,
              std::shared_ptr<SoundSteps> sound, std::shared_ptr<TipStore> tips)
        : folder_(std::move(folder)),
          lock_(std::move(lock)),
          record_(std::move(record)),
          removals_(folder_),
          sound_(sound ? std::move(sound) : std::make_shared<SoundSteps>()),
          tips_(tips ? std::move(tips) : std::make_shared<TipStore>()) {}
    Status load_steps();
    Status reload();
    /// See stepvault::change_record().
    Status change_record(const std::function<Status(RunRecord&)>& edit);
    /// ErrorCode::corrupt if `step` is not the step `id` of this run, or if its parent is missing or changed.
    [[nodiscard]] Status check_fits(const StepFile& step, const std::string& id) const;

    std::filesystem::path folder_;
    FileLock lock_;
    RunRecord record_;
    FileIdentity record_seen_;  ///< of the file that refresh_record() read last
    std::vector<StepMeta> steps_;
    FiledIndex filed_;
    RemovalStore removals_;
    std::shared_ptr<SoundSteps> sound_;
    std::shared_ptr<TipStore> tips_;
    HuffmanCache codes_;
    std::unique_ptr<RunMetrics> metrics_;
};

}  // namespace stepvault
