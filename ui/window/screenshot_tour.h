#pragma once

#include <filesystem>
#include <memory>

#include <QDir>
#include <QObject>
#include <QStringList>
#include <QTemporaryDir>

#include "library/catalog/backends.h"
#include "ui/session/app_settings.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

class MainWindow;

/// Writes every page of a vault's window in light and dark, in each language, to
/// <page>-<light or dark>-<language>.png; for developers of the window, and for documents. Leaves
/// the user's settings alone. GUI thread.
class ScreenshotTour : public QObject {
    Q_OBJECT

 public:
    /// `theme` outlives this. `languages`: as QLocale names them. Begins at once; `folder` is made.
    ScreenshotTour(Theme& theme, Backends backends, std::filesystem::path vault, const QString& folder,
                   const QStringList& languages, QObject* parent = nullptr);
    ~ScreenshotTour() override;

 signals:
    /// True if all pictures were written.
    void finished(bool allWritten);

 private:
    struct Shot {
        QString page;
        ThemeMode mode = ThemeMode::light;
        QString language;
    };
    void next();
    void makeWindow();
    void arrange();
    void take();
    void whenIdle(void (ScreenshotTour::*then)());

    Theme& theme_;
    Backends backends_;
    std::filesystem::path vault_;
    QDir folder_;
    QList<Shot> shots_;
    Shot shot_;
    bool allWritten_ = true;
    QTemporaryDir own_;
    AppSettings settings_;
    Language language_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace stepvault::ui
