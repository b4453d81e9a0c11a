#pragma once

#include <filesystem>
#include <vector>

#include <QFrame>
#include <QStringList>

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

    /// Empty for none. `recent`, and `machines` as parse_remote_place() takes them: for the menu.
    /// `title`: of the vault, for people.
    void setVault(const std::filesystem::path& vault, const QString& title,
                  const std::vector<std::filesystem::path>& recent, const QStringList& machines);
    /// The machine that has the vault can be reached.
    void setOnline(bool isOnline);
    /// The vaults of the menu that are shown beside the open one, and those of them that are open.
    void setBeside(const QStringList& shown, const QStringList& open);
    void setRestoreText(const QString& text);
    [[nodiscard]] QLineEdit* filter() const { return filter_; }

 signals:
    void vaultChosen(const std::filesystem::path& vault);
    void machineChosen(const QString& place);
    /// A vault, as VaultsBeside names it, is to be shown beside the open one, or no longer.
    void besideChosen(const QString& place, bool isShown);

 private:
    void applyTheme();
    void showTitle();
    void addBeside(QMenu& menu, const QString& place, const QString& text);

    const Theme& theme_;

    const WindowActions& actions_;
    QString title_;  ///< empty for no vault
    qsizetype besideCount_ = 0;
    bool isOnline_ = true;
    QToolButton* vault_;
    QMenu* vaults_;
    QMenu* beside_;
    QLineEdit* filter_;
    QAction* filterIcon_;
    QToolButton* restore_;
    QToolButton* guide_;
    QToolButton* menu_;
};

}  // namespace stepvault::ui
