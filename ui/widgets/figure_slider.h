#pragma once

#include <optional>

#include <QString>
#include <QWidget>

#include "library/summary/plan_report.h"

class QLabel;
class QSlider;

namespace stepvault::ui {

/// A time on a logarithmic slider. It stands where the plan found the figure, until it is moved.
class FigureSlider : public QWidget {
    Q_OBJECT

 public:
    /// In seconds. `endless`: the right end stands for never.
    FigureSlider(const QString& title, double low, double high, bool endless, QWidget* parent = nullptr);

    /// Sets the figure that the plan used, infinite for never, and its origin. Does not change a figure that
    /// the user set.
    void setFound(double seconds, const QString& origin);
    /// nullopt until it is moved.
    [[nodiscard]] std::optional<double> chosen() const { return chosen_; }
    /// Sets the value as if the user had moved it, without a signal; nullopt: resets it to the found value.
    void setChosen(std::optional<double> seconds);

    [[nodiscard]] QSlider& slider() { return *slider_; }
    [[nodiscard]] QString valueText() const;
    [[nodiscard]] QString originText() const;

 signals:
    void changed();

 private:
    void move(int position);
    void show(double seconds, const QString& origin);
    [[nodiscard]] double secondsAt(int position) const;
    [[nodiscard]] int positionOf(double seconds) const;

    double low_;
    double high_;
    bool endless_;
    double found_ = 0;
    QString foundOrigin_;
    std::optional<double> chosen_;
    QLabel* value_;
    QLabel* origin_;
    QSlider* slider_;
};

}  // namespace stepvault::ui
