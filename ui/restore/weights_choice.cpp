#include "ui/restore/weights_choice.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

namespace {

QString loadingCode(QString path) {
    path.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QStringLiteral("load_file(\"%1\")").arg(path);
}

}  // namespace

WeightsChoice::WeightsChoice(const Theme& theme, RestoreController& controller, QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      box_(new CheckBox({}, theme, this)),
      note_(new QLabel(this)),
      codeRow_(new QWidget(this)),
      code_(new ElidedLabel(Qt::ElideMiddle, codeRow_)),
      copy_(new QToolButton(codeRow_)) {
    setLook(note_, "muted");
    note_->setWordWrap(true);
    code_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    code_->setAccessibleName(tr("Python code that loads the weights"));
    copy_->setToolTip(tr("Copy the Python code that loads the weights"));
    copy_->setAccessibleName(tr("Copy the code"));
    auto* row = new QHBoxLayout(codeRow_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(code_, 1);
    row->addWidget(copy_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(box_);
    layout->addWidget(note_);
    layout->addWidget(codeRow_);
    connect(box_, &QCheckBox::clicked, this, [this](bool checked) {
        controller_.setExtent(checked ? RestoreExtent::weights : RestoreExtent::whole);
    });
    connect(copy_, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(code());
        copy_->setText(tr("Copied"));
    });
    connect(&controller, &RestoreController::changed, this, &WeightsChoice::render);
    connect(&theme, &Theme::changed, this, &WeightsChoice::render);
    render();
}

QString WeightsChoice::code() const {
    if (controller_.extent() != RestoreExtent::weights || !controller_.offer().safetensors) return {};
    return QStringLiteral("from safetensors.torch import load_file\nweights = %1\n")
        .arg(loadingCode(toQString(controller_.target().target)));
}

void WeightsChoice::render() {
    const auto& weights = controller_.weights();
    const bool chosen = controller_.extent() == RestoreExtent::weights;
    box_->setText(weights ? tr("Weights only, %1").arg(formatBytes(weights->bytes)) : tr("Weights only"));
    box_->setChecked(chosen);
    const bool isAll = controller_.isWeightsOnly();
    box_->setEnabled(weights && !isAll && controller_.phase() != RestoreController::Phase::running);
    const QString& problem = controller_.weightsProblem();
    box_->setToolTip(isAll ? tr("Nothing else is kept of it")
                     : problem.isEmpty()
                         ? tr("The model's weights without optimizer, schedulers and random states")
                         : tr("Not of this checkpoint: %1.").arg(problem));
    note_->setText(
        tr("For inference and fine-tuning. Training can't be resumed from it: optimizer, schedulers "
           "and random states are left out."));
    note_->setVisible(chosen);
    const QString whole = code();
    codeRow_->setVisible(!whole.isEmpty());
    code_->setFullText(loadingCode(toQString(controller_.target().target.filename())));
    code_->setToolTip(whole);
    copy_->setText(tr("Copy"));
}

}  // namespace stepvault::ui
