#pragma once

#include <QDateTime>
#include <QString>

#include "ui/session/watch_notes.h"

namespace stepvault::ui {

/// One thing that the window did, or that went wrong.
struct LogEntry {
    QDateTime time;
    WatchNotes::Kind kind = WatchNotes::Kind::info;
    QString run;  ///< its name; empty for what belongs to none
    QString text;
};

/// What the watching did, at `time`; nullopt for what the log leaves out, as it is said again or comes to
/// nothing.
std::optional<LogEntry> logEntry(const WatchEvent& event, const QDateTime& time);

/// One line of plain text without its end, as it is copied and written to the log's file.
QString plainText(const LogEntry& entry);

}  // namespace stepvault::ui
