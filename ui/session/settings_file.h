#pragma once

#include <mutex>
#include <optional>

#include <QString>
#include <QVariantHash>

#include "ui/jobs/work_lane.h"

namespace stepvault::ui {

/// The values of an INI file, read when it is opened. They are written by a thread of its own, since that
/// waits until the disk has them. Only the user may read the file. GUI thread.
class SettingsFile {
 public:
    explicit SettingsFile(const QString& file);
    /// Waits until all is written.
    ~SettingsFile();
    SettingsFile(const SettingsFile&) = delete;
    SettingsFile& operator=(const SettingsFile&) = delete;

    /// `otherwise`: where it has not been set.
    [[nodiscard]] QVariant value(const QString& key, const QVariant& otherwise = {}) const {
        return values_.value(key, otherwise);
    }
    void setValue(const QString& key, const QVariant& value);

 private:
    void write();

    const QString file_;
    QVariantHash values_;
    std::mutex mutex_;
    QVariantHash unwritten_;
    std::optional<WorkLane> writer_{std::in_place};
};

}  // namespace stepvault::ui
