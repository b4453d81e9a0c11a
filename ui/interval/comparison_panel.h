#pragma once

#include <vector>

#include <QWidget>

#include "ui/charts/plot_frame.h"
#include "ui/interval/interval_view.h"

class QBoxLayout;
class QGridLayout;
class QToolButton;

namespace stepvault::ui {

class OverheadCard;
class ScheduleRows;
class Theme;

/// The rival schedules, folded away under a button: where each saves, what it costs, and a sentence on it.
class ComparisonPanel : public QWidget {
    Q_OBJECT

 public:
    explicit ComparisonPanel(const Theme& theme, QWidget* parent = nullptr);

    void setView(const IntervalView& view);
    void clear();
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    /// Side by side, or one above the other; `side`: the width of the right card, in pixels.
    void setSideBySide(bool sideBySide, int side);
    /// See ScheduleRows::alignTo().
    void alignTo(const PlotFrame& above);

    [[nodiscard]] ScheduleRows& rows() { return *rows_; }
    [[nodiscard]] OverheadCard& overhead() { return *overhead_; }
    [[nodiscard]] QToolButton& button() { return *button_; }
    /// One for each schedule.
    [[nodiscard]] const QStringList& sentences() const { return sentences_; }

 signals:
    void opened(bool open);  ///< by the user

 private:
    QWidget* makeRowsCard();
    void setSentences(const IntervalView& view);

    QToolButton* button_;
    QWidget* body_;
    ScheduleRows* rows_;
    OverheadCard* overhead_;
    QWidget* words_;
    QGridLayout* grid_;
    QBoxLayout* columns_;
    QStringList sentences_;
};

}  // namespace stepvault::ui
