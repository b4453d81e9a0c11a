#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Where a run writes: RunRecord's folder and series.
struct RunPlace {
    std::filesystem::path folder;
    std::string series;
    /// The folder of the run's metrics: a series that ends with '/' is a folder.
    [[nodiscard]] std::filesystem::path metrics_folder() const {
        return series.ends_with('/') ? folder / series.substr(0, series.size() - 1) : folder;
    }
    auto operator<=>(const RunPlace&) const = default;
};

/// The folder with the compressed checkpoints. Holds no open files; cheap to copy. Thread-safe.
class Vault {
 public:
    /// `create`: makes the vault if there is none, and refuses a folder that holds other things.
    /// ErrorCode::not_found, unsupported (newer version), permission.
    static Result<Vault> open(const std::filesystem::path& folder, bool create);

    /// Rebuilds the vault's own file if it is damaged, or missing although there are runs. Its settings are
    /// lost; a damaged file is kept beside the new one. False if the file is sound. ErrorCode::not_found.
    static Result<bool> write_file_anew(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::filesystem::path run_folder(const std::string& run_id) const;

    struct DamagedRun {
        std::string id;  ///< name of the run's folder
        Error reason;    ///< why the run's record cannot be read
    };
    struct Runs {
        std::vector<RunRecord> records;  ///< ordered by name
        std::vector<DamagedRun> damaged;
    };
    Result<Runs> runs() const;
    struct Places {
        std::map<RunPlace, RunRecord> runs;
        std::optional<Error> refused;  ///< reason for not making runs for places missing in `runs`
    };
    /// Finds the runs of some places, and makes those that are missing. Safe against other processes doing
    /// the same. A folder that has one run, and for which `places` names one series, belongs to that run
    /// whatever the series, since names that tell runs apart may appear later. A place without a run takes
    /// the run of the first place that it is `known_as` and that has one. If that run has no checkpoints, the
    /// returned record has the new place, and a new name if the old name came from the old place
    /// and not from a user; RunWriter::set_place() stores both. A run with checkpoints is returned unchanged,
    /// and only for a place without a series that is the run's own metrics_folder().
    Result<Places> runs_at(const std::vector<RunPlace>& places, const SchemeChoice& choice,
                           const std::map<RunPlace, std::vector<RunPlace>>& known_as = {}) const;
    /// The run named `name`, made with `folder` as its own folder if there is none. If `folder` already
    /// belongs to another run, it remains that run's. ErrorCode::invalid_argument (check_run_name()).
    Result<RunRecord> run_for_name(const std::string& name, const std::filesystem::path& folder,
                                   const SchemeChoice& choice) const;

    /// Gives the run a user's name, and returns its record. Also while another process writes the run; its
    /// writer takes the change up (RunWriter::refresh_record()). ErrorCode::invalid_argument
    /// (check_run_name()), already_exists.
    Result<RunRecord> rename_run(const std::string& run_id, const std::string& name) const;
    /// Changes the run's labels (changed_labels()), and returns its record. Also while another process writes
    /// the run.
    Result<RunRecord> change_labels(const std::string& run_id, const LabelChange& change) const;

    /// A member of vault.json, as JSON; empty if missing.
    Result<std::string> setting(std::string_view name) const;
    /// `json`: one JSON value. Safe against other processes doing the same.
    Status set_setting(std::string_view name, std::string_view json) const;

 private:
    explicit Vault(std::filesystem::path folder) : folder_(std::move(folder)) {}
    Result<RunRecord> make_run(RunRecord record) const;

    std::filesystem::path folder_;
};

/// The shortest suffix of `folder` (whole names, joined by '/') that is not in `taken`.
std::string shortest_unique_suffix(const std::filesystem::path& folder, const std::set<std::string>& taken);

}  // namespace stepvault
