#include "ui/vault/space_card.h"

#include <algorithm>
#include <iterator>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/vault/space_curves.h"
#include "ui/vault/vault_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/curve_name_delegate.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

namespace {
constexpr int spaceRowHeight = 24;
constexpr int leastRunWidth = 184;
constexpr int spaceWidths[] = {leastRunWidth, 80, 64, 80, 84};
}  // namespace

SpaceCard::SpaceCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      sorted_(new QSortFilterProxyModel(this)),
      folder_(new ElidedLabel(Qt::ElideMiddle, this)),
      figures_(new QLabel(this)),
      forecast_(new QLabel(this)),
      export_(new QToolButton(this)),
      title_(new QLabel(this)),
      plot_(new PlotView(theme, this)),
      table_(new QTableView(this)) {
    setLook(this, "card");
    setLook(title_, "caption");
    plot_->setAccessibleName(tr("Stored bytes of each run over time"));
    plot_->setTitle(plot_->accessibleName());
    plot_->setXAxis({}, AxisKind::date);
    auto* name = new QLabel(tr("Vault"), this);
    setLook(name, "title");
    setLook(folder_, "muted");
    figures_->setContentsMargins(12, 0, 12, 0);
    figures_->setWordWrap(true);
    forecast_->setObjectName(QStringLiteral("forecast"));
    forecast_->setContentsMargins(12, 0, 12, 0);
    forecast_->setWordWrap(true);
    forecast_->hide();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 0);
    head->setSpacing(12);
    head->addWidget(name);
    head->addWidget(folder_, 1);
    head->addWidget(export_);
    auto* chart = new QVBoxLayout;
    chart->setSpacing(0);
    title_->setContentsMargins(12, 0, 0, 0);
    chart->addWidget(title_);
    chart->addWidget(plot_, 1);
    auto* body = new QHBoxLayout;
    body->setSpacing(8);
    body->setContentsMargins(0, 0, 8, 0);
    body->addLayout(chart, 1);
    body->addWidget(makeTable(theme), 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 8, 1, 6);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(figures_);
    layout->addWidget(makeWarning());
    layout->addWidget(forecast_);
    layout->addLayout(body, 1);
    connect(&theme, &Theme::changed, this, &SpaceCard::applyTheme);
    applyTheme();
}

QWidget* SpaceCard::makeTable(const Theme& theme) {
    sorted_->setSourceModel(&model_);
    sorted_->setSortRole(SpaceModel::SortRole);
    sorted_->setSortLocaleAware(true);
    table_->setModel(sorted_);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->setItemDelegateForColumn(SpaceModel::Run, new CurveNameDelegate(theme, table_));
    table_->setSortingEnabled(true);
    table_->sortByColumn(SpaceModel::Stored, Qt::DescendingOrder);
    table_->setAccessibleName(tr("What each run takes up"));
    setTableLook(*table_, spaceRowHeight);
    setColumnWidths(*table_, spaceWidths);
    table_->viewport()->installEventFilter(this);
    return table_;
}

QWidget* SpaceCard::makeWarning() {
    warning_ = new QWidget(this);
    warningPicture_ = new QLabel(warning_);
    warningText_ = new QLabel(warning_);
    setLook(warningText_, "warn");
    auto* layout = new QHBoxLayout(warning_);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(8);
    layout->addWidget(warningPicture_);
    layout->addWidget(warningText_, 1);
    warning_->hide();
    return warning_;
}

void SpaceCard::setView(const std::shared_ptr<const VaultView>& view) {
    folder_->setFullText(formatPath(view->folder));
    const std::uint64_t original = view->original();
    const std::uint64_t stored = view->stored();
    QStringList figures{tr("%1 stored").arg(formatBytes(stored))};
    if (const std::uint64_t trash = sumOf(view->trash).bytes; trash > 0)
        figures << tr("%1 in the trash").arg(formatBytes(trash));
    figures << tr("%1 saved").arg(formatBytes(original - std::min(original, stored)));
    if (view->disk) figures << tr("%1 free").arg(formatBytes(view->disk->free));
    figures_->setText(figures.join(QStringLiteral("  ·  ")));
    const QString warning = describeTightness(view->disk);
    warningText_->setText(warning);
    warning_->setVisible(!warning.isEmpty());
    SpaceCurves drawn = spaceCurves(view->runs);
    title_->setText(drawn.curves.empty() ? tr("Stored bytes by run appear here with the first checkpoint")
                                         : tr("Step files of each run in %1").arg(drawn.yName));
    plot_->setCurves(std::move(drawn.curves));
    model_.setView(view);
}

bool SpaceCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        int others = 0;
        for (int column = SpaceModel::Run + 1; column < SpaceModel::ColumnCount; ++column)
            others += table_->columnWidth(column);
        table_->setColumnWidth(SpaceModel::Run,
                               std::max(leastRunWidth, table_->viewport()->width() - others));
    }
    return QFrame::eventFilter(watched, event);
}

void SpaceCard::setForecast(const QString& text, bool isNear) {
    forecast_->setText(text);
    setLook(forecast_, isNear ? "warn" : "caption");
    forecast_->setVisible(!text.isEmpty());
}

void SpaceCard::setExportAction(QAction* action) {
    export_->setDefaultAction(action);
    export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

QString SpaceCard::figures() const {
    return figures_->text();
}

void SpaceCard::applyTheme() {
    warningPicture_->setPixmap(glyphPixmap(Glyph::triangle, theme_.tokens().warn, 16, devicePixelRatioF()));
    table_->viewport()->update();
}

}  // namespace stepvault::ui
