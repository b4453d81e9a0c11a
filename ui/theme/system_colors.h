#pragma once

#include <QObject>

class QDBusVariant;

namespace stepvault::ui {

class Theme;

/// Tells the theme whether the desktop is dark or light, now and whenever that is switched: by
/// org.freedesktop.portal.Settings on the session's bus. Where nobody tells, the theme stays as it began. GUI
/// thread; waits for no answer.
class SystemColors : public QObject {
    Q_OBJECT

 public:
    /// `theme` outlives it.
    explicit SystemColors(Theme& theme, QObject* parent = nullptr);

 private:
    Q_SLOT void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);
    void take(const QVariant& scheme);

    Theme& theme_;
};

}  // namespace stepvault::ui
