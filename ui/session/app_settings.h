// The settings that the app keeps between its starts, outside of any vault.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include "ui/models/notification.h"
#include "ui/models/panel_layout.h"
#include "ui/models/run_arrangement.h"
#include "ui/session/plan_inputs.h"
#include "ui/session/settings_file.h"
#include "ui/session/webhook_settings.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

/// An INI file. GUI thread.
class AppSettings {
 public:
    explicit AppSettings(const QString& file) : settings_(file) {}

    /// Under XDG_CONFIG_HOME.
    static QString defaultFile();

    [[nodiscard]] ThemeMode themeMode() const;
    void setThemeMode(ThemeMode mode);

    /// Code of a language; empty for the system's.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& code);

    /// Problems are told of unless the user chose otherwise, the rest only where they did.
    [[nodiscard]] bool notifies(NotificationKind kind) const;
    void setNotifies(NotificationKind kind, bool isOn);
    [[nodiscard]] WebhookSettings webhook() const;
    void setWebhook(const WebhookSettings& webhook);
    /// The window stays in the tray when it is closed.
    [[nodiscard]] bool staysInTray() const;
    void setStaysInTray(bool isOn);

    [[nodiscard]] RunArrangement runArrangement() const;
    void setRunArrangement(const RunArrangement& arrangement);

    /// The columns of the table of runs that the user hid or showed, by name.
    [[nodiscard]] QMap<QString, bool> runColumns() const;
    void setRunColumns(const QMap<QString, bool>& columns);

    /// `run`: id.
    [[nodiscard]] PlanInputs planInputs(const QString& run) const;
    void setPlanInputs(const QString& run, const PlanInputs& inputs);
    /// The cost of a save by the disk's speed, in seconds. Kept, because each measurement gives another
    /// value.
    [[nodiscard]] std::optional<double> estimatedStall(const QString& run) const;
    void setEstimatedStall(const QString& run, double seconds);
    /// Whether the user wants the page Cluster; nullopt for no choice yet.
    [[nodiscard]] std::optional<bool> showsCluster() const;
    void setShowsCluster(bool isOn);
    /// The rival schedules are shown.
    [[nodiscard]] bool comparesSchedules() const;
    void setComparesSchedules(bool isOn);

    /// Newest first, at most eight.
    [[nodiscard]] std::vector<std::filesystem::path> recentVaults() const;
    void addRecentVault(const std::filesystem::path& vault);
    /// Machines and vaults that the window was connected to, as parse_remote_place() takes them. Newest
    /// first, at most eight.
    [[nodiscard]] QStringList recentMachines() const;
    void addRecentMachine(const QString& place);
    /// Gives the settings of the vault at `from` to the vault at `to`.
    void moveVault(const std::filesystem::path& from, const std::filesystem::path& to);

    [[nodiscard]] std::vector<std::filesystem::path> watchedFolders(const std::filesystem::path& vault) const;
    void setWatchedFolders(const std::filesystem::path& vault,
                           const std::vector<std::filesystem::path>& folders);
    [[nodiscard]] QString selectedRun(const std::filesystem::path& vault) const;
    void setSelectedRun(const std::filesystem::path& vault, const QString& run);

    /// Metrics that the chart of a run shows beside the chosen one: tags.
    [[nodiscard]] QStringList metricsBeside(const std::filesystem::path& vault) const;
    void setMetricsBeside(const std::filesystem::path& vault, const QStringList& tags);
    /// The vaults that are shown beside this one; see VaultsBeside.
    [[nodiscard]] QStringList vaultsBeside(const std::filesystem::path& vault) const;
    void setVaultsBeside(const std::filesystem::path& vault, const QStringList& places);
    [[nodiscard]] PanelLayout panelLayout(const std::filesystem::path& vault) const;
    void setPanelLayout(const std::filesystem::path& vault, const PanelLayout& layout);

    /// The command that evaluates a run's checkpoints; empty for none. `run`: id.
    [[nodiscard]] QString evalCommand(const std::filesystem::path& vault, const QString& run) const;
    void setEvalCommand(const std::filesystem::path& vault, const QString& run, const QString& command);
    /// Whether the user has run this command in this folder before. `hash`: of both.
    [[nodiscard]] bool isEvalConfirmed(const QString& hash) const;
    void confirmEval(const QString& hash);

    /// Geometry and splitters under a name; empty where it was saved for another layout version.
    [[nodiscard]] QByteArray layout(const QString& name) const;
    void setLayout(const QString& name, const QByteArray& state);

 private:
    [[nodiscard]] std::optional<double> number(const QString& key) const;
    static QString vaultKey(const std::filesystem::path& vault, const QString& name);
    [[nodiscard]] std::vector<std::filesystem::path> paths(const QString& key) const;
    void setPaths(const QString& key, const std::vector<std::filesystem::path>& paths);

    SettingsFile settings_;
};

}  // namespace stepvault::ui
