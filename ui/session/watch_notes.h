// The messages of the watching about each run, for the user.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QString>

#include "library/watch/watch_event.h"

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

    /// A folder that cannot be read at present.
    struct FolderProblem {
        std::filesystem::path folder;
        QString reason;
        bool isWatched = false;  ///< by itself; else it lies in a watched folder

        bool operator==(const FolderProblem&) const = default;
    };

    /// The message of an event about its item, or about its folder without naming it; nullopt for an event
    /// without a message or with a message of its own.
    static std::optional<Note> describe(const WatchEvent& event);

    void take(const WatchEvent& event);
    void clear() {
        runs_.clear();
        forgetFolders();
    }
    /// Watching begins anew, and says again which folders cannot be read.
    void forgetFolders() { folders_.clear(); }
    /// Runs of which checkpoints wait for space, and these checkpoints.
    struct Waiting {
        std::size_t runs = 0;
        std::uint64_t checkpoints = 0;

        bool operator==(const Waiting&) const = default;
    };
    [[nodiscard]] Waiting waiting() const;
    /// The runs that are not filed as they should be, by id.
    [[nodiscard]] std::map<std::string, Note> problems() const;
    /// In the order of their paths.
    [[nodiscard]] std::vector<FolderProblem> folderProblems() const;
    /// The most important message about a run now; nullopt for none.
    [[nodiscard]] std::optional<Note> noteFor(const std::string& runId) const;

 private:
    struct RunNotes {
        bool viewing = false;
        std::uint64_t waiting = 0;          ///< checkpoints that wait for space
        std::map<std::string, Note> items;  ///< by source name
    };

    static QString reasonOf(const WatchEvent& event);

    std::map<std::string, RunNotes> runs_;
    std::map<std::filesystem::path, FolderProblem> folders_;
};

}  // namespace stepvault::ui
