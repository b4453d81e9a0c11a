#include "ui/window/notifier.h"

#include "library/services/event_watch.h"
#include "ui/session/watch_notes.h"
#include "ui/text/format.h"
#include "ui/vault/vault_text.h"

namespace stepvault::ui {

namespace {

/// In the place of a run's id.
constexpr auto watchingItself = "";

NotificationKind kindOf(EventKind kind) {
    switch (kind) {
        case EventKind::stalled:
            return NotificationKind::stalled;
        case EventKind::diverged:
            return NotificationKind::diverged;
        case EventKind::finished:
            return NotificationKind::finished;
        case EventKind::disk_low:
            return NotificationKind::diskLow;
        case EventKind::damage:
            return NotificationKind::damage;
    }
    return NotificationKind::damage;
}

}  // namespace

Notification Notifier::describe(const RunEvent& event) {
    const QString step = formatStep(event.step.value_or(0));
    const QString loss = formatLoss(event.loss);
    Notification told{.kind = kindOf(event.kind), .title = toQString(event.run), .text = {}};
    switch (event.kind) {
        case EventKind::stalled:
            told.text = tr("Stalled: nothing came after step %1.").arg(step);
            break;
        case EventKind::diverged:
            told.text = tr("Diverged: at step %1 the loss is %2.").arg(step, loss);
            break;
        case EventKind::finished:
            told.text = event.loss ? tr("Finished at step %1 with a loss of %2.").arg(step, loss)
                                   : tr("Finished at step %1.").arg(step);
            break;
        case EventKind::disk_low:
            told.title = tr("Little space is left");
            told.text = event.disk ? tr("Only %1 are free on the vault's disk (%2 %).")
                                         .arg(formatBytes(event.disk->free), freeShare(*event.disk))
                                   : tr("Writing to the vault's disk fails for lack of space.");
            break;
        case EventKind::damage:
            told.title = tr("The vault is damaged");
            told.text = tr("Damaged places: %1. The page Vault repairs them.").arg(event.damaged);
            break;
    }
    return told;
}

std::vector<Notification> Notifier::takeRuns(const std::vector<RunEntry>& runs, double now) {
    std::vector<Notification> notifications;
    std::set<std::string> present;
    for (const RunEntry& run : runs) {
        present.insert(run.info.row.id);
        RunSighting sighting = sighting_of(run.info);
        // Nothing is remembered from one start to the next, so that it would be told again.
        sighting.last_growth.reset();
        if (const auto event = tracker_.see(sighting, now)) notifications.push_back(describe(*event));
    }
    tracker_.forget([&](const std::string& id) { return !present.contains(id); });
    return notifications;
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
    const auto event = tracker_.see_disk(disk, false, 0);
    return event ? std::optional(describe(*event)) : std::nullopt;
}

std::optional<Notification> Notifier::takeVerdict(const VerifyOutcome& outcome) {
    if (outcome.problem || outcome.report.damage.empty()) return std::nullopt;
    return Notification{
        .kind = NotificationKind::damage, .title = tr("The vault is damaged"), .text = ui::describe(outcome)};
}

}  // namespace stepvault::ui
