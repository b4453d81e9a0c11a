#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "library/summary/run_info.h"
#include "vault/records/run_hyperparameters.h"

namespace stepvault::ui {

/// A run as the list shows it.
struct RunEntry {
    RunInfo info;
    std::vector<double> spark;  ///< the primary loss, few points, oldest first
    /// Unchanged ones are the same object as before; nullptr for none.
    std::shared_ptr<const RunHyperparameters> params = {};
    QString place = {};     ///< title of the run's vault; empty while one vault is shown
    bool isBeside = false;  ///< the vault is shown beside the open one
    bool isOld = false;     ///< the vault cannot be read now: the run is shown as it was last

    /// The name without the vault's title that tells it from a run of the same name in another vault.
    [[nodiscard]] QString ownName() const {
        QString name = QString::fromStdString(info.row.name);
        const QString title = QStringLiteral(" (%1)").arg(place);
        if (!place.isEmpty() && name.endsWith(title)) name.chop(title.size());
        return name;
    }
    [[nodiscard]] std::uint64_t savedBytes() const {
        return info.original_bytes - std::min(info.stored_bytes, info.original_bytes);
    }
    /// Originals against the run's share of the vault; nullopt while nothing is stored.
    [[nodiscard]] std::optional<double> ratio() const {
        if (info.stored_bytes == 0) return std::nullopt;
        return static_cast<double>(info.original_bytes) / static_cast<double>(info.stored_bytes);
    }
};

}  // namespace stepvault::ui
