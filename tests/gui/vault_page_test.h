// The page Vault in its window, on a copy of a vault that the engine made from two runs' files.
#pragma once

#include <QCheckBox>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "support/event_loop_watch.h"
#include "support/watched_library.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/vault/prune_card.h"
#include "ui/vault/rules_line.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/menu_choice.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/panel_entry.h"
#include "ui/window/runs_panel.h"

namespace stepvault::ui::tests {

inline constexpr int patience = 20000;  // milliseconds

class VaultPageTest : public QObject {
 protected:
    void makeVault();
    void openCopy();
    void closeWindow();
    [[nodiscard]] std::filesystem::path path(const std::string& name) const {
        return toPath(folder_.path()) / name;
    }
    VaultPage& page() { return window_->vaultPage(); }
    RulesLine& rules() { return page().prune().rules(); }
    QAbstractItemModel& rows() { return *page().prune().table().model(); }
    [[nodiscard]] QString cell(int row, int column) { return rows().index(row, column).data().toString(); }
    VaultHandle& library() { return *window_->session()->library(); }
    [[nodiscard]] std::size_t stored(const char* run);
    /// Opens another window with the same settings.
    void openWindow(const std::filesystem::path& vault, LocalVault::Mode mode);
    void open();
    void settle();
    void choose(MenuChoice& button, const QString& text);
    void type(QSpinBox& box, const char* digits);
    void keepOnlyTheLast(const char* count);
    /// The button of the notice; fails the test if there is none.
    QPushButton* noticeButton();

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

inline void VaultPageTest::makeVault() {
    QVERIFY(folder_.isValid());
    auto library = stepvault::test::open_library(path("made"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    stepvault::test::Events events;
    for (const auto& [name, steps] : {std::pair("alpha", 8), std::pair("beta", 4)}) {
        stepvault::test::write_run(path(name), steps);
        stepvault::test::age(path(name));
        QVERIFY(stepvault::test::watch_once(**library, path(name), events, SchemeChoice{.exact_base = true})
                    .ok());
        std::filesystem::remove_all(path(name));
    }
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

inline void VaultPageTest::openCopy() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    std::filesystem::remove_all(path("vault"));
    std::filesystem::copy(path("made"), path("vault"), std::filesystem::copy_options::recursive);
    std::filesystem::remove(path("settings.ini"));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    openWindow(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
}

inline void VaultPageTest::openWindow(const std::filesystem::path& vault, LocalVault::Mode mode) {
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(vault, mode);
}

inline void VaultPageTest::closeWindow() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

inline void VaultPageTest::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

inline void VaultPageTest::open() {
    QTest::mouseClick(&window_->runsPanel().vaultEntry(), Qt::LeftButton);
    QVERIFY(page().isVisible());
    settle();
}

inline void VaultPageTest::choose(MenuChoice& button, const QString& text) {
    for (QAction* action : button.menu()->actions()) {
        if (action->text() == text) return action->trigger();
    }
    QFAIL(qPrintable(text));
}

inline void VaultPageTest::type(QSpinBox& box, const char* digits) {
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, QLatin1String(digits));
}

inline void VaultPageTest::keepOnlyTheLast(const char* count) {
    choose(rules().run(), QStringLiteral("alpha"));
    for (QCheckBox* box : {&rules().bestSwitch(), &rules().everySwitch()}) {
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(!box->isChecked());
    }
    type(rules().lastCount(), count);
    settle();
}

inline std::size_t VaultPageTest::stored(const char* run) {
    return library().queries().checkpoints(library().queries().run(run)->row.id)->size();
}

inline QPushButton* VaultPageTest::noticeButton() {
    for (QPushButton* button : window_->notice().findChildren<QPushButton*>()) {
        if (button->isVisible()) return button;
    }
    return nullptr;
}

}  // namespace stepvault::ui::tests
