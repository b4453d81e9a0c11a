#pragma once

#include <filesystem>
#include <vector>

#include <QFrame>

class QLineEdit;
class QMenu;
class QToolButton;

namespace stepvault::ui {

class Theme;
class WindowActions;

class TopBar : public QFrame {
    Q_OBJECT

 public:
    TopBar(const Theme& theme, const WindowActions& actions, QWidget* parent = nullptr);

    /// Empty for none. `recent`: for the menu.
    void setVault(const std::filesystem::path& vault, const std::vector<std::filesystem::path>& recent);
    void setRestoreText(const QString& text);
    [[nodiscard]] QLineEdit* filter() const { return filter_; }

 signals:
    void vaultChosen(const std::filesystem::path& vault);

 private:
    void applyTheme();

    const Theme& theme_;
    const WindowActions& actions_;
    QToolButton* vault_;
    QMenu* vaults_;
    QLineEdit* filter_;
    QAction* filterIcon_;
    QToolButton* restore_;
    QToolButton* guide_;
    QToolButton* menu_;
};

}  // namespace stepvault::ui
