// What the watching has to say about each run, in words for people.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <QCoreApplication>
#include <QString>

#include "library/watch_event.h"

namespace stepvault::ui {

class WatchNotes {
    Q_DECLARE_TR_FUNCTIONS(stepvault::ui::WatchNotes)

 public:
    enum class Kind { info, warn, bad };
    struct Note {
        Kind kind = Kind::info;
        QString text;

        bool operator==(const Note&) const = default;
    };

    /// What an event says of its item; nullopt where that is nothing, or said in other words.
    static std::optional<Note> describe(const WatchEvent& event);

    void take(const WatchEvent& event);
    void clear() { runs_.clear(); }
    /// What is most worth knowing of a run now; nullopt for nothing.
    [[nodiscard]] std::optional<Note> noteFor(const std::string& runId) const;

 private:
    struct RunNotes {
        bool viewing = false;
        std::map<std::string, Note> items;  ///< by source name
    };

    std::map<std::string, RunNotes> runs_;
};

}  // namespace stepvault::ui
