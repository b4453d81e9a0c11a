#include "ui/cluster/cluster_controls.h"

#include <QMenu>
#include <QSlider>
#include <QToolButton>

#include "partition/model_shapes.h"
#include "ui/cluster/cluster_text.h"
#include "ui/text/format.h"
#include "ui/text/scheme_text.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"
#include "ui/widgets/count_slider.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int mostNodes = 64;
constexpr int mostProcesses = 16;
constexpr int mostDeeper = 16;
constexpr int controlGap = 16;
constexpr int controlLineGap = 4;
}  // namespace

ClusterControls::ClusterControls(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      source_(new QToolButton(this)),
      sources_(new QMenu(this)),
      deeper_(new CountSlider(tr("times deeper"), 1, mostDeeper, 1, this)),
      nodes_(new CountSlider(tr("nodes"), 1, mostNodes, static_cast<int>(ClusterSetting{}.nodes), this)),
      processes_(new CountSlider(tr("processes a node"), 1, mostProcesses,
                                 static_cast<int>(ClusterSetting{}.processes), this)),
      scheme_(new SegmentControl({schemeWord(Scheme::adaptive), schemeWord(Scheme::exact)}, this)) {
    source_->setPopupMode(QToolButton::InstantPopup);
    source_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    source_->setLayoutDirection(Qt::RightToLeft);
    sources_->setLayoutDirection(Qt::LeftToRight);
    source_->setMenu(sources_);
    source_->setAccessibleName(tr("What is divided"));
    source_->setToolTip(
        tr("The run's own checkpoint, or as if it were that of a well-known model with "
           "AdamW's state"));
    scheme_->setAccessibleName(tr("Scheme"));
    auto* layout = new FlowLayout(controlGap, controlLineGap, this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(source_);
    layout->addWidget(deeper_);
    layout->addWidget(nodes_);
    layout->addWidget(processes_);
    layout->addWidget(scheme_);
    for (CountSlider* slider : {deeper_, nodes_, processes_})
        connect(slider, &CountSlider::valueChanged, this, &ClusterControls::changed);
    connect(scheme_, &SegmentControl::chosen, this, &ClusterControls::changed);
    connect(sources_, &QMenu::triggered, this,
            [this](QAction* action) { setModel(action->data().toString()); });
    connect(&theme, &Theme::changed, this, &ClusterControls::applyTheme);
    fillMenu();
    showSource();
    applyTheme();
}

void ClusterControls::setCheckpoint(const QString& title) {
    checkpoint_ = title;
    showSource();
}

void ClusterControls::setModel(const QString& name) {
    const bool isOther = name != model_;
    model_ = name;
    showSource();
    if (isOther) emit changed();
}

std::uint32_t ClusterControls::deeper() const {
    return static_cast<std::uint32_t>(deeper_->value());
}

ClusterSetting ClusterControls::setting() const {
    return {static_cast<std::uint32_t>(nodes_->value()), static_cast<std::uint32_t>(processes_->value()),
            scheme_->current() == 1};
}

void ClusterControls::fillMenu() {
    sources_->addAction(QString())->setData(QString());
    sources_->addSeparator();
    for (const std::string_view name : model_names()) {
        const QString plain = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        sources_->addAction(tr("As if it were %1").arg(modelTitle(plain)))->setData(plain);
    }
    for (QAction* action : sources_->actions())
        action->setCheckable(!action->isSeparator());
}

void ClusterControls::showSource() {
    QAction* own = sources_->actions().front();
    own->setText(checkpoint_.isEmpty() ? tr("The newest checkpoint") : escapeMnemonics(checkpoint_));
    for (QAction* action : sources_->actions())
        action->setChecked(!action->isSeparator() && action->data().toString() == model_);
    source_->setText(model_.isEmpty() ? own->text() : tr("As if it were %1").arg(modelTitle(model_)));
    deeper_->setVisible(!model_.isEmpty());
}

void ClusterControls::applyTheme() {
    source_->setIcon(glyphIcon(Glyph::chevronDown, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
