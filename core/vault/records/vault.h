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
    /// Where its curves are written: a series that ends with '/' is a folder.
    [[nodiscard]] std::filesystem::path metrics_folder() const {
        return series.ends_with('/') ? folder / series.substr(0, series.size() - 1) : folder;
    }
    auto operator<=>(const RunPlace&) const = default;
};

/// The folder with the compressed checkpoints. Holds nothing open; cheap to copy. Thread-safe.
class Vault {
 public:
    /// `create`: makes the vault where there is none; a folder that holds other things is refused.
    /// ErrorCode::not_found, unsupported (newer version), permission.
    static Result<Vault> open(const std::filesystem::path& folder, bool create);

    /// Makes the vault's own file again where it is damaged or gone although there are runs; what was set in
    /// it is lost, and a damaged one stays beside it. False where it is sound. ErrorCode::not_found.
    static Result<bool> write_file_anew(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::filesystem::path run_folder(const std::string& run_id) const;

    struct DamagedRun {
        std::string id;  ///< its folder's name
        Error reason;    ///< why its record cannot be read
    };
    struct Runs {
        std::vector<RunRecord> records;  ///< ordered by name
        std::vector<DamagedRun> damaged;
    };
    Result<Runs> runs() const;
    struct Places {
        std::map<RunPlace, RunRecord> runs;
        std::optional<Error> refused;  ///< why no runs were made for the places that are missing in `runs`
    };
    /// The runs of some places, made where there are none. Safe against other processes doing the same. A
    /// folder that has one run, and is asked for by one series, is that run's, whatever the series: names
    /// that tell a run from others may come later. A place without a run gets that of the first place that it
    /// is `known_as` and that has one. Where that has no checkpoints its record says the new place, and a new
    /// name where the old one was made from the old place; RunWriter::set_place() stores that. One with
    /// checkpoints stays as it is, and is only taken for a place without any: its own metrics_folder().
    Result<Places> runs_at(const std::vector<RunPlace>& places, const SchemeChoice& choice,
                           const std::map<RunPlace, std::vector<RunPlace>>& known_as = {}) const;
    /// The run of that name, made if there is none, with `folder` as its own folder; where that is another
    /// run's already, it stays that one's. ErrorCode::invalid_argument (check_run_name()).
    Result<RunRecord> run_for_name(const std::string& name, const std::filesystem::path& folder,
                                   const SchemeChoice& choice) const;

    /// A member of vault.json, as JSON; empty where there is none.
    Result<std::string> setting(std::string_view name) const;
    /// `json`: one value. Safe against other processes doing the same.
    Status set_setting(std::string_view name, std::string_view json) const;

 private:
    explicit Vault(std::filesystem::path folder) : folder_(std::move(folder)) {}
    Result<RunRecord> make_run(RunRecord record) const;

    std::filesystem::path folder_;
};

/// The shortest suffix of `folder` (whole names, joined by '/') that is none of `taken`.
std::string shortest_unique_suffix(const std::filesystem::path& folder, const std::set<std::string>& taken);

}  // namespace stepvault
