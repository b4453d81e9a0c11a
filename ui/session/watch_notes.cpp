#include "ui/session/watch_notes.h"

#include <algorithm>

#include <QCoreApplication>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {
QString tr(const char* text) {
    return QCoreApplication::translate("stepvault::ui::WatchNotes", text);
}
}  // namespace

void WatchNotes::take(const WatchEvent& event) {
    RunNotes& run = runs_[event.run_id];
    const QString item = toQString(event.item);
    const QString why = toQString(event.text);
    switch (event.kind) {
        case WatchEvent::Kind::run_found:
            run.viewing = false;
            break;
        case WatchEvent::Kind::viewing:
            run.viewing = true;
            break;
        case WatchEvent::Kind::waiting:
            run.items[event.item] = {Kind::info, tr("%1: %2.").arg(item, why)};
            break;
        case WatchEvent::Kind::skipped:
            run.items[event.item] = {Kind::warn, tr("%1 was passed over: %2.").arg(item, why)};
            break;
        case WatchEvent::Kind::failed:
            run.items[event.item] = {Kind::bad, item.isEmpty()
                                                    ? tr("%1. Trying again later.").arg(why)
                                                    : tr("%1: %2. Trying again later.").arg(item, why)};
            break;
        case WatchEvent::Kind::filing:
        case WatchEvent::Kind::filed:
            run.viewing = false;
            run.items.erase(event.item);
            if (!why.isEmpty())
                run.items[event.item] = {Kind::info, tr("%1 is kept as it is: %2.").arg(item, why)};
            break;
        case WatchEvent::Kind::passed_over:
        case WatchEvent::Kind::metrics:
        case WatchEvent::Kind::planned:
            break;
    }
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
