#pragma once

#include <filesystem>

#include <QString>

#include "ui/jobs/work_lane.h"

namespace stepvault::ui {

/// Lines in log.txt of a folder, written by a thread of its own, so that they outlive a crash. At 1 MiB
/// log.txt becomes log.1.txt, and that log.2.txt; older ones go. What cannot be written is lost without a
/// word. Several processes may write the same files.
class LogFile {
 public:
    static constexpr std::uintmax_t largest = 1U << 20U;  ///< bytes of a file

    explicit LogFile(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// Waits until all lines are written.
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    void append(const QString& line);
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// The log's folder in the user's state, under XDG_STATE_HOME.
    static std::filesystem::path defaultFolder();

 private:
    std::filesystem::path folder_;
    WorkLane lane_;
};

}  // namespace stepvault::ui
