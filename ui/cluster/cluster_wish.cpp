#include "ui/cluster/cluster_wish.h"

#include <algorithm>
#include <array>

#include <QStandardPaths>

namespace stepvault::ui {

bool areOfSeveralRanks(const std::vector<CheckpointRow>& checkpoints) {
    return std::ranges::any_of(checkpoints,
                               [](const CheckpointRow& row) { return row.format == "torch-distributed"; });
}

bool hasMpi() {
    constexpr std::array starters{"mpirun", "mpiexec", "srun"};
    return std::ranges::any_of(starters, [](const char* name) {
        return !QStandardPaths::findExecutable(QLatin1String(name)).isEmpty();
    });
}

}  // namespace stepvault::ui
