// The columns of the table of runs.
#pragma once

#include <vector>

#include <QString>
#include <QVariant>

#include "ui/models/run_entry.h"

namespace stepvault::ui {

/// One column: a figure of the run, or a hyperparameter.
struct RunColumn {
    enum class Kind {
        name,
        place,
        state,
        tags,
        step,
        loss,
        best,
        validation,
        bestValidation,
        checkpoints,
        stored,
        saved,
        ratio,
        lastGrowth,
        created,
        note,
        folder,
        param
    };
    Kind kind = Kind::name;
    std::string key = {};  ///< of a hyperparameter

    bool operator==(const RunColumn&) const = default;

    /// The name under which the settings keep the column.
    [[nodiscard]] QString id() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString toolTip() const;
    [[nodiscard]] bool isNumber() const;
    [[nodiscard]] QString text(const RunEntry& run) const;
    /// A double, or text; invalid for none.
    [[nodiscard]] QVariant sortKey(const RunEntry& run) const;
};

/// The figures, and behind those of the losses each hyperparameter in which the runs differ, by key. Tags and
/// notes have a column only where a run has any, and vaults where several are shown.
std::vector<RunColumn> runColumns(const std::vector<RunEntry>& runs);
/// Whether a column is shown until the user chooses otherwise: of the hyperparameters, the first 12.
bool isShownAtFirst(const std::vector<RunColumn>& columns, std::size_t column);

}  // namespace stepvault::ui
