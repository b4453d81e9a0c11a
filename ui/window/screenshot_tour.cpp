#include "ui/window/screenshot_tour.h"

#include <utility>

#include <QLocale>
#include <QPixmap>

#include "ui/run/run_page.h"
#include "ui/window/idle_waiter.h"
#include "ui/window/main_window.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

namespace {

using namespace Qt::StringLiterals;

const QString startPage = u"start"_s;
const QString restoreSheet = u"restore"_s;

QString nameOf(ThemeMode mode) {
    return mode == ThemeMode::dark ? u"dark"_s : u"light"_s;
}

}  // namespace

ScreenshotTour::ScreenshotTour(Theme& theme, Backends backends, std::filesystem::path vault,
                               const QString& folder, const QStringList& languages, QObject* parent)
    : QObject(parent),
      theme_(theme),
      backends_(std::move(backends)),
      vault_(std::move(vault)),
      folder_(folder),
      settings_(own_.filePath(u"settings.ini"_s)) {
    for (const QString& language : languages) {
        for (const QString& page : {startPage, u"run"_s, u"inside"_s, restoreSheet, u"metrics"_s, u"bits"_s,
                                    u"interval"_s, u"cluster"_s, u"vault"_s, u"compare"_s}) {
            for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark})
                shots_.append({page, mode, language});
        }
    }
    allWritten_ = QDir().mkpath(folder);
    QMetaObject::invokeMethod(this, &ScreenshotTour::next, Qt::QueuedConnection);
}

ScreenshotTour::~ScreenshotTour() = default;

void ScreenshotTour::next() {
    if (shots_.isEmpty() || !allWritten_) {
        window_.reset();
        emit finished(allWritten_);
        return;
    }
    const Shot last = std::exchange(shot_, shots_.takeFirst());
    const bool isNew = last.language != shot_.language || (last.page == startPage && shot_.page != startPage);
    if (!isNew) return arrange();
    makeWindow();
    if (shot_.page == startPage) return arrange();
    window_->openVault(vault_, LocalVault::Mode::existing);
    whenIdle(&ScreenshotTour::arrange);
}

void ScreenshotTour::makeWindow() {
    window_.reset();
    const QLocale locale(shot_.language);
    QLocale::setDefault(locale);
    language_.speak(locale);
    window_ = std::make_unique<MainWindow>(theme_, settings_, backends_);
    window_->show();
}

void ScreenshotTour::arrange() {
    if (shot_.page != startPage && window_->session() == nullptr) {
        allWritten_ = false;
        return next();
    }
    theme_.setMode(shot_.mode);
    if (shot_.page == restoreSheet) {
        window_->actions().restore->trigger();
    } else if (shot_.page != startPage) {
        window_->runPage().closeSheet();
        window_->showPage(shot_.page);
    }
    whenIdle(&ScreenshotTour::take);
}

void ScreenshotTour::take() {
    const QString file = u"%1-%2-%3.png"_s.arg(shot_.page, nameOf(shot_.mode), shot_.language);
    allWritten_ = window_->grab().save(folder_.filePath(file), "PNG");
    next();
}

void ScreenshotTour::whenIdle(void (ScreenshotTour::*then)()) {
    auto* calm = new IdleWaiter(*window_, 0, this);
    connect(calm, &IdleWaiter::reached, this, [this, calm, then] {
        calm->deleteLater();
        (this->*then)();
    });
}

}  // namespace stepvault::ui
