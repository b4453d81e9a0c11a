#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/menu_choice.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"
#include "ui/window/top_bar.h"

namespace test_plain_names {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds
const std::string hostile = "<h1>big<img src='picture.png'>&co";

QStringList shownTips() {
    QStringList tips;
    for (const QWidget* widget : QApplication::topLevelWidgets()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label != nullptr && label->isVisible() && label->windowFlags().testFlag(Qt::ToolTip))
            tips << (label->textFormat() == Qt::PlainText ? label->text() : QStringLiteral("rich"));
    }
    return tips;
}

}  // namespace

/// Names may contain anything: the window does not treat their characters as markup, pictures or mnemonics.
class TestPlainNames : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void labelsAreNoHtml();
    void tipsAreNoHtml();
    void buttonsAndMenusKeepTheirAmpersands();

 private:
    QTemporaryDir folder_;
    const QString name_ = QString::fromStdString(hostile);
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestPlainNames::initTestCase() {
    const fs::path root = toPath(folder_.path());
    const fs::path run = root / hostile;
    fs::create_directories(run);
    writeFile(run / stepName(10), safetensorsBytes(10, 5000));
    std::ofstream(run / "metrics.jsonl") << R"({"step": 10, ")" << hostile << R"(": 1.5})" << '\n';
    const fs::path vault = root / ("vault " + hostile);
    {
        auto library = test::open_library(vault);
        QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
        test::age(run);
        QVERIFY(test::watch_once(**library, {run}).ok());
    }
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(vault, LocalVault::Mode::existing);
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(window_->runPage().run().row.name), name_, patience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

void TestPlainNames::labelsAreNoHtml() {
    for (const char* page : {"run", "metrics", "bits", "interval", "cluster", "vault", "log"}) {
        window_->showPage(QString::fromLatin1(page));
        QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
        for (const QLabel* label : window_->findChildren<QLabel*>()) {
            if (label->isVisible()) QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        }
    }
}

void TestPlainNames::tipsAreNoHtml() {
    QToolTip::showText(window_->pos(), name_, window_.get());
    QTRY_COMPARE(shownTips(), QStringList{name_});
    QToolTip::hideText();
    QTRY_COMPARE(shownTips(), QStringList());
}

void TestPlainNames::buttonsAndMenusKeepTheirAmpersands() {
    window_->showPage(QStringLiteral("run"));
    MenuChoice* metric = nullptr;
    for (auto* choice : window_->runPage().findChildren<MenuChoice*>()) {
        if (choice->isVisible() && choice->current() == name_) metric = choice;
    }
    QVERIFY(metric != nullptr);
    const QString escaped = QString(name_).replace(u'&', QStringLiteral("&&"));
    QCOMPARE(metric->text(), escaped);
    QCOMPARE(metric->menu()->actions().front()->text(), escaped);
    metric->resize(metric->sizeHint());
    QCOMPARE(metric->shownText(), name_);
    bool isNamed = false;
    for (const auto* button : window_->findChildren<QToolButton*>())
        isNamed |= button->text().endsWith(QStringLiteral("vault ") + escaped);
    QVERIFY(isNamed);
}

STEPVAULT_TEST(TestPlainNames)

}  // namespace test_plain_names

#include "test_plain_names.moc"
