// stepvault-gui [--vault DIR] [--demo] [--theme NAME] [--page run|bits|interval|cluster|vault]
//     [--screenshot FILE [--delay S]] [RUN_FOLDER...]
#include <optional>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QLibraryInfo>
#include <QLocale>
#include <QTimer>
#include <QTranslator>

#include "db/backends.h"
#include "ui/pages/run_page.h"
#include "ui/session/app_settings.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/screenshot.h"

namespace {

using namespace Qt::StringLiterals;
using stepvault::Library;

struct Arguments {
    std::optional<std::filesystem::path> vault;
    bool demo = false;
    QString screenshot;
    int delay = 0;  ///< seconds
    QString theme;
    QString page;
    std::vector<std::filesystem::path> folders;
};

struct Gui {
    Q_DECLARE_TR_FUNCTIONS(Gui)
};

/// Stepvault's own words and those of Qt's dialogs, in the user's language where there is a translation.
void speak(QTranslator& own, QTranslator& ofQt) {
    const QLocale locale;
    if (!own.load(locale, u"stepvault"_s, u"_"_s, u":/i18n"_s)) return;
    QCoreApplication::installTranslator(&own);
    if (ofQt.load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt);
}

Arguments parse(const QApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Gui::tr("Watches training runs, compresses their checkpoints, restores any step."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption vault(u"vault"_s, Gui::tr("Open this vault, made where there is none."),
                                   Gui::tr("DIR"));
    const QCommandLineOption demo(u"demo"_s, Gui::tr("Train a small network for a minute and watch it."));
    const QCommandLineOption screenshot(u"screenshot"_s, Gui::tr("Write the window to a PNG file and quit."),
                                        Gui::tr("FILE"));
    const QCommandLineOption delay(u"delay"_s, Gui::tr("Seconds to wait before the screenshot."),
                                   Gui::tr("S"));
    const QCommandLineOption theme(u"theme"_s, Gui::tr("system, light or dark; for this time only."),
                                   Gui::tr("NAME"));
    const QCommandLineOption page(u"page"_s,
                                  Gui::tr("The page to begin with: run, bits, interval, cluster or vault."),
                                  Gui::tr("PAGE"));
    parser.addOptions({vault, demo, screenshot, delay, theme, page});
    parser.addPositionalArgument(Gui::tr("RUN_FOLDER"), Gui::tr("Folders of training runs to watch."),
                                 Gui::tr("[RUN_FOLDER...]"));
    parser.process(application);
    Arguments arguments;
    if (parser.isSet(vault))
        arguments.vault = std::filesystem::absolute(stepvault::ui::toPath(parser.value(vault)));
    arguments.demo = parser.isSet(demo);
    arguments.screenshot = parser.value(screenshot);
    arguments.delay = parser.value(delay).toInt();
    arguments.theme = parser.value(theme);
    arguments.page = parser.value(page);
    for (const QString& folder : parser.positionalArguments())
        arguments.folders.push_back(stepvault::ui::toPath(folder));
    return arguments;
}

void begin(stepvault::ui::MainWindow& window, const Arguments& arguments,
           const stepvault::ui::AppSettings& settings) {
    const auto recent = settings.recentVaults();
    if (arguments.demo) {
        window.startDemo(stepvault::ui::MainWindow::demoFolder());
    } else if (arguments.vault) {
        window.openVault(*arguments.vault, Library::Mode::create);
    } else if (!arguments.folders.empty()) {
        window.openVault(stepvault::ui::MainWindow::defaultVault(), Library::Mode::create);
    } else if (!recent.empty()) {
        window.openVault(recent.front(), Library::Mode::existing);
    }
    if (arguments.page == u"bits") window.runPage().showTab(1);
    if (arguments.page == u"interval") window.runPage().showTab(2);
    if (arguments.page == u"cluster") window.runPage().showTab(3);
    if (arguments.page == u"vault") window.showVaultPage();
    if (!arguments.demo) window.addRunFolders(arguments.folders);
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QApplication::setApplicationName(u"stepvault-gui"_s);
    QApplication::setApplicationDisplayName(u"Stepvault"_s);
    QApplication::setDesktopFileName(u"io.github.stepvault.Stepvault"_s);
    QApplication::setApplicationVersion(QStringLiteral(STEPVAULT_VERSION));
    QTranslator own;
    QTranslator ofQt;
    speak(own, ofQt);
    const Arguments arguments = parse(application);
    stepvault::ui::AppSettings settings(stepvault::ui::AppSettings::defaultFile());
    stepvault::ui::Theme theme(*qApp);
    using stepvault::ui::ThemeMode;
    theme.setMode(arguments.theme == u"dark"    ? ThemeMode::dark
                  : arguments.theme == u"light" ? ThemeMode::light
                                                : settings.themeMode());
    QIcon icon;
    for (const int size : {16, 32, 48, 128})
        icon.addPixmap(stepvault::ui::appPixmap(size));
    QApplication::setWindowIcon(icon);

    stepvault::ui::MainWindow window(theme, settings, stepvault::sqlite_backends());
    begin(window, arguments, settings);
    window.show();
    std::optional<stepvault::ui::Screenshot> screenshot;
    if (!arguments.screenshot.isEmpty()) {
        screenshot.emplace(window, arguments.screenshot, arguments.delay);
        QObject::connect(&*screenshot, &stepvault::ui::Screenshot::taken, qApp,
                         [](bool written) { QCoreApplication::exit(written ? 0 : 1); });
    }
    return QApplication::exec();
}
