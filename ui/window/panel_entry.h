#pragma once

#include <QPushButton>

class QLabel;

namespace stepvault::ui {

/// A way to a page below the runs' list: its name, and a figure.
class PanelEntry : public QPushButton {
    Q_OBJECT

 public:
    explicit PanelEntry(const QString& name, QWidget* parent = nullptr);

    void setFigure(const QString& figure);
    [[nodiscard]] QString figure() const;
    /// A sentence below the tool tip; empty for none.
    void setForecast(const QString& forecast);
    void setDescription(const QString& description);
    [[nodiscard]] QSize sizeHint() const override;

 private:
    void updateToolTip();

    QString name_;
    QString description_;
    QString forecast_;
    QLabel* figure_;
};

}  // namespace stepvault::ui
