#pragma once

#include <QWidget>

class QGridLayout;

namespace stepvault::ui {

class FiguresCard;

/// Two charts and the figures: side by side, in two rows, or one below the other, as the width allows. GUI
/// thread.
class BitsCards : public QWidget {
    Q_OBJECT

 public:
    /// Takes the cards.
    BitsCards(QWidget& rates, QWidget& exponents, FiguresCard& figures, QWidget* parent = nullptr);

    /// As wide as the narrowest form, and as high as the present one.
    [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    enum class Form { none, row, twoRows, column };

    void arrange(Form form);

    QWidget& rates_;
    QWidget& exponents_;
    FiguresCard& figures_;
    QGridLayout* grid_;
    Form form_ = Form::none;
};

}  // namespace stepvault::ui
