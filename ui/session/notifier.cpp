#include "ui/session/notifier.h"

#include <utility>

#include "ui/session/watch_notes.h"
#include "ui/text/format.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {

/// In the place of a run's id.
constexpr auto watchingItself = "";

std::optional<NotificationKind> kindOf(RunState state) {
    switch (state) {
        case RunState::stalled:
            return NotificationKind::stalled;
        case RunState::diverged:
            return NotificationKind::diverged;
        case RunState::finished:
            return NotificationKind::finished;
        case RunState::live:
        case RunState::ended:
        case RunState::idle:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

QString Notifier::sentence(NotificationKind kind, const RunInfo& run) {
    const QString step = formatStep(run.last_step.value_or(0));
    const QString loss = formatLoss(run.last_loss);
    if (kind == NotificationKind::stalled) return tr("Stalled: nothing came after step %1.").arg(step);
    if (kind == NotificationKind::diverged) return tr("Diverged: at step %1 the loss is %2.").arg(step, loss);
    return run.last_loss ? tr("Finished at step %1 with a loss of %2.").arg(step, loss)
                         : tr("Finished at step %1.").arg(step);
}

std::vector<Notification> Notifier::takeRuns(const std::vector<RunEntry>& runs, Time now) {
    std::vector<Notification> notifications;
    std::set<std::string> present;
    for (const RunEntry& run : runs) {
        present.insert(run.info.row.id);
        if (auto told = takeRun(run.info, now)) notifications.push_back(std::move(*told));
    }
    std::erase_if(runs_, [&](const auto& run) { return !present.contains(run.first); });
    return notifications;
}

std::optional<Notification> Notifier::takeRun(const RunInfo& info, Time now) {
    const auto [it, isNew] = runs_.try_emplace(info.row.id);
    Run& run = it->second;
    const bool wasLive = !isNew && run.state == RunState::live;
    run.state = info.state;
    if (info.state == RunState::live) {
        if (!wasLive) run.liveSince = now;
        if (!run.wasLive || now - run.liveSince >= calm) run.told.clear();
        run.wasLive = true;
        return std::nullopt;
    }
    const std::optional<NotificationKind> kind = kindOf(info.state);
    // What stalled before it was first seen has been live not long ago.
    if (isNew && info.state == RunState::stalled) {
        run.wasLive = true;
        run.told.insert(*kind);
    }
    if (!kind || !run.wasLive || !run.told.insert(*kind).second) return std::nullopt;
    return Notification{.kind = *kind, .title = toQString(info.row.name), .text = sentence(*kind, info)};
}

std::optional<Notification> Notifier::takeEvent(const WatchEvent& event) {
    if (event.kind == WatchEvent::Kind::filed) {
        failing_.erase(event.run_id);
        failing_.erase(watchingItself);
        return std::nullopt;
    }
    const bool isOfRun = !event.run_id.empty();
    const std::string place = isOfRun                ? event.run_id
                              : event.folder.empty() ? event.run
                                                     : event.folder.native();
    if (event.kind == WatchEvent::Kind::recovered) failing_.erase(place);
    if (event.kind != WatchEvent::Kind::failed || !failing_.insert(place).second) return std::nullopt;
    return Notification{.kind = NotificationKind::filingFailed,
                        .title = tr("%1: not filed").arg(isOfRun ? toQString(event.run) : formatPath(place)),
                        .text = WatchNotes::describe(event)->text};
}

std::optional<Notification> Notifier::takeWatchFailure(const QString& message) {
    if (!failing_.insert(watchingItself).second) return std::nullopt;
    return Notification{.kind = NotificationKind::filingFailed,
                        .title = tr("Watching stopped"),
                        .text = tr("%1. It begins again by itself.").arg(message)};
}

std::optional<Notification> Notifier::takeDisk(const std::optional<DiskSpace>& disk) {
    if (!disk) return std::nullopt;
    // Only well above the limit is it over, or each file that comes and goes would be news.
    const DiskSpace shorter{.free = disk->free - disk->free / 5, .total = disk->total};
    const bool wasLow = std::exchange(isDiskLow_, isTight(isDiskLow_ ? shorter : *disk));
    if (wasLow || !isDiskLow_) return std::nullopt;
    return Notification{.kind = NotificationKind::diskLow,
                        .title = tr("Little space is left"),
                        .text = tr("Only %1 are free on the vault's disk (%2 %).")
                                    .arg(formatBytes(disk->free), freeShare(*disk))};
}

std::optional<Notification> Notifier::takeVerdict(const VerifyOutcome& outcome) {
    if (outcome.problem || outcome.report.damage.empty()) return std::nullopt;
    return Notification{
        .kind = NotificationKind::damage, .title = tr("The vault is damaged"), .text = describe(outcome)};
}

}  // namespace stepvault::ui
