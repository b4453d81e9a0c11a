#include "ui/vault/vault_work.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

std::uint64_t bytesOf(VaultHandle& library, const QStringList& entries) {
    std::uint64_t bytes = 0;
    const auto trash = library.maintenance().trash();
    if (!trash.ok()) return 0;
    for (const TrashEntry& entry : *trash) {
        if (entries.contains(toQString(entry.id))) bytes += entry.bytes;
    }
    return bytes;
}

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
        outcome.runs << toQString(each.run);
        if (!report->trash_entry.empty()) outcome.entries << toQString(report->trash_entry);
    }
    outcome.bytes = bytesOf(library, outcome.entries);
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
        // It crashed; who follows jobs has been told.
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
        case Task::restoreFromTrash:
            return tr("Bringing checkpoints back");
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
