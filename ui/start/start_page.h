#pragma once

#include <filesystem>
#include <vector>

#include <QStringList>
#include <QWidget>

class QGridLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace stepvault::ui {

class ChoiceButton;
class Theme;

/// Shown while no vault is open.
class StartPage : public QWidget {
    Q_OBJECT

 public:
    explicit StartPage(const Theme& theme, QWidget* parent = nullptr);

    /// `machines`: places as parse_remote_place() takes them.
    void setRecent(const std::vector<std::filesystem::path>& vaults, const QStringList& machines);

 signals:
    void addFolderClicked();
    void openVaultClicked();
    void connectClicked();
    void demoClicked();
    void recentClicked(const std::filesystem::path& vault);
    void machineClicked(const QString& place);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    struct Recent {
        QWidget* box;
        QVBoxLayout* rows;
    };

    void makeChoices(const Theme& theme);
    void layOut(QWidget* content);
    Recent makeRecent(const QString& title);
    static QToolButton* addRow(const Recent& recent, const QString& text, const QString& tip, int width);
    static void clear(const Recent& recent);
    /// In one row, or in two where the page is too narrow for it.
    void placeChoices();

    QWidget* column_;
    std::vector<ChoiceButton*> choices_;
    QGridLayout* grid_;
    int columns_ = 0;
    Recent vaults_;
    Recent machines_;
};

}  // namespace stepvault::ui
