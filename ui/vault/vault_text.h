// The texts of the page Vault: what the vault holds, and the outcome of its jobs.
#pragma once

#include <QString>

#include "ui/models/vault_outcome.h"
#include "ui/models/vault_view.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

/// "12 checkpoints"
QString checkpointCount(std::uint64_t count);
/// The free share of the disk in percent, without the sign.
QString freeShare(const DiskSpace& disk);
/// Empty unless space is short.
QString describeTightness(const std::optional<DiskSpace>& disk);
/// On the button that removes.
QString removalButton(const RemovalPlan& plan);
/// The checkpoints that stay, and the runs that are left as they are.
QString describePlan(const RemovalPlan& plan);
QString describeTrash(const TrashSum& trash);
/// The time in the name of the entry's folder.
QDateTime removalTime(const TrashEntry& entry);
/// "3 checkpoints", "2 original files"
QString describeContent(const TrashSum& sum);
/// Also names the steps.
QString describeContent(const TrashEntry& entry);

QString describe(const RemovalOutcome& outcome);
QString describe(const RestoreOutcome& outcome);
QString describe(const PurgeOutcome& outcome);
/// The verdict in one line; the damage has lines of its own.
QString describe(const VerifyOutcome& outcome);
QString describeDamage(const VerifyOutcome& outcome);

}  // namespace stepvault::ui
