#include "ui/widgets/count_slider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>

#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr int leastWidth = 56;
constexpr int mostWidth = 110;
constexpr int numberWidth = 20;
}  // namespace

CountSlider::CountSlider(const QString& name, int least, int most, int value, QWidget* parent)
    : QWidget(parent), slider_(new QSlider(Qt::Horizontal, this)), number_(new QLabel(this)) {
    auto* label = new QLabel(name, this);
    setLook(label, "muted");
    slider_->setRange(least, most);
    slider_->setPageStep(4);
    slider_->setMinimumWidth(leastWidth);
    slider_->setMaximumWidth(mostWidth);
    slider_->setAccessibleName(name);
    number_->setMinimumWidth(numberWidth);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(slider_);
    layout->addWidget(number_);
    connect(slider_, &QSlider::valueChanged, this, [this](int now) {
        number_->setText(QString::number(now));
        emit valueChanged(now);
    });
    slider_->setValue(value);
    number_->setText(QString::number(value));
}

int CountSlider::value() const {
    return slider_->value();
}

}  // namespace stepvault::ui
