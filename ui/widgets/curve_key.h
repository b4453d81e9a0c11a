#pragma once

#include <vector>

#include <QLabel>

namespace stepvault::ui {

class Theme;

/// The colours of several metrics in one chart, in a line that wraps.
class CurveKey : public QLabel {
    Q_OBJECT

 public:
    struct Entry {
        QString name;
        std::size_t color = 0;  ///< see seriesPen()
        bool onRight = false;   ///< its values are those of the axis at the right
    };

    explicit CurveKey(const Theme& theme, QWidget* parent = nullptr);

    /// Hidden for fewer than two.
    void setEntries(std::vector<Entry> entries);

 private:
    void render();

    const Theme& theme_;
    std::vector<Entry> entries_;
};

}  // namespace stepvault::ui
