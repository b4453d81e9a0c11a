#include "ui/compare/params_card.h"

#include <utility>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_field.h"

namespace stepvault::ui {

namespace {
constexpr int paramRowHeight = 26;
constexpr int paramFilterWidth = 200;
constexpr int mostParamWidth = 240;
constexpr int rowsForParamWidth = 60;
}  // namespace

ParamsCard::ParamsCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      filter_(new FilterField(this)),
      equal_(new CheckBox(tr("Show equal ones"), theme, this)),
      caption_(new QLabel(this)),
      table_(new QTableView(this)),
      empty_(new EmptyState(theme, Glyph::table, this)),
      stack_(new QStackedLayout) {
    setLook(this, "card");
    setLook(caption_, "muted");
    filter_->setPlaceholderText(tr("Filter hyperparameters"));
    filter_->setAccessibleName(tr("Filter hyperparameters"));
    filter_->setFixedWidth(paramFilterWidth);
    table_->setModel(&model_);
    table_->setItemDelegate(new CellDelegate(table_));
    setTableLook(*table_, paramRowHeight);
    table_->setAccessibleName(tr("Hyperparameters of the compared runs"));
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->horizontalHeader()->setResizeContentsPrecision(rowsForParamWidth);
    table_->horizontalHeader()->setMaximumSectionSize(mostParamWidth);
    table_->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    auto* copying = new QAction(tr("Copy"), table_);
    copying->setShortcut(QKeySequence::Copy);
    copying->setShortcutContext(Qt::WidgetShortcut);
    table_->addAction(copying);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copying, &QAction::triggered, this, &ParamsCard::copy);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 8, 2);
    head->setSpacing(12);
    head->addWidget(filter_);
    head->addWidget(equal_);
    head->addWidget(caption_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 6, 1, 6);
    layout->addLayout(head);
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    layout->addLayout(stack_, 1);
    empty_->setText(
        tr("No hyperparameters of these runs are known"),
        tr("Stepvault reads hparams.yaml, args.yaml, config.json, training_args.bin, W&B's, MLflow's and "
           "TensorBoard's records."));
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& words) {
        model_.setFilter(words);
        tell();
    });
    connect(equal_, &QCheckBox::toggled, this, [this](bool isShown) {
        model_.setEqualShown(isShown);
        tell();
    });
    tell();
}

void ParamsCard::setRuns(std::vector<ParamsModel::Run> runs) {
    model_.setRuns(std::move(runs));
    tell();
}

void ParamsCard::tell() {
    const std::size_t all = model_.differing() + model_.equal();
    const auto number = [](std::size_t count) { return formatStep(static_cast<std::int64_t>(count)); };
    caption_->setText(tr("%1 differ, %2 are equal").arg(number(model_.differing()), number(model_.equal())));
    caption_->setVisible(all > 0);
    stack_->setCurrentWidget(all == 0 ? static_cast<QWidget*>(empty_) : table_);
    table_->resizeColumnsToContents();
}

void ParamsCard::copy() const {
    QStringList lines;
    for (int row = -1; row < model_.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model_.columnCount(); ++column)
            cells << (row < 0 ? model_.headerData(column, Qt::Horizontal, Qt::DisplayRole)
                              : model_.index(row, column).data())
                         .toString();
        lines << cells.join(u'\t');
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

}  // namespace stepvault::ui
