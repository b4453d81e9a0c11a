// The outcomes of jobs on a vault. A job that failed or was cancelled reports the part that it completed.
#pragma once

#include <filesystem>
#include <optional>

#include <QDateTime>
#include <QStringList>

#include "base/result.h"
#include "library/maintenance/vault_report.h"

namespace stepvault::ui {

struct RemovalOutcome {
    std::uint64_t removed = 0;  ///< checkpoints
    QStringList runs = {};      ///< names of those that they were taken from
    QStringList entries = {};   ///< of the trash
    std::uint64_t bytes = 0;    ///< by which the step files shrink once the trash is emptied
    bool weightsOnly = false;   ///< the checkpoints kept their weights; nothing went to the trash
    QString failedRun = {};
    std::optional<Error> problem = {};
};

struct FreeOutcome {
    std::uint64_t freed = 0;   ///< checkpoints whose originals went to the trash
    std::uint64_t bytes = 0;   ///< of these originals
    QStringList entries = {};  ///< of the trash
    QStringList left = {};     ///< why other originals stay
    std::optional<Error> problem = {};
};

struct ParityOutcome {
    std::optional<double> percent = {};  ///< nullopt for none
    std::vector<Error> left = {};        ///< runs that could not get it
    std::optional<Error> problem = {};
};

struct RestoreOutcome {
    std::uint64_t steps = 0;
    std::uint64_t originals = 0;  ///< files
    QStringList left = {};        ///< why others stay in the trash
    std::optional<Error> problem = {};
};

struct PurgeOutcome {
    std::uint64_t bytes = 0;
    std::optional<Error> problem = {};
};

struct VerifyOutcome {
    std::filesystem::path folder = {};  ///< of the vault
    VerifyReport report = {};
    std::vector<DamageReport> repaired = {};     ///< empty for a mere check, as is `quarantined`
    std::vector<DamageReport> quarantined = {};  ///< by this repair
    std::vector<DamageReport> hindered = {};     ///< runs that were not checked
    QDateTime time = {};
    std::optional<Error> problem = {};
};

}  // namespace stepvault::ui
