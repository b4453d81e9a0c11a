#pragma once

#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

#include "ui/jobs/job_progress.h"
#include "ui/jobs/rate_meter.h"

class QProgressBar;
class QToolButton;

namespace stepvault::ui {

class ElidedLabel;
class Theme;

/// The current work, with bytes, rate and time left. Empty while there is none, at the same height, so that
/// nothing in the window moves when work begins or ends.
class ActivityStrip : public QFrame {
    Q_OBJECT

 public:
    explicit ActivityStrip(const Theme& theme, QWidget* parent = nullptr);

    enum class Unit { bytes, parts };

    /// `title` names the work ("Restoring gpt-adamw step 4,200"). Entries with `job` 0 can't be cancelled and
    /// vanish by themselves when nothing more is heard of them.
    void report(JobId job, const QString& title, const JobProgress& progress, Unit unit = Unit::bytes);
    void remove(JobId job);
    /// Empty while there is no work.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isIdle() const { return entries_.empty(); }
    /// Any entry that can be cancelled.
    [[nodiscard]] bool hasJobs() const;

    /// "612.0 MiB of 1.1 GiB · 1.9 GiB/s · 1 s left", as far as it is known.
    static QString progressText(const JobProgress& progress, const RateMeter& meter);

 signals:
    void cancelRequested(stepvault::ui::JobId job);

 private:
    struct Entry {
        JobId job = 0;
        QString title;
        JobProgress progress;
        Unit unit = Unit::bytes;
        RateMeter meter;
    };

    void render();
    void applyTheme();

    const Theme& theme_;
    std::vector<Entry> entries_;
    QElapsedTimer clock_;
    QTimer quiet_;
    ElidedLabel* label_;
    QProgressBar* bar_;
    QToolButton* cancel_;
};

}  // namespace stepvault::ui
