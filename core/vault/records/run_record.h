#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "base/result.h"
#include "vault/records/restored_files.h"
#include "vault/records/run_labels.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// run.json: a run's name and how its next checkpoints are stored.
struct RunRecord {
    std::string id;      ///< UUID, the name of the run's folder in the vault
    std::string name;    ///< unique in the vault; see `is_named`
    std::string folder;  ///< absolute path of the run's own folder; bytes, as the file system has them
    /// Prefix of the run's file names, if the folder holds several runs. With a trailing '/': the folder
    /// below `folder` into which the run writes its metrics.
    std::string series;
    SchemeChoice choice;
    double created = 0;               ///< seconds since the epoch
    std::set<std::string> pins = {};  ///< ids of checkpoints that are never removed by retention
    /// Stored by hand from another run's folder; the files watched in that folder belong to the other run.
    bool guest = false;
    /// An original that the group of the vault may not read was stored in this run; see vault_access.h.
    bool is_private = false;
    /// A user gave the run its name: the name stays whatever becomes of the run's folder.
    bool is_named = false;
    /// Id of a base that was stored from memory by scheme `adaptive`: it never had an original besides the
    /// stored one, and may be coded anew from what is stored (base_coding.h). Empty: none.
    std::string base_from_memory = {};
    RunLabels labels = {};
    RestoredFiles restored = {};

    /// Publishes the record atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;
    /// ErrorCode::unsupported for a newer version, corrupt for a file that is not a valid run record.
    static Result<RunRecord> read(const std::filesystem::path& file);

    bool operator==(const RunRecord&) const = default;
};

}  // namespace stepvault
