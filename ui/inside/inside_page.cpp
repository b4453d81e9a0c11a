#include "ui/inside/inside_page.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/inside/cell_table.h"
#include "ui/inside/details_view.h"
#include "ui/inside/difference_view.h"
#include "ui/inside/inside_rows.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int tensorWidths[] = {0, 112, 52, 96, 76, 60, 72};
constexpr int objectWidths[] = {300, 0};
constexpr int filterWidth = 160;
}  // namespace

InsidePage::InsidePage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      loader_(runner),
      back_(new QPushButton(tr("Back"), this)),
      title_(new QLabel(this)),
      source_(new ElidedLabel(Qt::ElideMiddle, this)),
      views_(new SegmentControl({tr("Tensors"), tr("Objects"), tr("Resume and storage"), tr("Difference")},
                                this)),
      filter_(new QLineEdit(this)),
      count_(new QLabel(this)),
      tensors_(new CellTable(tr("Tensors"),
                             {{tr("Tensor")},
                              {tr("Role")},
                              {tr("Type")},
                              {tr("Shape")},
                              {tr("Norm"), true},
                              {tr("Error"), true},
                              {tr("Stored"), true}},
                             tensorWidths, this)),
      objects_(new CellTable(tr("Objects"), {{tr("Value")}, {tr("Content")}}, objectWidths, this)),
      details_(new DetailsView(this)),
      difference_(new DifferenceView(theme, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)),
      noObjects_(new EmptyState(theme, Glyph::diamond, this)),
      card_(new QFrame(this)) {
    noObjects_->setText(tr("No values beside the tensors"),
                        tr("Epoch, learning rate and the like appear here where the files hold them."));
    setFocusPolicy(Qt::ClickFocus);
    layOut();
    connectLoader();
    connect(back_, &QPushButton::clicked, this, &InsidePage::backClicked);
    connect(views_, &SegmentControl::chosen, this, &InsidePage::showView);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        tensors_->setFilter(text);
        objects_->setFilter(text);
        difference_->setFilter(text);
        showView();
    });
    connect(empty_, &EmptyState::actionClicked, this, &InsidePage::read);
    connect(difference_, &DifferenceView::runChosen, this, [this] {
        isCompared_ = false;
        if (const auto library = library_.lock()) loader_.readCheckpoints(library, difference_->chosenRun());
    });
    connect(difference_, &DifferenceView::checkpointChosen, this, [this] {
        isCompared_ = false;
        compare();
    });
    connect(&theme, &Theme::changed, this, &InsidePage::applyTheme);
    applyTheme();
}

QWidget* InsidePage::makeHead() {
    auto* head = new QWidget(this);
    setLook(title_, "title");
    setLook(source_, "muted");
    back_->setToolTip(tr("Back to the run's checkpoints (Esc)"));
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(back_);
    layout->addWidget(title_);
    layout->addWidget(source_, 1);
    return head;
}

void InsidePage::layOut() {
    setLook(count_, "caption");
    views_->setAccessibleName(tr("What of the checkpoint is shown"));
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setAccessibleName(tr("Filter the rows"));
    filter_->setClearButtonEnabled(true);
    filter_->setFixedWidth(filterWidth);
    auto* tools = new QWidget(this);
    auto* line = new FlowLayout(8, 4, tools);
    for (QWidget* part : std::initializer_list<QWidget*>{views_, filter_, count_})
        line->addWidget(part);
    setLook(card_, "card");
    stack_ = new QStackedLayout;
    for (QWidget* view :
         std::initializer_list<QWidget*>{tensors_, objects_, details_, difference_, empty_, noObjects_})
        stack_->addWidget(view);
    auto* inside = new QVBoxLayout(card_);
    inside->setContentsMargins(1, 4, 1, 4);
    inside->addLayout(stack_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeHead());
    layout->addWidget(tools);
    layout->addWidget(card_, 1);
}

void InsidePage::connectLoader() {
    connect(&loader_, &InsideLoader::reportRead, this,
            [this](const std::shared_ptr<const CheckpointReport>& report) { takeReport(*report); });
    connect(&loader_, &InsideLoader::differenceRead, this,
            [this](const std::shared_ptr<const CheckpointDifference>& difference) {
                difference_->setDifference(*difference);
                showView();
            });
    connect(&loader_, &InsideLoader::runsRead, this, [this](const std::vector<RunRow>& runs) {
        difference_->setRuns(runs, run_.id);
        if (const auto library = library_.lock()) loader_.readCheckpoints(library, difference_->chosenRun());
    });
    connect(&loader_, &InsideLoader::checkpointsRead, this, [this](const std::vector<CheckpointRow>& rows) {
        difference_->setCheckpoints(rows, row_);
        compare();
    });
    connect(&loader_, &InsideLoader::failed, this, &InsidePage::takeFailure);
}

void InsidePage::open(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
                      const CheckpointRow& row) {
    close();
    library_ = library;
    run_ = run;
    row_ = row;
    title_->setText(tr("Inside step %1").arg(formatStep(row.step)));
    source_->setFullText(toQString(row.source));
    filter_->clear();
    views_->setCurrent(Tensors);
    difference_->clear();
    read();
    setFocus();
}

void InsidePage::update(const std::vector<CheckpointRow>& rows) {
    const auto now = std::ranges::find(rows, row_.id, &CheckpointRow::id);
    if (now == rows.end() || isHidden()) return;
    const bool isOther = now->scheme != row_.scheme || now->stored_bytes != row_.stored_bytes;
    row_ = *now;
    if (isOther) read();
}

void InsidePage::close() {
    loader_.stop();
    isRead_ = false;
    isCompared_ = false;
}

void InsidePage::read() {
    const auto library = library_.lock();
    if (!library) return;
    isRead_ = false;
    isCompared_ = false;
    empty_->setText(tr("Reading step %1").arg(formatStep(row_.step)),
                    tr("Its tensors are decoded, one after another."));
    loader_.readReport(library, row_);
    loader_.readRuns(library);
    showView();
}

void InsidePage::takeReport(const CheckpointReport& report) {
    isRead_ = true;
    tensors_->setRows(tensorRows(report));
    objects_->setRows(objectRows(report));
    details_->setReport(report);
    showView();
    // The keyboard continues in the new contents, unless the user moved it elsewhere.
    if (!hasFocus()) return;
    tensors_->setFocus();
    tensors_->selectRow(0);
}

void InsidePage::takeFailure(InsideLoader::Task task, const QString& message) {
    if (task == InsideLoader::Task::difference) {
        difference_->tell(message.isEmpty()
                              ? tr("Comparing was stopped. Choose a checkpoint to compare again.")
                              : tr("They can't be compared: %1.").arg(message));
        return showView();
    }
    empty_->setText(message.isEmpty() ? tr("Reading was stopped") : tr("This step can't be read"), message,
                    tr("Read again"));
    showView();
}

void InsidePage::compare() {
    const auto library = library_.lock();
    const CheckpointRow* other = difference_->chosenCheckpoint();
    if (!library || isCompared_ || views_->current() != Difference || !isVisible()) return;
    if (other == nullptr) {
        if (isSettled()) difference_->tell(tr("A second checkpoint is needed; this run has one so far."));
        return;
    }
    isCompared_ = true;
    difference_->tell(tr("Comparing with step %1, tensor by tensor.").arg(formatStep(other->step)));
    loader_.readDifference(library, *other, row_);
}

void InsidePage::showView() {
    const int view = views_->current();
    if (view == Difference) {
        stack_->setCurrentWidget(difference_);
        compare();
    } else {
        const bool isBare = view == Objects && objects_->allRows() == 0;
        stack_->setCurrentIndex(!isRead_ ? stack_->indexOf(empty_)
                                : isBare ? stack_->indexOf(noObjects_)
                                         : view);
    }
    const CellTable* table = view == Tensors ? tensors_ : view == Objects ? objects_ : nullptr;
    // The details are cards of their own.
    setLook(card_, stack_->currentWidget() == details_ ? "" : "card");
    filter_->setVisible(view != Details);
    count_->setVisible(table != nullptr && isRead_);
    if (table == nullptr) return;
    const auto shown = static_cast<std::uint64_t>(table->shownRows());
    count_->setText(view == Tensors ? counted(shown, tr("%1 tensor"), tr("%1 tensors"))
                                    : counted(shown, tr("%1 value"), tr("%1 values")));
}

QString InsidePage::titleOf(JobId job) const {
    if (job == 0) return {};
    const QString run = toQString(run_.name);
    if (job == loader_.reportJob()) return tr("Reading %1 step %2").arg(run, formatStep(row_.step));
    if (job == loader_.differenceJob()) return tr("Comparing %1 step %2").arg(run, formatStep(row_.step));
    return {};
}

void InsidePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!isRead_ && loader_.isSettled()) read();
}

void InsidePage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    loader_.stop();
    isCompared_ = false;
}

void InsidePage::applyTheme() {
    back_->setIcon(glyphIcon(Glyph::back, theme_.tokens().text, theme_.tokens().faint));
}

}  // namespace stepvault::ui
