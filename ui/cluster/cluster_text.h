// The texts of the page Cluster.
#pragma once

#include <vector>

#include <QString>

#include "ui/cluster/checkpoint_tiles.h"

namespace stepvault::ui {

/// "3", "0–3 and 8", "0–3, 8, 12–15 and 40 more". Numbers rise.
QString listNumbers(const std::vector<std::uint32_t>& numbers);
/// "rank 3", "ranks 0–3".
QString listRanks(const std::vector<RankBytes>& ranks);
/// "0.84 s", "12 ms", "2 min 5 s".
QString formatSaveTime(double seconds);

/// "model.wte.weight   147.2 MiB   ranks 0–3".
QString describeTile(const ClusterStudy& study, const Tile& tile);
QString tileName(const PartitionTree& tree, const Tile& tile);
/// "8.3x sooner than one process, 52 % efficiency", "1.7x slower than one process, 4 % efficiency".
QString describeSpeedUp(const ClusterStudy& study, std::uint32_t level);
/// "planning 0.31 s, coding 0.12 s, ...": the parts of a save that take time.
QString describeSaveTime(const SaveTime& time);
QString describeAssumptions(const ClusterStudy& study);

/// The place where a level from 1 to 4 keeps a step.
QString levelPlace(std::uint32_t level);
/// Whether a step kept on `level` is restorable once the nodes with `failed` are lost, and else what it has
/// lost.
QString levelVerdict(std::uint32_t level, std::uint32_t group, const std::vector<bool>& failed);
/// The same of all levels: from which one it is restored.
QString restorableFrom(std::uint32_t group, const std::vector<bool>& failed);

/// As people write it; other names as they are.
QString modelTitle(const QString& name);

}  // namespace stepvault::ui
