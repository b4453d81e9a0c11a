#pragma once

#include <cstdint>
#include <optional>

#include <QWidget>

class QLabel;
class QSpinBox;

namespace stepvault::ui {

/// How many steps a training takes in all. It stands where the plan found that, until the user types another
/// number.
class StepsField : public QWidget {
    Q_OBJECT

 public:
    explicit StepsField(const QString& title, QWidget* parent = nullptr);

    /// The plan's figure and its origin. `least`: the smallest number that makes sense. A number that the
    /// user typed stays.
    void setFound(std::uint64_t steps, std::uint64_t least, const QString& origin);
    /// nullopt until the user types one.
    [[nodiscard]] std::optional<std::uint64_t> chosen() const { return chosen_; }
    /// Sets the value as if the user had typed it, without a signal; nullopt: resets it to the found value.
    void setChosen(std::optional<std::uint64_t> steps);

    [[nodiscard]] QSpinBox& box() { return *box_; }
    [[nodiscard]] QString originText() const;

 signals:
    void changed();

 private:
    void show(std::uint64_t steps, const QString& origin);

    std::uint64_t found_ = 0;
    QString foundOrigin_;
    std::optional<std::uint64_t> chosen_;
    QSpinBox* box_;
    QLabel* origin_;
};

}  // namespace stepvault::ui
