#include "ui/inside/details_view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/inside/cell_table.h"
#include "ui/inside/inside_rows.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr int checklistWidths[] = {152, 68, 0};
constexpr int chainWidths[] = {56, 84, 76, 0};
constexpr int sizeWidths[] = {0, 92, 72};
constexpr int importWidths[] = {0, 110};
constexpr int leastHeight = 96;
constexpr int leastWide = 72;

/// Begins where the cells of the tables do.
QHBoxLayout* inset(QWidget* widget) {
    auto* layout = new QHBoxLayout;
    layout->setContentsMargins(8, 0, 8, 0);
    layout->addWidget(widget);
    return layout;
}

}  // namespace

DetailsView::DetailsView(QWidget* parent)
    : QWidget(parent),
      checklist_(new CellTable(tr("To resume"), {{tr("Part")}, {tr("Found")}, {tr("Where")}}, checklistWidths,
                               this)),
      chain_(new CellTable(tr("Builds on"), {{tr("Step"), true}, {tr("Kind")}, {tr("Scheme")}, {tr("Id")}},
                           chainWidths, this)),
      sizes_(new CellTable(tr("Stored bytes"), {{tr("Part")}, {tr("Stored"), true}, {tr("Share"), true}},
                           sizeWidths, this)),
      imports_(new CellTable(tr("Imports"), {{tr("Name")}, {tr("File")}}, importWidths, this)),
      noImports_(new QLabel(tr("No pickle in it asks for a name beyond PyTorch's own."), this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    grid->addWidget(makePart(tr("To resume"), checklist_), 0, 0);
    grid->addWidget(makePart(tr("Stored bytes"), sizes_), 0, 1);
    grid->addWidget(makePart(tr("Builds on"), chain_), 1, 0);
    grid->addWidget(makePart(tr("Imports that a loader would run"), imports_, noImports_), 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(0, 1);
    grid->setRowStretch(1, 1);
}

QWidget* DetailsView::makePart(const QString& title, CellTable* table, QLabel* note) {
    auto* part = new QFrame(this);
    setLook(part, "card");
    auto* head = new QLabel(title, part);
    setLook(head, "muted");
    table->setMinimumHeight(leastHeight);
    table->setLeastWide(leastWide);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(1, 8, 1, 4);
    layout->setSpacing(2);
    layout->addLayout(inset(head));
    layout->addWidget(table, 1);
    if (note != nullptr) {
        setLook(note, "caption");
        note->setWordWrap(true);
        note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        layout->addLayout(inset(note), 1);
    }
    return part;
}

void DetailsView::setReport(const CheckpointReport& report) {
    checklist_->setRows(checklistRows(report));
    chain_->setRows(chainRows(report));
    sizes_->setRows(sizeRows(report));
    imports_->setRows(importRows(report));
    const bool isSome = imports_->allRows() > 0;
    imports_->setVisible(isSome);
    noImports_->setVisible(!isSome);
}

}  // namespace stepvault::ui
