#include "ui/window/panel_entry.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr int entryHeight = 32;
constexpr int leastWidth = 120;
}  // namespace

PanelEntry::PanelEntry(const QString& name, QWidget* parent)
    : QPushButton(parent), name_(name), figure_(new QLabel(this)) {
    setLook(this, "entry");
    setCheckable(true);
    auto* label = new QLabel(name_, this);
    setLook(label, "muted");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->addWidget(label);
    layout->addWidget(figure_, 1, Qt::AlignRight);
    for (QLabel* shown : {label, figure_})
        shown->setAttribute(Qt::WA_TransparentForMouseEvents);
    setFigure({});
}

void PanelEntry::setFigure(const QString& figure) {
    figure_->setText(figure);
    setAccessibleName(figure.isEmpty() ? name_ : tr("%1, %2").arg(name_, figure));
}

void PanelEntry::setForecast(const QString& forecast) {
    forecast_ = forecast;
    updateToolTip();
}

void PanelEntry::setDescription(const QString& description) {
    description_ = description;
    updateToolTip();
}

void PanelEntry::updateToolTip() {
    setToolTip(forecast_.isEmpty() ? description_ : QString(description_ + u'\n' + forecast_));
}

QString PanelEntry::figure() const {
    return figure_->text();
}

QSize PanelEntry::sizeHint() const {
    return {leastWidth, entryHeight};
}

}  // namespace stepvault::ui
