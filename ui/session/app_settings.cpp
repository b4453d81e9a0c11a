#include "ui/session/app_settings.h"

#include <algorithm>
#include <array>

#include <QCryptographicHash>
#include <QStandardPaths>

#include "ui/text/format.h"

namespace stepvault::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView evalCommands("evalCommands");
constexpr qsizetype mostConfirmed = 100;
constexpr int layoutVersion = 1;
constexpr std::size_t mostRecent = 8;
constexpr std::array orderNames{"name", "newest", "loss", "saved"};
constexpr std::array groupingNames{"state", "folder", "none"};
constexpr std::array<const char*, notificationKinds.size()> notificationNames{
    "stalled", "diverged", "finished", "disk", "damage", "filing"};

/// The first choice for a text that is not among `names`.
template <class Choice, std::size_t count>
Choice choiceOf(const std::array<const char*, count>& names, const QString& text) {
    const auto it =
        std::ranges::find_if(names, [&](const char* name) { return text == QLatin1String(name); });
    return it == names.end() ? Choice{} : static_cast<Choice>(it - names.begin());
}

QString notificationKey(NotificationKind kind) {
    return u"notify/"_s + QLatin1String(notificationNames[static_cast<std::size_t>(kind)]);
}

QString webhookKey(EventKind kind) {
    return u"webhook/"_s + toQString(std::string(event_kind_name(kind)));
}

QString planKey(const QString& run, const char* name) {
    return u"plan-"_s + run + u'/' + QLatin1String(name);
}

}  // namespace

QString AppSettings::defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           u"/stepvault/stepvault-gui.ini"_s;
}

ThemeMode AppSettings::themeMode() const {
    const QString text = settings_.value(u"theme"_s).toString();
    return text == u"light" ? ThemeMode::light : text == u"dark" ? ThemeMode::dark : ThemeMode::system;
}

void AppSettings::setThemeMode(ThemeMode mode) {
    settings_.setValue(u"theme"_s, mode == ThemeMode::light  ? u"light"_s
                                   : mode == ThemeMode::dark ? u"dark"_s
                                                             : u"system"_s);
}

QString AppSettings::language() const {
    return settings_.value(u"language"_s).toString();
}

void AppSettings::setLanguage(const QString& code) {
    settings_.setValue(u"language"_s, code);
}

bool AppSettings::notifies(NotificationKind kind) const {
    const bool isProblem = kind == NotificationKind::diskLow || kind == NotificationKind::damage ||
                           kind == NotificationKind::filingFailed;
    return settings_.value(notificationKey(kind), isProblem).toBool();
}

void AppSettings::setNotifies(NotificationKind kind, bool isOn) {
    settings_.setValue(notificationKey(kind), isOn);
}

WebhookSettings AppSettings::webhook() const {
    WebhookSettings webhook{
        .address = settings_.value(u"webhook/address"_s).toString(),
        .form = webhook_form_of(settings_.value(u"webhook/form"_s).toString().toStdString()),
        .kinds = {}};
    for (const EventKind kind : event_kinds) {
        if (settings_.value(webhookKey(kind), true).toBool()) webhook.kinds.insert(kind);
    }
    return webhook;
}

void AppSettings::setWebhook(const WebhookSettings& webhook) {
    settings_.setValue(u"webhook/address"_s, webhook.address);
    settings_.setValue(u"webhook/form"_s,
                       webhook.form ? toQString(std::string(webhook_form_name(*webhook.form))) : QString());
    for (const EventKind kind : event_kinds)
        settings_.setValue(webhookKey(kind), webhook.kinds.contains(kind));
}

bool AppSettings::staysInTray() const {
    return settings_.value(u"tray"_s).toBool();
}

void AppSettings::setStaysInTray(bool isOn) {
    settings_.setValue(u"tray"_s, isOn);
}

RunArrangement AppSettings::runArrangement() const {
    return {.order = choiceOf<RunOrder>(orderNames, settings_.value(u"runs/order"_s).toString()),
            .grouping = choiceOf<RunGrouping>(groupingNames, settings_.value(u"runs/group"_s).toString())};
}

void AppSettings::setRunArrangement(const RunArrangement& arrangement) {
    settings_.setValue(u"runs/order"_s,
                       QLatin1String(orderNames[static_cast<std::size_t>(arrangement.order)]));
    settings_.setValue(u"runs/group"_s,
                       QLatin1String(groupingNames[static_cast<std::size_t>(arrangement.grouping)]));
}

QMap<QString, bool> AppSettings::runColumns() const {
    QMap<QString, bool> columns;
    for (const QString& name : settings_.value(u"runs/shownColumns"_s).toStringList())
        columns.insert(name, true);
    for (const QString& name : settings_.value(u"runs/hiddenColumns"_s).toStringList())
        columns.insert(name, false);
    return columns;
}

void AppSettings::setRunColumns(const QMap<QString, bool>& columns) {
    settings_.setValue(u"runs/shownColumns"_s, QStringList(columns.keys(true)));
    settings_.setValue(u"runs/hiddenColumns"_s, QStringList(columns.keys(false)));
}

std::optional<double> AppSettings::number(const QString& key) const {
    bool isNumber = false;
    const double value = settings_.value(key).toDouble(&isNumber);
    return isNumber && value > 0 ? std::optional(value) : std::nullopt;
}

PlanInputs AppSettings::planInputs(const QString& run) const {
    PlanInputs inputs;
    if (const auto steps = number(planKey(run, "steps"))) inputs.steps = static_cast<std::uint64_t>(*steps);
    inputs.iteration = number(planKey(run, "iteration"));
    inputs.meanToFailure = number(planKey(run, "failures"));
    inputs.stall = number(planKey(run, "save"));
    inputs.meanToStop = number(planKey(run, "ending"));
    return inputs;
}

void AppSettings::setPlanInputs(const QString& run, const PlanInputs& inputs) {
    const auto set = [&](const char* name, const std::optional<double>& value) {
        const QString key = planKey(run, name);
        if (value || settings_.value(key).isValid())
            settings_.setValue(key, value ? QVariant(*value) : QVariant(0));
    };
    set("steps", inputs.steps ? std::optional(static_cast<double>(*inputs.steps)) : std::nullopt);
    set("iteration", inputs.iteration);
    set("failures", inputs.meanToFailure);
    set("save", inputs.stall);
    set("ending", inputs.meanToStop);
}

std::optional<double> AppSettings::estimatedStall(const QString& run) const {
    return number(planKey(run, "estimated-save"));
}

void AppSettings::setEstimatedStall(const QString& run, double seconds) {
    settings_.setValue(planKey(run, "estimated-save"), seconds);
}

std::optional<bool> AppSettings::showsCluster() const {
    const QVariant value = settings_.value(u"cluster/shown"_s);
    return value.isValid() ? std::optional(value.toBool()) : std::nullopt;
}

void AppSettings::setShowsCluster(bool isOn) {
    settings_.setValue(u"cluster/shown"_s, isOn);
}

bool AppSettings::comparesSchedules() const {
    return settings_.value(u"interval/compare"_s).toBool();
}

void AppSettings::setComparesSchedules(bool isOn) {
    settings_.setValue(u"interval/compare"_s, isOn);
}

std::vector<std::filesystem::path> AppSettings::recentVaults() const {
    return paths(u"recent"_s);
}

void AppSettings::addRecentVault(const std::filesystem::path& vault) {
    std::vector<std::filesystem::path> recent = recentVaults();
    std::erase(recent, vault);
    recent.insert(recent.begin(), vault);
    if (recent.size() > mostRecent) recent.resize(mostRecent);
    setPaths(u"recent"_s, recent);
}

QStringList AppSettings::recentMachines() const {
    return settings_.value(u"recentMachines"_s).toStringList();
}

void AppSettings::addRecentMachine(const QString& place) {
    QStringList recent = recentMachines();
    recent.removeAll(place);
    recent.prepend(place);
    settings_.setValue(u"recentMachines"_s,
                       QStringList(recent.first(std::min(recent.size(), qsizetype{mostRecent}))));
}

void AppSettings::moveVault(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::vector<std::filesystem::path> recent = recentVaults();
    std::ranges::replace(recent, from, to);
    setPaths(u"recent"_s, recent);
    setWatchedFolders(to, watchedFolders(from));
    setSelectedRun(to, selectedRun(from));
    setPanelLayout(to, panelLayout(from));
    setMetricsBeside(to, metricsBeside(from));
    setVaultsBeside(to, vaultsBeside(from));
    settings_.setValue(vaultKey(to, evalCommands), settings_.value(vaultKey(from, evalCommands)));
}

std::vector<std::filesystem::path> AppSettings::watchedFolders(const std::filesystem::path& vault) const {
    return paths(vaultKey(vault, u"folders"_s));
}

void AppSettings::setWatchedFolders(const std::filesystem::path& vault,
                                    const std::vector<std::filesystem::path>& folders) {
    setPaths(vaultKey(vault, u"folders"_s), folders);
}

QString AppSettings::evalCommand(const std::filesystem::path& vault, const QString& run) const {
    const QVariantMap commands = settings_.value(vaultKey(vault, evalCommands)).toMap();
    return commands.value(run, commands.value(QString())).toString();
}

void AppSettings::setEvalCommand(const std::filesystem::path& vault, const QString& run,
                                 const QString& command) {
    QVariantMap commands = settings_.value(vaultKey(vault, evalCommands)).toMap();
    commands[run] = command;
    // Runs without a command of their own begin with the newest.
    commands[QString()] = command;
    settings_.setValue(vaultKey(vault, evalCommands), commands);
}

bool AppSettings::isEvalConfirmed(const QString& hash) const {
    return settings_.value(u"eval/confirmed"_s).toStringList().contains(hash);
}

void AppSettings::confirmEval(const QString& hash) {
    QStringList hashes = settings_.value(u"eval/confirmed"_s).toStringList();
    hashes.removeAll(hash);
    hashes.prepend(hash);
    settings_.setValue(u"eval/confirmed"_s,
                       QStringList(hashes.first(std::min(hashes.size(), mostConfirmed))));
}

QString AppSettings::selectedRun(const std::filesystem::path& vault) const {
    return settings_.value(vaultKey(vault, u"run"_s)).toString();
}

void AppSettings::setSelectedRun(const std::filesystem::path& vault, const QString& run) {
    settings_.setValue(vaultKey(vault, u"run"_s), run);
}

QStringList AppSettings::metricsBeside(const std::filesystem::path& vault) const {
    return settings_.value(vaultKey(vault, u"metricsBeside"_s)).toStringList();
}

void AppSettings::setMetricsBeside(const std::filesystem::path& vault, const QStringList& tags) {
    settings_.setValue(vaultKey(vault, u"metricsBeside"_s), tags);
}

QStringList AppSettings::vaultsBeside(const std::filesystem::path& vault) const {
    return settings_.value(vaultKey(vault, u"vaultsBeside"_s)).toStringList();
}

void AppSettings::setVaultsBeside(const std::filesystem::path& vault, const QStringList& places) {
    settings_.setValue(vaultKey(vault, u"vaultsBeside"_s), places);
}

PanelLayout AppSettings::panelLayout(const std::filesystem::path& vault) const {
    PanelLayout layout;
    layout.size = std::clamp(settings_.value(vaultKey(vault, u"panelSize"_s), layout.size).toInt(), 0, 2);
    for (const QString& prefix : settings_.value(vaultKey(vault, u"closedPanels"_s)).toStringList())
        layout.closed.insert(prefix.toStdString());
    return layout;
}

void AppSettings::setPanelLayout(const std::filesystem::path& vault, const PanelLayout& layout) {
    QStringList closed;
    for (const std::string& prefix : layout.closed)
        closed << toQString(prefix);
    settings_.setValue(vaultKey(vault, u"panelSize"_s), layout.size);
    settings_.setValue(vaultKey(vault, u"closedPanels"_s), closed);
}

QByteArray AppSettings::layout(const QString& name) const {
    if (settings_.value(u"layout/version"_s).toInt() != layoutVersion) return {};
    return settings_.value(u"layout/"_s + name).toByteArray();
}

void AppSettings::setLayout(const QString& name, const QByteArray& state) {
    settings_.setValue(u"layout/version"_s, layoutVersion);
    settings_.setValue(u"layout/"_s + name, state);
}

QString AppSettings::vaultKey(const std::filesystem::path& vault, const QString& name) {
    const QByteArray path = QByteArray::fromStdString(vault.native());
    const QByteArray hash = QCryptographicHash::hash(path, QCryptographicHash::Sha256).toHex().first(16);
    return u"vault-"_s + QString::fromLatin1(hash) + u'/' + name;
}

std::vector<std::filesystem::path> AppSettings::paths(const QString& key) const {
    std::vector<std::filesystem::path> result;
    for (const QVariant& value : settings_.value(key).toList()) {
        // Bytes, since a file name need not be text.
        result.emplace_back(value.toByteArray().toStdString());
    }
    return result;
}

void AppSettings::setPaths(const QString& key, const std::vector<std::filesystem::path>& paths) {
    QVariantList values;
    for (const std::filesystem::path& path : paths)
        values.append(QByteArray::fromStdString(path.native()));
    settings_.setValue(key, values);
}

}  // namespace stepvault::ui
