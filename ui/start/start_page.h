#pragma once

#include <filesystem>
#include <vector>

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace stepvault::ui {

class Theme;

/// Shown while no vault is open.
class StartPage : public QWidget {
    Q_OBJECT

 public:
    explicit StartPage(const Theme& theme, QWidget* parent = nullptr);

    void setRecent(const std::vector<std::filesystem::path>& vaults);

 signals:
    void addFolderClicked();
    void openVaultClicked();
    void demoClicked();
    void recentClicked(const std::filesystem::path& vault);

 private:
    QLabel* recentTitle_;
    QWidget* recentBox_;
    QVBoxLayout* recent_;
};

}  // namespace stepvault::ui
