#include "ui/log/log_entry.h"

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

QString filed(const WatchEvent& event) {
    const CheckpointRow& row = *event.checkpoint;
    const QString sentence = tr("%1 was filed as step %2: %3 instead of %4.")
                                 .arg(toQString(event.item), formatStep(row.step),
                                      formatBytes(row.stored_bytes), formatBytes(row.original_bytes));
    const std::optional<WatchNotes::Note> note = WatchNotes::describe(event);
    return note ? sentence + u' ' + note->text : sentence;
}

QString matched(const WatchEvent& event) {
    const QString folder = formatPath(std::filesystem::path(event.text));
    switch (event.match) {
        case Match::by_name:
            return tr("The checkpoints in %1 belong to this run by their names.").arg(folder);
        case Match::by_time:
            return tr("The checkpoints in %1 belong to this run: they were written during its training.")
                .arg(folder);
        case Match::none:
        case Match::unasked:
            return tr("The checkpoints in %1 are a run of their own: they fit none of the runs with event "
                      "files "
                      "by name or time.")
                .arg(folder);
    }
    return {};
}

}  // namespace

std::optional<LogEntry> logEntry(const WatchEvent& event, const QDateTime& time) {
    const auto entry = [&](WatchNotes::Kind kind, const QString& text) {
        return LogEntry{.time = time, .kind = kind, .run = toQString(event.run), .text = text};
    };
    switch (event.kind) {
        case WatchEvent::Kind::run_found:
            return entry(WatchNotes::Kind::info,
                         tr("Watched from now on: %1.").arg(formatPath(std::filesystem::path(event.text))));
        case WatchEvent::Kind::viewing:
            return entry(WatchNotes::Kind::info,
                         tr("Another Stepvault is filing this run; following along."));
        case WatchEvent::Kind::passed_over:
            return entry(WatchNotes::Kind::info,
                         tr("%1 need not be filed: %2.").arg(toQString(event.item), toQString(event.text)));
        case WatchEvent::Kind::matched:
            return entry(WatchNotes::Kind::info, matched(event));
        case WatchEvent::Kind::nothing_found:
            return LogEntry{
                .time = time,
                .kind = WatchNotes::Kind::warn,
                .run = {},
                .text = tr("No run was found in %1: it holds neither checkpoints nor event files nor "
                           "tables of metrics. Use “stepvault ingest” to file anything else.")
                            .arg(formatPath(std::filesystem::path(event.run)))};
        case WatchEvent::Kind::filed:
            return entry(WatchNotes::Kind::info, filed(event));
        case WatchEvent::Kind::planned:
            return entry(WatchNotes::Kind::info, tr("Its plan.json was written."));
        case WatchEvent::Kind::skipped:
        case WatchEvent::Kind::missed:
        case WatchEvent::Kind::failed:
        case WatchEvent::Kind::recovered: {
            const WatchNotes::Note note = *WatchNotes::describe(event);
            if (!event.run_id.empty()) return entry(note.kind, note.text);
            const QString place =
                formatPath(event.folder.empty() ? std::filesystem::path(event.run) : event.folder);
            return LogEntry{
                .time = time, .kind = note.kind, .run = {}, .text = tr("%1: %2").arg(place, note.text)};
        }
        case WatchEvent::Kind::waiting:
        case WatchEvent::Kind::filing:
        case WatchEvent::Kind::metrics:
            return std::nullopt;
    }
    return std::nullopt;
}

QString plainText(const LogEntry& entry) {
    QStringList parts{entry.time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))};
    if (entry.kind == WatchNotes::Kind::warn) parts << tr("warning");
    if (entry.kind == WatchNotes::Kind::bad) parts << tr("problem");
    if (!entry.run.isEmpty()) parts << entry.run;
    parts << QString(entry.text).replace(u'\n', u' ');
    return parts.join(QStringLiteral("  "));
}

}  // namespace stepvault::ui
