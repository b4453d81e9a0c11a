#pragma once

#include <QWidget>

class QButtonGroup;

namespace stepvault::ui {

/// A few choices side by side, one of them taken.
class SegmentControl : public QWidget {
    Q_OBJECT

 public:
    explicit SegmentControl(const QStringList& choices, QWidget* parent = nullptr);

    /// None is taken if there is no choice of that index.
    void setCurrent(int index);
    /// -1 if none is taken.
    [[nodiscard]] int current() const;
    /// `tips`: the tool tip of each choice.
    void setTips(const QStringList& tips);

 signals:
    void chosen(int index);

 private:
    QButtonGroup* group_;
};

}  // namespace stepvault::ui
