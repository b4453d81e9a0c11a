#pragma once

#include <QDateTime>
#include <QString>

#include "ui/session/watch_notes.h"

namespace stepvault::ui {

/// One thing that the window did, or that went wrong.
struct LogEntry {
    QDateTime time;
    WatchNotes::Kind kind = WatchNotes::Kind::info;
    QString run;  ///< its name; empty for an entry that belongs to no run
    QString text;
};

/// The entry for an event at `time`; nullopt for events that repeat another one or have no effect.
std::optional<LogEntry> logEntry(const WatchEvent& event, const QDateTime& time);

/// One line of plain text without its end, as it is copied and written to the log's file.
QString plainText(const LogEntry& entry);

}  // namespace stepvault::ui
