#include "ui/vault/vault_work.h"

#include <algorithm>
#include <utility>

#include "ui/text/format.h"
#include "ui/vault/run_plans.h"

namespace stepvault::ui {

namespace {

RemovalOutcome removeAll(VaultHandle& library, const RemovalPlan& plan, const JobContext& job) {
    RemovalOutcome outcome;
    for (const PrunePlan& each : plan.plans) {
        if (each.removed == 0) continue;
        const auto report = library.maintenance().prune(each, Maintenance::Removal::to_trash, job);
        if (!report.ok()) {
            outcome.problem = report.error();
            outcome.failedRun = toQString(each.run);
            break;
        }
        outcome.removed += report->removed;
        outcome.bytes += report->stored_before - std::min(report->stored_before, report->stored_after);
        outcome.runs << toQString(each.run);
        if (!report->trash_entry.empty()) outcome.entries << toQString(report->trash_entry);
    }
    return outcome;
}

FreeOutcome freeAll(VaultHandle& library, const FreeingPlan& plan, const JobContext& job) {
    FreeOutcome outcome;
    for (const FreePlan& each : plan.plans) {
        if (each.freed == 0) continue;
        const auto report = library.maintenance().free_originals(each, job);
        if (!report.ok()) {
            outcome.problem = report.error().within("run " + each.run);
            break;
        }
        outcome.freed += report->freed;
        outcome.bytes += report->bytes;
        if (!report->trash_entry.empty()) outcome.entries << toQString(report->trash_entry);
        for (const auto* reasons : {&report->left, &report->damaged})
            for (const std::string& why : *reasons)
                outcome.left << toQString(why);
        if (report->ended) {
            outcome.problem = report->ended;
            break;
        }
    }
    return outcome;
}

RestoreOutcome bringAll(VaultHandle& library, const QStringList& entries, const JobContext& job) {
    RestoreOutcome outcome;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        const auto taken = library.maintenance().restore_trash(entry->toStdString(), job);
        if (!taken.ok()) {
            outcome.problem = taken.error();
            break;
        }
        outcome.steps += taken->steps;
        outcome.originals += taken->originals;
        for (const std::string& why : taken->left)
            outcome.left << toQString(why);
    }
    return outcome;
}

PurgeOutcome purgeAll(VaultHandle& library, const QStringList& entries, const JobContext& job) {
    std::vector<std::string> ids;
    for (const QString& entry : entries)
        ids.push_back(entry.toStdString());
    const PurgeSeveralReport report = library.maintenance().purge_several(ids, job);
    PurgeOutcome outcome{.bytes = report.bytes};
    // One that ended it came last.
    if (!report.problems.empty()) outcome.problem = report.problems.back();
    return outcome;
}

}  // namespace

VaultWork::VaultWork(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    connect(&runner_, &JobRunner::ended, this, [this](JobId id) {
        if (id != job_ || task_ == Task::none) return;
        // It crashed, and the followers of jobs have been told.
        task_ = Task::none;
        job_ = 0;
        emit taskChanged();
    });
}

template <class Outcome>
void VaultWork::start(Task task, Lane lane, std::function<Outcome(const JobContext&)> work,
                      void (VaultWork::*ended)(const Outcome&)) {
    if (task_ != Task::none) return;
    task_ = task;
    job_ = runner_.start(lane, this, std::move(work), [this, ended](const Outcome& outcome) {
        task_ = Task::none;
        job_ = 0;
        emit taskChanged();
        emit(this->*ended)(outcome);
    });
    emit taskChanged();
}

void VaultWork::remove(const std::shared_ptr<VaultHandle>& library,
                       const std::shared_ptr<const RemovalPlan>& plan) {
    start<RemovalOutcome>(
        Task::remove, Lane::work,
        [library, plan](const JobContext& job) { return removeAll(*library, *plan, job); },
        &VaultWork::removed);
}

void VaultWork::planWeights(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice) {
    using Plan = std::shared_ptr<const RemovalPlan>;
    start<Plan>(
        Task::planWeights, Lane::work,
        [library, choice](const JobContext& job) -> Plan {
            return planEach<RemovalPlan>(*library, choice, job, [&](const std::string& run) {
                return library->maintenance().plan_weights_only(run, choice.rules, job);
            });
        },
        &VaultWork::weightsPlanned);
}

void VaultWork::keepWeights(const std::shared_ptr<VaultHandle>& library,
                            const std::shared_ptr<const RemovalPlan>& plan) {
    start<RemovalOutcome>(
        Task::keepWeights, Lane::work,
        [library, plan](const JobContext& job) {
            RemovalOutcome outcome = removeAll(*library, *plan, job);
            outcome.weightsOnly = true;
            return outcome;
        },
        &VaultWork::removed);
}

void VaultWork::planFreeing(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice,
                            double mostError) {
    using Plan = std::shared_ptr<const FreeingPlan>;
    start<Plan>(
        Task::planFreeing, Lane::work,
        [library, choice, mostError](const JobContext& job) -> Plan {
            return planEach<FreeingPlan>(*library, choice, job, [&](const std::string& run) {
                return library->maintenance().plan_freeing(run, choice.rules, mostError);
            });
        },
        &VaultWork::freeingPlanned);
}

void VaultWork::freeOriginals(const std::shared_ptr<VaultHandle>& library,
                              const std::shared_ptr<const FreeingPlan>& plan) {
    start<FreeOutcome>(
        Task::free, Lane::work,
        [library, plan](const JobContext& job) { return freeAll(*library, *plan, job); }, &VaultWork::freed);
}

void VaultWork::setParity(const std::shared_ptr<VaultHandle>& library, std::optional<double> percent) {
    start<ParityOutcome>(
        Task::setParity, Lane::work,
        [library, percent](const JobContext& job) {
            ParityOutcome outcome{.percent = percent};
            auto left = library->maintenance().set_parity(percent, job);
            if (left.ok()) {
                outcome.left = std::move(*left);
            } else {
                outcome.problem = left.error();
            }
            return outcome;
        },
        &VaultWork::paritySet);
}

void VaultWork::restoreFromTrash(const std::shared_ptr<VaultHandle>& library, const QStringList& entries) {
    start<RestoreOutcome>(
        Task::restoreFromTrash, Lane::work,
        [library, entries](const JobContext& job) { return bringAll(*library, entries, job); },
        &VaultWork::broughtBack);
}

void VaultWork::purge(const std::shared_ptr<VaultHandle>& library, const QStringList& entries) {
    start<PurgeOutcome>(
        Task::purge, Lane::work,
        [library, entries](const JobContext& job) { return purgeAll(*library, entries, job); },
        &VaultWork::purged);
}

void VaultWork::verify(const std::shared_ptr<VaultHandle>& library) {
    start<VerifyOutcome>(
        Task::verify, Lane::checking,
        [library](const JobContext& job) {
            auto report = library->maintenance().verify(job);
            VerifyOutcome outcome{.folder = library->folder(), .time = QDateTime::currentDateTime()};
            if (report.ok()) {
                outcome.hindered = std::move(report->unread);
                outcome.report = std::move(*report);
            } else {
                outcome.problem = report.error();
            }
            return outcome;
        },
        &VaultWork::verified);
}

void VaultWork::repair(const std::shared_ptr<VaultHandle>& library, const std::filesystem::path& from) {
    start<VerifyOutcome>(
        Task::repair, Lane::work,
        [library, from](const JobContext& job) {
            auto report = library->maintenance().repair({.from = from}, job);
            VerifyOutcome outcome{.folder = library->folder(), .time = QDateTime::currentDateTime()};
            if (report.ok()) {
                outcome.report = std::move(report->after);
                outcome.repaired = std::move(report->repaired);
                outcome.quarantined = std::move(report->quarantined);
                outcome.hindered = std::move(report->hindered);
            } else {
                outcome.problem = report.error();
            }
            return outcome;
        },
        &VaultWork::verified);
}

void VaultWork::remember(const std::shared_ptr<VaultHandle>& library, const RetentionRules& rules) {
    runner_.start(
        Lane::query, this,
        [library, rules](const JobContext&) { return library->maintenance().set_retention_rules(rules); },
        [this](const Status& status) {
            if (!status.ok()) emit notRemembered(toQString(status.error().message));
        });
}

QString VaultWork::title(const QString& item) const {
    switch (task_) {
        case Task::none:
            break;
        case Task::remove:
            return item.isEmpty() ? tr("Removing checkpoints") : tr("Removing checkpoints of %1").arg(item);
        case Task::planWeights:
            return item.isEmpty() ? tr("Computing how small the weights are")
                                  : tr("Computing how small the weights of %1 are").arg(item);
        case Task::keepWeights:
            return item.isEmpty() ? tr("Stripping checkpoints to their weights")
                                  : tr("Stripping checkpoints of %1 to their weights").arg(item);
        case Task::planFreeing:
            return tr("Looking for originals that can go");
        case Task::free:
            return item.isEmpty() ? tr("Comparing originals with their stored copies")
                                  : tr("Comparing %1 with its stored copy").arg(item);
        case Task::setParity:
            return item.isEmpty() ? tr("Writing parity") : tr("Writing parity of %1").arg(item);
        case Task::restoreFromTrash:
            return tr("Restoring from the trash");
        case Task::purge:
            return tr("Emptying the trash");
        case Task::verify:
            return item.isEmpty() ? tr("Verifying the vault") : tr("Verifying %1").arg(item);
        case Task::repair:
            return item.isEmpty() ? tr("Repairing the vault") : tr("Repairing %1").arg(item);
    }
    return {};
}

}  // namespace stepvault::ui
