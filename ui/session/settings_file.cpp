#include "ui/session/settings_file.h"

#include <utility>

#include <QFile>
#include <QSettings>

namespace stepvault::ui {

SettingsFile::SettingsFile(const QString& file) : file_(file) {
    const QSettings settings(file_, QSettings::IniFormat);
    const QStringList keys = settings.allKeys();
    for (const QString& key : keys)
        values_.insert(key, settings.value(key));
}

SettingsFile::~SettingsFile() {
    writer_.reset();
    write();
}

void SettingsFile::setValue(const QString& key, const QVariant& value) {
    if (values_.contains(key) && values_.value(key) == value) return;
    values_.insert(key, value);
    {
        const std::lock_guard lock(mutex_);
        unwritten_.insert(key, value);
    }
    writer_->post([this] { write(); });
}

void SettingsFile::write() {
    QVariantHash values;
    {
        const std::lock_guard lock(mutex_);
        values = std::exchange(unwritten_, {});
    }
    if (values.isEmpty()) return;
    // The address of a webhook is a secret. A file that is there keeps its rights when it is written.
    constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
    if (!QFile(file_).open(QIODevice::WriteOnly | QIODevice::NewOnly, ownerOnly))
        QFile::setPermissions(file_, ownerOnly);
    QSettings settings(file_, QSettings::IniFormat);
    for (auto it = values.cbegin(); it != values.cend(); ++it)
        settings.setValue(it.key(), it.value());
}

}  // namespace stepvault::ui
