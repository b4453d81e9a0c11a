// stepvault-gui [--vault DIR] [--demo] [--theme NAME] [--language NAME] [--page NAME]
//     [--screenshot FILE [--delay S]] [--screenshots DIR] [RUN_FOLDER...]
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QLocale>
#include <QPixmap>

#include "db/backends.h"
#include "ui/connect/ask_client.h"
#include "ui/log/log_file.h"
#include "ui/session/app_settings.h"
#include "ui/session/vault_place.h"
#include "ui/text/format.h"
#include "ui/text/language.h"
#include "ui/theme/glyph.h"
#include "ui/theme/system_colors.h"
#include "ui/theme/theme.h"
#include "ui/window/desktop_notifications.h"
#include "ui/window/idle_waiter.h"
#include "ui/window/main_window.h"
#include "ui/window/screenshot_tour.h"

namespace {

using namespace Qt::StringLiterals;
using stepvault::LocalVault;

struct Arguments {
    std::optional<std::filesystem::path> vault;
    QString machine;  ///< as parse_remote_place() takes it; empty for none
    bool demo = false;
    QString screenshot;
    int delay = 0;  ///< seconds
    QString screenshots;
    QString theme;
    QString language;
    QString page;
    std::vector<std::filesystem::path> folders;
};

struct Gui {
    Q_DECLARE_TR_FUNCTIONS(Gui)
};

/// Ends the program unless `value` is empty or one of `names`.
void demandOneOf(const QString& option, const QString& value, const QStringList& names) {
    if (value.isEmpty() || names.contains(value)) return;
    qCritical("%s", qPrintable(Gui::tr("stepvault-gui: there is no %1 %2; give one of %3")
                                   .arg(option, value, names.join(u", "_s))));
    std::exit(2);
}

Arguments parse(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Gui::tr("Watches training runs, compresses their checkpoints, restores any step."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption vault(u"vault"_s, Gui::tr("Open this vault, made where there is none."),
                                   Gui::tr("DIR"));
    const QCommandLineOption host(u"host"_s, Gui::tr("Open a vault on another machine, by ssh."),
                                  Gui::tr("[USER@]HOST[:VAULT]"));
    const QCommandLineOption demo(u"demo"_s, Gui::tr("Train a small network for a minute and watch it."));
    const QCommandLineOption screenshot(u"screenshot"_s, Gui::tr("Write the window to a PNG file and quit."),
                                        Gui::tr("FILE"));
    const QCommandLineOption delay(u"delay"_s, Gui::tr("Seconds to wait before the screenshot."),
                                   Gui::tr("S"));
    const QCommandLineOption theme(u"theme"_s, Gui::tr("system, light or dark; for this time only."),
                                   Gui::tr("NAME"));
    const QCommandLineOption page(u"page"_s,
                                  Gui::tr("The page to begin with: run, inside, metrics, bits, interval, "
                                          "cluster, vault, folders, runs, compare "
                                          "or log."),
                                  Gui::tr("PAGE"));
    const QCommandLineOption screenshots(
        u"screenshots"_s,
        Gui::tr("Write every page of the vault, light and dark, in every language, and quit."),
        Gui::tr("DIR"));
    const QCommandLineOption language(u"language"_s, Gui::tr("en, de or zh_CN; for this time only."),
                                      Gui::tr("NAME"));
    parser.addOptions({vault, host, demo, screenshot, delay, screenshots, theme, language, page});
    parser.addPositionalArgument(Gui::tr("RUN_FOLDER"), Gui::tr("Folders of training runs to watch."),
                                 Gui::tr("[RUN_FOLDER...]"));
    parser.process(application);
    Arguments arguments;
    if (parser.isSet(vault))
        arguments.vault = std::filesystem::absolute(stepvault::ui::toPath(parser.value(vault)));
    arguments.machine = parser.value(host);
    arguments.demo = parser.isSet(demo);
    arguments.screenshot = parser.value(screenshot);
    arguments.delay = parser.value(delay).toInt();
    arguments.screenshots = parser.value(screenshots);
    arguments.theme = parser.value(theme);
    arguments.language = parser.value(language);
    arguments.page = parser.value(page);
    demandOneOf(u"--page"_s, arguments.page,
                {u"run"_s, u"inside"_s, u"metrics"_s, u"bits"_s, u"interval"_s, u"cluster"_s, u"vault"_s,
                 u"compare"_s, u"runs"_s, u"folders"_s, u"log"_s});
    demandOneOf(u"--theme"_s, arguments.theme, {u"system"_s, u"light"_s, u"dark"_s});
    for (const QString& folder : parser.positionalArguments())
        arguments.folders.push_back(stepvault::ui::toPath(folder));
    return arguments;
}

void begin(stepvault::ui::MainWindow& window, const Arguments& arguments,
           const stepvault::ui::AppSettings& settings) {
    const auto recent = settings.recentVaults();
    if (arguments.demo) {
        window.startDemo(stepvault::ui::VaultDoor::demoFolder());
    } else if (!arguments.machine.isEmpty()) {
        window.connectToMachine(arguments.machine);
    } else if (arguments.vault) {
        window.openVault(*arguments.vault, LocalVault::Mode::create);
    } else if (!arguments.folders.empty()) {
        window.openVault(stepvault::ui::VaultDoor::defaultVault(), LocalVault::Mode::create);
    } else if (!recent.empty()) {
        window.openVault(recent.front(), LocalVault::Mode::existing);
    }
    window.showPage(arguments.page);
    if (!arguments.demo) window.addRunFolders(arguments.folders);
}

void quit(bool isWritten) {
    QCoreApplication::exit(isWritten ? 0 : 1);
}

int writeScreenshots(stepvault::ui::Theme& theme, const Arguments& arguments) {
    QStringList languages;
    for (const stepvault::ui::LanguageName& each : stepvault::ui::languageNames())
        languages << each.code;
    if (!arguments.language.isEmpty()) languages = {arguments.language};
    const stepvault::ui::ScreenshotTour tour(
        theme, stepvault::sqlite_backends(),
        arguments.vault.value_or(stepvault::ui::VaultDoor::defaultVault()), arguments.screenshots, languages);
    QObject::connect(&tour, &stepvault::ui::ScreenshotTour::finished, qApp, [&](bool written) {
        if (!written) {
            qCritical("%s",
                      qPrintable(Gui::tr("stepvault-gui: there is no vault to show, or %1 cannot be written; "
                                         "give another --vault or --screenshots")
                                     .arg(arguments.screenshots)));
        }
        quit(written);
    });
    return QApplication::exec();
}

constexpr int restart = 1000;  ///< beyond any exit code

/// Shows the window until the user quits; returns the exit code. Returns `restart` if the window must be
/// created again in the language of the settings; `arguments` then name the vault to open.
int showWindow(stepvault::ui::Theme& theme, stepvault::ui::AppSettings& settings, Arguments& arguments) {
    stepvault::ui::DesktopNotifications desktop;
    stepvault::ui::MainWindow window(theme, settings, stepvault::sqlite_backends());
    window.setNotificationSink(&desktop);
    window.keepLogIn(stepvault::ui::LogFile::defaultFolder());
    begin(window, arguments, settings);
    // A picture has the size that the layout gives it, also without a screen.
    if (arguments.screenshot.isEmpty()) window.fitToScreen();
    window.show();
    std::optional<stepvault::ui::IdleWaiter> calm;
    if (!arguments.screenshot.isEmpty()) {
        calm.emplace(window, arguments.delay);
        QObject::connect(&*calm, &stepvault::ui::IdleWaiter::reached, qApp, [&] {
            const bool isWritten = window.grab().save(arguments.screenshot, "PNG");
            if (!isWritten)
                qCritical("%s",
                          qPrintable(Gui::tr("stepvault-gui: cannot write %1").arg(arguments.screenshot)));
            quit(isWritten);
        });
    }
    QObject::connect(&window, &stepvault::ui::MainWindow::restartRequested, qApp,
                     [] { QCoreApplication::exit(restart); });
    const int code = QApplication::exec();
    arguments = {};
    if (window.session() != nullptr) {
        const stepvault::VaultHandle& vault = *window.session()->library();
        if (vault.host().empty())
            arguments.vault = vault.folder();
        else
            arguments.machine = stepvault::ui::toQString(stepvault::ui::placeOf(vault));
    }
    return code;
}

/// True if the arguments ask only for text, which needs no display.
bool asksForWords(int argc, char** argv) {
    return std::any_of(argv + 1, argv + std::max(argc, 1), [](std::string_view argument) {
        return argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v" ||
               argument == "--help-all";
    });
}

}  // namespace

int main(int argc, char** argv) {
    if (stepvault::ui::isAskedBySsh()) return stepvault::ui::askForSsh(argc, argv);
    // Programs started by one that ignores it could not learn how ssh has ended.
    std::signal(SIGCHLD, SIG_DFL);
    QCoreApplication::setApplicationName(u"stepvault-gui"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(STEPVAULT_VERSION));
    if (asksForWords(argc, argv)) {
        const QCoreApplication application(argc, argv);
        stepvault::ui::Language words;
        words.speak(QLocale());
        parse(application);
        return 0;
    }
    const QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(u"Stepvault"_s);
    QApplication::setDesktopFileName(u"io.github.stepvault.Stepvault"_s);
    stepvault::ui::AppSettings settings(stepvault::ui::AppSettings::defaultFile());
    stepvault::ui::Language language;
    const auto speak = [&](const QString& code) {
        QLocale::setDefault(stepvault::ui::localeOf(code));
        language.speak(QLocale());
    };
    speak(settings.language());
    Arguments arguments = parse(application);
    if (!arguments.language.isEmpty()) speak(arguments.language);
    stepvault::ui::Theme theme(*qApp);
    using stepvault::ui::ThemeMode;
    theme.setMode(arguments.theme == u"dark"    ? ThemeMode::dark
                  : arguments.theme == u"light" ? ThemeMode::light
                                                : settings.themeMode());
    QIcon icon;
    for (const int size : {16, 32, 48, 128})
        icon.addPixmap(stepvault::ui::appPixmap(size));
    QApplication::setWindowIcon(icon);

    if (!arguments.screenshots.isEmpty()) return writeScreenshots(theme, arguments);
    const stepvault::ui::SystemColors colors(theme);
    for (;;) {
        const int code = showWindow(theme, settings, arguments);
        if (code != restart) return code;
        speak(settings.language());
    }
}
