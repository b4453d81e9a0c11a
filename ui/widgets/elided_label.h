#pragma once

#include <QLabel>

namespace stepvault::ui {

/// One line that gives way to its neighbours; the whole text is its tool tip where it does not fit.
class ElidedLabel : public QLabel {
    Q_OBJECT

 public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return full_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void elide();

    Qt::TextElideMode mode_;
    QString full_;
};

}  // namespace stepvault::ui
