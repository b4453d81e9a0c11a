// A page Bits with vaults that the engine made from runs whose files have been deleted.
#pragma once

#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/watched_library.h"
#include "ui/bits/bits_controls.h"
#include "ui/bits/bits_page.h"
#include "ui/bits/chart_table_card.h"
#include "ui/bits/error_loader.h"
#include "ui/bits/error_map.h"
#include "ui/bits/exceptions_line.h"
#include "ui/bits/exponent_chart.h"
#include "ui/bits/figures_card.h"
#include "ui/bits/rate_chart.h"
#include "ui/bits/recode_line.h"
#include "ui/bits/tensor_bits_card.h"
#include "ui/session/app_settings.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"
#include "vault/records/vault_paths.h"

namespace stepvault::ui::tests {

inline constexpr int patience = 20000;  // milliseconds

class BitsPageTest : public QObject {
 protected:
    void makeRuns();
    void openPage();
    void closePage();
    void makeRun(const char* name, const SchemeChoice& choice, RunSnapshot& run);
    /// Trains and files steps `first` to `last` of weights, an embedding and moments; the originals stay
    /// until a test removes them.
    RunSnapshot train(const char* name, const SchemeChoice& choice, int first, int last);
    [[nodiscard]] RunSnapshot snapshot(const char* name);
    [[nodiscard]] std::map<std::string, std::string> stepFiles(const RunSnapshot& run) const;
    void preview(const QString& scheme);
    void pick(MenuChoice& choice, const QString& text);
    [[nodiscard]] std::filesystem::path folderOf(const char* name) const {
        return toPath(folder_.path()) / name;
    }
    [[nodiscard]] QPushButton* shownButton() const;
    void show(const RunSnapshot& run);
    void settle();
    void choose(SegmentControl& control, const QString& text);
    [[nodiscard]] SchemeChoice filedAs(const RunSnapshot& run) {
        return *library_->queries().scheme(run.info.row.id);
    }

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::shared_ptr<VaultHandle> library_;
    RunSnapshot lc_, adaptive_, exact_;
    std::unique_ptr<JobRunner> runner_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<BitsPage> page_;
};

inline void BitsPageTest::makeRun(const char* name, const SchemeChoice& choice, RunSnapshot& run) {
    const std::filesystem::path folder = toPath(folder_.path()) / name;
    writeRun(folder, 40);
    QVERIFY(stepvault::test::watch_once(*library_, {folder}, choice).ok());
    std::filesystem::remove_all(folder);
    run.info = *library_->queries().run(name);
    run.checkpoints = *library_->queries().checkpoints(run.info.row.id);
    QCOMPARE(run.checkpoints.size(), std::size_t{2});
}

inline RunSnapshot BitsPageTest::snapshot(const char* name) {
    RunSnapshot run;
    run.info = *library_->queries().run(name);
    run.checkpoints = *library_->queries().checkpoints(run.info.row.id);
    return run;
}

inline RunSnapshot BitsPageTest::train(const char* name, const SchemeChoice& choice, int first, int last) {
    // Equal trainings would share a base.
    stepvault::test::Training training(3 + std::hash<std::string_view>()(name), 8000);
    for (int i = 1; i <= last; ++i, training.next()) {
        if (i < first) continue;
        stepvault::test::write_text(folderOf(name) / ("step_" + std::to_string(i) + ".safetensors"),
                                    training.bytes());
    }
    if (first == 1) stepvault::test::age(folderOf(name));
    const Status status = stepvault::test::watch_once(*library_, {folderOf(name)}, choice);
    if (!status.ok()) qFatal("%s", status.error().message.c_str());
    return snapshot(name);
}

/// The run's step files: names and contents.
inline std::map<std::string, std::string> BitsPageTest::stepFiles(const RunSnapshot& run) const {
    std::map<std::string, std::string> files;
    const std::filesystem::path folder = steps_folder(runs_folder(library_->folder()) / run.info.row.id);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files[entry.path().filename().native()] = readFile(entry.path());
    return files;
}

inline void BitsPageTest::preview(const QString& scheme) {
    choose(page_->controls().scheme(), scheme);
    QTest::mouseClick(&page_->controls().recodeButton(), Qt::LeftButton);
    settle();
}

inline void BitsPageTest::pick(MenuChoice& choice, const QString& text) {
    for (QAction* action : choice.menu()->actions()) {
        if (action->text() == text) return action->trigger();
    }
    QFAIL(qPrintable(text));
}

inline void BitsPageTest::makeRuns() {
    QVERIFY(folder_.isValid());
    auto library = stepvault::test::open_library(toPath(folder_.path()) / "vault");
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    library_ = std::move(*library);
    makeRun("lc", {.scheme = Scheme::lc}, lc_);
    makeRun("adaptive", {}, adaptive_);
    makeRun("exact", {.scheme = Scheme::exact}, exact_);
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

inline void BitsPageTest::openPage() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    runner_ = std::make_unique<JobRunner>();
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    page_ = std::make_unique<BitsPage>(*theme_, *runner_, *settings_);
    page_->resize(1040, 660);
    page_->show();
    QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
}

inline void BitsPageTest::closePage() {
    page_.reset();
    settings_.reset();
    runner_.reset();
}

inline void BitsPageTest::show(const RunSnapshot& run) {
    page_->setRun(library_, run, 0);
    settle();
}

inline void BitsPageTest::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(page_->isSettled(), patience);
}

inline void BitsPageTest::choose(SegmentControl& control, const QString& text) {
    for (QToolButton* button : control.findChildren<QToolButton*>()) {
        if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

inline QPushButton* BitsPageTest::shownButton() const {
    const auto buttons = page_->findChildren<QPushButton*>();
    const auto shown = std::ranges::find_if(buttons, [](QPushButton* each) { return each->isVisible(); });
    return shown == buttons.end() ? nullptr : *shown;
}

}  // namespace stepvault::ui::tests
