#pragma once

#include <filesystem>
#include <vector>

#include <QPointer>
#include <QStackedWidget>

#include "ui/window/window_pages.h"

class QSplitter;

namespace stepvault::ui {

class AppSettings;
class EmptyState;

/// The area between the top bar and the activity strip: the start page, or the list of runs beside one page.
class Workspace : public QStackedWidget {
    Q_OBJECT

 public:
    /// Takes ownership of the pages.
    Workspace(const Theme& theme, const WindowPages& pages, QWidget* parent = nullptr);

    void showPage(QWidget* page);
    [[nodiscard]] QWidget* shownPage() const;
    /// Shows in the place of a run that there is none yet.
    void showEmpty();
    /// Forgets the page that closing the log would bring back.
    void forgetPage();

    /// Shows the start page while no vault is open, except under the log.
    void setVaultOpen(bool isOpen);
    /// The empty page tells of the folder that was added last.
    void setFolders(const std::vector<std::filesystem::path>& folders);

    void showLog();
    /// Brings back the page and the focus from before the log.
    void closeLog();
    [[nodiscard]] bool isLogShown() const;

    /// The widget that a notice lies over.
    [[nodiscard]] QWidget* noticePlace();
    void saveLayout(AppSettings& settings) const;
    void restoreLayout(const AppSettings& settings);

 signals:
    void addFolderClicked();
    /// A notice must move to another noticePlace().
    void placeChanged();

 private:
    void choosePage();

    WindowPages parts_;
    EmptyState* empty_;
    QSplitter* sides_;
    QStackedWidget* content_;
    QWidget* beforeLog_ = nullptr;
    QPointer<QWidget> focusBeforeLog_;
    bool isVaultOpen_ = false;
};

}  // namespace stepvault::ui
