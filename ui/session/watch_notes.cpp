#include "ui/session/watch_notes.h"

#include <algorithm>

#include "ui/text/format.h"

namespace stepvault::ui {

QString WatchNotes::reasonOf(const WatchEvent& event) {
    switch (event.code.value_or(ErrorCode::io)) {
        case ErrorCode::not_found:
            return tr("It is not there. Its runs are taken up when it is back.");
        case ErrorCode::permission:
            return tr("It may not be read. Its runs are taken up when it may.");
        case ErrorCode::changed:
            return tr("It is empty: the disk that held its runs is not mounted.");
        default:
            return tr("It cannot be read: %1.").arg(toQString(event.text));
    }
}

std::optional<WatchNotes::Note> WatchNotes::describe(const WatchEvent& event) {
    const QString item = toQString(event.item);
    const QString why = toQString(event.text);
    switch (event.kind) {
        case WatchEvent::Kind::waiting:
            return Note{Kind::info, tr("%1: %2.").arg(item, why)};
        case WatchEvent::Kind::skipped:
            if (!event.folder.empty()) return Note{Kind::warn, reasonOf(event)};
            return Note{Kind::warn, tr("%1 was passed over: %2.").arg(item, why)};
        case WatchEvent::Kind::missed:
            return Note{Kind::warn, why.isEmpty()
                                        ? tr("%1 was removed before it could be filed.").arg(item)
                                        : tr("%1 was removed before it could be filed: %2.").arg(item, why)};
        case WatchEvent::Kind::failed:
            if (!event.folder.empty()) return Note{Kind::warn, reasonOf(event)};
            if (event.waiting > 0)
                return Note{Kind::bad, counted(event.waiting,
                                               tr("%1 checkpoint waits for space on the vault's disk: %2."),
                                               tr("%1 checkpoints wait for space on the vault's disk: %2."))
                                           .arg(why)};
            return Note{Kind::bad, item.isEmpty() ? tr("%1. Trying again later.").arg(why)
                                                  : tr("%1: %2. Trying again later.").arg(item, why)};
        case WatchEvent::Kind::recovered:
            return Note{Kind::info,
                        event.folder.empty() ? tr("It is filed again.") : tr("It is watched again.")};
        case WatchEvent::Kind::filing:
        case WatchEvent::Kind::filed:
            if (why.isEmpty()) return std::nullopt;
            return Note{Kind::info, tr("%1 is kept as it is: %2.").arg(item, why)};
        case WatchEvent::Kind::run_found:
        case WatchEvent::Kind::viewing:
        case WatchEvent::Kind::passed_over:
        case WatchEvent::Kind::matched:
        case WatchEvent::Kind::nothing_found:
        case WatchEvent::Kind::metrics:
        case WatchEvent::Kind::planned:
            return std::nullopt;
    }
    return std::nullopt;
}

std::vector<WatchNotes::FolderProblem> WatchNotes::folderProblems() const {
    std::vector<FolderProblem> problems;
    for (const auto& [folder, problem] : folders_)
        problems.push_back(problem);
    return problems;
}

void WatchNotes::take(const WatchEvent& event) {
    const bool isRecovered = event.kind == WatchEvent::Kind::recovered;
    if (!event.folder.empty()) {
        if (isRecovered) {
            folders_.erase(event.folder);
        } else {
            folders_[event.folder] = {.folder = event.folder,
                                      .reason = reasonOf(event),
                                      .isWatched = event.kind == WatchEvent::Kind::failed};
        }
        return;
    }
    RunNotes& run = runs_[event.run_id];
    const bool isFiled = event.kind == WatchEvent::Kind::filing || event.kind == WatchEvent::Kind::filed;
    if (isFiled || event.kind == WatchEvent::Kind::run_found) run.viewing = false;
    if (event.kind == WatchEvent::Kind::viewing) run.viewing = true;
    if (isFiled || isRecovered) run.waiting = 0;
    if (event.kind == WatchEvent::Kind::failed) run.waiting = event.waiting;
    const bool isMissed = event.kind == WatchEvent::Kind::missed;
    if (isFiled || isMissed || isRecovered) run.items.erase(event.item);
    // The log tells of it; there is nothing left to wait for.
    if (isMissed || isRecovered) return;
    if (const std::optional<Note> note = describe(event)) run.items[event.item] = *note;
}

WatchNotes::Waiting WatchNotes::waiting() const {
    Waiting all;
    for (const auto& [id, run] : runs_) {
        all.runs += run.waiting > 0 ? 1 : 0;
        all.checkpoints += run.waiting;
    }
    return all;
}

std::map<std::string, WatchNotes::Note> WatchNotes::problems() const {
    std::map<std::string, Note> problems;
    for (const auto& [id, run] : runs_) {
        const std::optional<Note> note = noteFor(id);
        if (note && note->kind != Kind::info) problems.emplace(id, *note);
    }
    return problems;
}

std::optional<WatchNotes::Note> WatchNotes::noteFor(const std::string& runId) const {
    const auto it = runs_.find(runId);
    if (it == runs_.end()) return std::nullopt;
    const auto& items = it->second.items;
    const auto worst = std::max_element(items.begin(), items.end(), [](const auto& a, const auto& b) {
        return a.second.kind < b.second.kind;
    });
    if (worst != items.end() && worst->second.kind != Kind::info) return worst->second;
    if (it->second.viewing)
        return Note{Kind::info, tr("Another Stepvault is filing this run; following along.")};
    return worst != items.end() ? std::optional(worst->second) : std::nullopt;
}

}  // namespace stepvault::ui
