#include "ui/charts/walked_chart.h"

#include "ui/theme/theme.h"

namespace stepvault::ui {

WalkedChart::WalkedChart(const Theme& theme, QWidget* parent) : Walked(parent) {
    setColors(theme.tokens());
    connect(&theme, &Theme::changed, this, [this, &theme] {
        setColors(theme.tokens());
        layOut();
    });
}

void WalkedChart::resizeEvent(QResizeEvent* event) {
    Walked::resizeEvent(event);
    layOut();
}

}  // namespace stepvault::ui
